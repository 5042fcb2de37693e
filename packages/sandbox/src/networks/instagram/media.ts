import type { Json } from '../../http/route.ts';
import type { Post } from '../../world/posts.ts';
import type { GraphRequest } from '../meta-graph/request.ts';
import { shortcodeOf } from './state.ts';

/** A published post, with the fields that lists of posts have. @see https://developers.facebook.com/docs/instagram-platform/reference/instagram-media */
export function presentMedia(post: Post, { call }: GraphRequest): Record<string, Json> {
  const { id, text: caption, createdAt, media } = post;
  const shortcode = shortcodeOf(id);
  const [first] = media;
  const isVideo = first?.type.startsWith('video/') ?? false;
  const isCarousel = media.length > 1;
  return {
    ...{ id, caption, permalink: `${call.sandboxUrl}/instagram/p/${shortcode}/`, shortcode },
    timestamp: new Date(createdAt).toISOString(),
    media_type: isCarousel ? 'CAROUSEL_ALBUM' : isVideo ? 'VIDEO' : 'IMAGE',
    // A video alone is always a reel.
    media_product_type: isVideo && !isCarousel ? 'REELS' : 'FEED',
    ...(first && { media_url: `${call.sandboxUrl}/_sandbox/media/${first.sha256}` }),
    // The network leaves the field out where there is no description.
    ...(first?.altText !== undefined && !isCarousel && { alt_text: first.altText }),
  };
}
