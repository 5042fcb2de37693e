import type { TokenSession } from '../../../driver.ts';
import { asId, asString, type JsonObject } from '../../../http/lossless-json.ts';
import { PlatformError } from '../../../platform-error.ts';
import { isPassingTrouble, repeat } from '../../../repeat.ts';
import { callTiktok, type TiktokApi } from '../api.ts';
import { outcomeUnknown } from './publish-errors.ts';

const POST_ID = /^[1-9]\d{0,18}$/;
const MAX_FAILURES = 5;
const FAILURE_WAIT_MS = 500;
const LIMITED_WAIT_MS = 10_000;

/** State of a publish. */
export type PublishStatus =
  | { readonly kind: 'processing'; readonly arrivedBytes: number | null }
  /** Without an id, the post is not public, or still in moderation. */
  | { readonly kind: 'published'; readonly postId: string | null }
  | { readonly kind: 'inbox' }
  | { readonly kind: 'failed'; readonly reason: string | null };

/** @see https://developers.tiktok.com/doc/content-posting-api-reference-get-video-status */
export async function fetchStatus(api: TiktokApi, publishId: string, session: TokenSession): Promise<PublishStatus> {
  const request = { method: 'POST', path: '/v2/post/publish/status/fetch/', effect: 'none' } as const;
  const { data, broken } = await callTiktok(api, { ...request, json: { publish_id: publishId } }, session);
  switch (data['status']) {
    case 'PROCESSING_UPLOAD':
      return { kind: 'processing', arrivedBytes: readCount(data['uploaded_bytes']) };
    case 'PROCESSING_DOWNLOAD':
      return { kind: 'processing', arrivedBytes: readCount(data['downloaded_bytes']) };
    case 'SEND_TO_USER_INBOX':
      return { kind: 'inbox' };
    case 'PUBLISH_COMPLETE':
      return { kind: 'published', postId: readPostId(data) };
    case 'FAILED':
      return { kind: 'failed', reason: asString(data['fail_reason']) };
    default:
      throw broken();
  }
}

/**
 * Asks until there is an answer: a few failures in a row say nothing about the post.
 * @throws PlatformError `outcome-unknown` when the network does not answer: the publish may have ended meanwhile
 */
export function insistOnStatus(api: TiktokApi, publishId: string, session: TokenSession): Promise<PublishStatus> {
  const status = repeat(() => fetchStatus(api, publishId, session), {
    attempts: MAX_FAILURES,
    waitMs: (failures, { kind }) => (kind === 'rate-limited' ? LIMITED_WAIT_MS : FAILURE_WAIT_MS * failures),
    isPassing: isPassingTrouble,
    signal: session.call.signal,
  });
  return status.catch((error: unknown) => {
    if (!(error instanceof PlatformError)) throw error;
    throw outcomeUnknown('TikTok was given everything, but does not say what happened to it', error);
  });
}

/** Reads the post's id. The network misspells the field's name, which it may correct one day. */
function readPostId(data: JsonObject): string | null {
  const ids = data['publicaly_available_post_id'] ?? data['publicly_available_post_id'];
  return Array.isArray(ids) ? asId(ids[0], POST_ID) : null;
}

function readCount(value: unknown): number | null {
  return Number.isSafeInteger(value) ? Number(value) : null;
}
