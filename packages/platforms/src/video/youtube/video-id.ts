/** Id in the address under which people watch a video; the id of a published video is this address. */
export const VIDEO_ID = /^[\w-]{1,64}$/;

/** Reads the id of a video out of its address; null for any other text, such as the id of a community post. */
export function videoId(postId: string): string | null {
  const id = URL.parse(postId)?.searchParams.get('v') ?? '';
  return VIDEO_ID.test(id) ? id : null;
}
