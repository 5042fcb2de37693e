import { invalid } from '../../meanings.ts';
import { PlatformError } from '../../platform-error.ts';
import { DISCORD_ID } from './api.ts';

/** A message, and the thread that it stands in; null for one of the webhook's channel. */
export interface MessagePlace {
  readonly threadId: string | null;
  readonly messageId: string;
}

/** Returns the id of a post: that of its message, after that of its thread, without which the network does not find it. */
export function postIdOf({ threadId, messageId }: MessagePlace): string {
  return threadId === null ? messageId : `${threadId}/${messageId}`;
}

/** Reads the id of a post; null for any other text. */
export function readPostId(postId: string): MessagePlace | null {
  const ids = postId.split('/');
  if (ids.length > 2 || !ids.every((id) => DISCORD_ID.test(id))) return null;
  const [messageId = '', threadId = null] = ids.reverse();
  return { threadId, messageId };
}

/** @throws PlatformError for any other text */
export function requirePostId(postId: string): MessagePlace {
  const place = readPostId(postId);
  if (place) return place;
  const message =
    'ids of this network are numbers of at most 20 digits, in a thread two of them as 12/34; check the id';
  throw new PlatformError('chatbot', invalid(message));
}

/** Returns path and query of a message below its webhook. */
export function messagePath({ threadId, messageId }: MessagePlace): string {
  return `/messages/${messageId}${threadId === null ? '' : `?thread_id=${threadId}`}`;
}

/** Returns true for a network's answer that a message is not there. */
export function isMissing({ upstreamCode }: PlatformError): boolean {
  return upstreamCode === '10008';
}

/** Returns true for the answer that a message's thread is not there. It proves nothing: the webhook may have been moved. */
export function isThreadMissing({ threadId }: MessagePlace, { upstreamCode }: PlatformError): boolean {
  return threadId !== null && upstreamCode === '10003';
}
