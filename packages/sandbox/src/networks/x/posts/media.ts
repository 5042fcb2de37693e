import type { Call, Json } from '../../../http/route.ts';
import { seenSides } from '../../../world/files/found-file.ts';
import { look } from '../../../world/files/look.ts';
import type { Post } from '../../../world/posts.ts';
import type { XState } from '../state.ts';
import { type FieldReaders, pick } from './pick.ts';

const prefixes = { photo: '3', video: '7', animated_gif: '16' } as const;

/** The key of an upload of this MIME type, which its media keeps in every post. */
export function mediaKeyOf(uploadId: string, type: string): string {
  return `${prefixes[kindOf(type)]}_${uploadId}`;
}

/** The media objects of a post: key and type, and the fields that were asked for. */
export function presentMedia(
  { mediaKeys }: XState,
  post: Post,
  { call, fields }: { call: Call; fields: ReadonlySet<string> },
): Json[] {
  const keys = mediaKeys.get(post.id) ?? [];
  return post.media.map((media, index) => {
    const type = kindOf(media.type);
    const found = look(media.blob);
    const sides = found && seenSides(found);
    const url = `${call.sandboxUrl}/_sandbox/media/${media.sha256}`;
    const optional: FieldReaders = {
      alt_text: () => media.altText,
      duration_ms: () => (type === 'video' ? Math.round((found?.seconds ?? 0) * 1000) : undefined),
      height: () => sides?.height,
      url: () => (type === 'photo' ? url : undefined),
      variants: () => (type === 'photo' ? undefined : [{ bit_rate: 0, content_type: media.type, url }]),
      width: () => sides?.width,
    };
    return { media_key: keys[index] ?? '', type, ...pick(optional, fields) };
  });
}

function kindOf(type: string): keyof typeof prefixes {
  return type.startsWith('video/') ? 'video' : type === 'image/gif' ? 'animated_gif' : 'photo';
}
