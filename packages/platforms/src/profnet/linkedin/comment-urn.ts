import { type LinkedinApi, postUrl } from './api.ts';

/** `urn:li:comment:(<thread>,<id>)`. Addresses of the website name the thread without `urn:li:`. */
const COMMENT_URN = /^urn:li:comment:\((?:urn:li:)?((?:share|ugcPost|activity):\d{1,30}),(\d{1,30})\)$/;

/** A comment, and the URN of what it comments on. */
export interface CommentPlace {
  readonly thread: string;
  readonly id: string;
}

export function commentUrn({ thread, id }: CommentPlace): string {
  return `urn:li:comment:(${thread},${id})`;
}

/** Reads the URN of a comment; null for any other text. */
export function readCommentUrn(urn: string): CommentPlace | null {
  const [, thread, id] = COMMENT_URN.exec(urn) ?? [];
  return thread === undefined || id === undefined ? null : { thread: `urn:li:${thread}`, id };
}

/** Public address of a comment. */
export function commentAddress(api: LinkedinApi, place: CommentPlace): string {
  return `${postUrl(api, place.thread)}?${new URLSearchParams({ commentUrn: commentUrn(place) })}`;
}
