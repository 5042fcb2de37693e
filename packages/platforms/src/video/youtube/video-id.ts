/** Id in the address under which people watch a video; the id of a published video is this address. */
export const VIDEO_ID = /^[\w-]{1,64}$/;
export const COMMENT_ID = /^[\w.-]{1,128}$/;

/** Reads the id of a video out of its address; null for any other text, such as the id of a community post or a comment. */
export function videoId(postId: string): string | null {
  const query = URL.parse(postId)?.searchParams;
  const id = query?.get('v') ?? '';
  return VIDEO_ID.test(id) && !query?.has('lc') ? id : null;
}

/** Address under which people read a comment; the id of a published comment is this address. */
export function commentUrl(siteUrl: string, place: { readonly videoId: string; readonly commentId: string }): string {
  return `${siteUrl}/watch?v=${place.videoId}&lc=${place.commentId}`;
}

/** Reads the id of a comment out of its address; null for any other text. */
export function commentId(postId: string): string | null {
  const id = URL.parse(postId)?.searchParams.get('lc') ?? '';
  return COMMENT_ID.test(id) ? id : null;
}
