import type { CheckedPost, OutgoingPost } from '../../driver.ts';
import { invalid } from '../../meanings.ts';
import { requireMedia } from '../../media-bytes.ts';
import { PlatformError } from '../../platform-error.ts';
import type { InstagramApi } from './api.ts';
import { requireNoStory } from './comment.ts';
import { isStory, requireFitting } from './settings/post-kind.ts';
import { requireTags } from './settings/user-tags.ts';

const MAX_CAPTION_LENGTH = 2200;
const MAX_HASHTAGS = 30;
const MAX_MENTIONS = 20;
const HASHTAG = /(?<![\p{L}\p{N}_&])[#＃][\p{L}\p{N}_]+/gu;
const MENTION = /(?<![\p{L}\p{N}_.])@[\p{L}\p{N}_.]+/gu;

/**
 * Refuses, before anything is sent, a post that Instagram would refuse later.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media
 */
export function requireWithinLimits({ uploadOrigin }: InstagramApi, post: OutgoingPost): void {
  checkPost(post);
  requireFitting(post);
  const network = uploadOrigin === null ? 'instagram' : 'instagram-facebook';
  requireMedia({ platform: 'photonet', network, settings: post.settings }, post.media);
}

/** Refuses a caption or settings that the network does not take with any files. @throws PlatformError */
export function checkPost({ text, settings, isComment }: Pick<CheckedPost, 'text' | 'settings' | 'isComment'>): void {
  if (isComment) {
    requireNoStory({ settings });
    return;
  }
  if (!isStory({ settings })) requireCaption(text);
  requireTags(settings);
}

function requireCaption(text: string): void {
  const length = Array.from(text).length;
  const hashtags = text.match(HASHTAG)?.length ?? 0;
  const mentions = text.match(MENTION)?.length ?? 0;
  if (length > MAX_CAPTION_LENGTH) throw refusedText(`${MAX_CAPTION_LENGTH} characters`, length);
  if (hashtags > MAX_HASHTAGS) throw refusedText(`${MAX_HASHTAGS} hashtags`, hashtags);
  if (mentions > MAX_MENTIONS) throw refusedText(`${MAX_MENTIONS} mentions`, mentions);
}

function refusedText(limit: string, count: number): PlatformError {
  const message = `photonet takes at most ${limit} in a post, this one has ${count}; leave some out`;
  return new PlatformError('photonet', invalid(message));
}
