import type { Json } from '../../http/route.ts';
import type { Media, Post } from '../../world/posts.ts';
import type { World } from '../../world/world.ts';
import { type GraphRequest, pickFields, text } from '../meta-graph/request.ts';
import { type InstagramState, shortcodeOf } from './state.ts';

/** A published post, with the fields that lists of posts have. @see https://developers.facebook.com/docs/instagram-platform/reference/instagram-media */
export function presentMedia(state: InstagramState, post: Post, request: GraphRequest): Record<string, Json> {
  const { id, text: caption, media } = post;
  const [first] = media;
  const shown = { ...presentFile(state.world, post, first, request), id, caption, shortcode: shortcodeOf(id) };
  if (isStory(post)) return { ...shown, media_product_type: 'STORY' };
  if (media.length < 2) {
    // A video alone is always a reel.
    return { ...shown, media_product_type: shown.media_type === 'VIDEO' ? 'REELS' : 'FEED' };
  }
  const fields = /\bchildren\s*\{([^{}]*)\}/.exec(text(request.params, 'fields') ?? '')?.[1] ?? '';
  const items = [...state.items].filter(([, { postId }]) => postId === id);
  const data = items.map(([itemId]) => pickFields<Json>(presentItem(state, itemId, request) ?? {}, fields, []));
  const { alt_text: _, ...album } = shown;
  return { ...album, media_type: 'CAROUSEL_ALBUM', media_product_type: 'FEED', children: { data } };
}

/** An item of a published carousel. @returns `undefined` for any other id. */
export function presentItem(
  { items, world }: InstagramState,
  id: string,
  request: GraphRequest,
): Record<string, Json> | undefined {
  const item = items.get(id);
  const post = item && world.posts.find('instagram', item.postId);
  return post && { ...presentFile(world, post, post.media[item.index], request), id };
}

/** The page of a post, relative to the network's own address. */
export function permalinkOf(world: World, post: Post): string {
  const parent = post.replyToId === undefined ? undefined : world.posts.find('instagram', post.replyToId);
  if (parent) return `/p/${shortcodeOf(parent.id)}/c/${post.id}/`;
  if (!isStory(post)) return `/p/${shortcodeOf(post.id)}/`;
  return `/stories/${world.accounts.find('instagram', post.accountId)?.username ?? ''}/${post.id}`;
}

/** Returns true for a post that is shown for a day. */
export function isStory({ settings }: Post): boolean {
  return settings?.['media_type'] === 'STORIES';
}

function presentFile(world: World, post: Post, media: Media | undefined, { call }: GraphRequest) {
  return {
    permalink: `${call.sandboxUrl}/instagram${permalinkOf(world, post)}`,
    timestamp: new Date(post.createdAt).toISOString(),
    media_type: media?.type.startsWith('video/') ? 'VIDEO' : 'IMAGE',
    ...(media && { media_url: `${call.sandboxUrl}/_sandbox/media/${media.sha256}` }),
    // The network leaves the field out where there is no description.
    ...(media?.altText !== undefined && { alt_text: media.altText }),
  };
}
