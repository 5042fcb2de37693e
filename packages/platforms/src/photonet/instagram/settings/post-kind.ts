import type { LookedPost } from '../../../driver.ts';
import { invalid } from '../../../meanings.ts';
import { PlatformError } from '../../../platform-error.ts';

/** What a post becomes; a single video is always a reel, unless it is a story. */
export type PostKind = 'image' | 'reel' | 'carousel' | 'story';

export function kindOf({ media, settings }: LookedPost): PostKind {
  if (isStory({ settings })) return 'story';
  if (media.length > 1) return 'carousel';
  return media[0]?.kind === 'video' ? 'reel' : 'image';
}

/** Returns true for a post that is shown for a day, without text. */
export function isStory({ settings }: Pick<LookedPost, 'settings'>): boolean {
  return settings['type'] === 'story';
}

/** Checks whether type and cover fit the files. @throws PlatformError before anything is sent */
export function requireFitting({ media, settings }: LookedPost): void {
  const { type, shareToFeed, coverMs } = settings;
  const [file, ...others] = media;
  if (type === 'story' && others.length > 0) throw wrong('a story has one picture or one video; leave the others out');
  if (type === 'reel' && (!file || file.kind === 'image' || others.length > 0)) {
    throw wrong('the type reel needs one video, and no other file');
  }
  if (!file || kindOf({ media, settings }) !== 'reel') return;
  if (type === 'feed' && shareToFeed === false) {
    throw wrong('the type feed shows the video in the feed, and shareToFeed false does not; leave one of them out');
  }
  const end = file.duration === null ? Number.POSITIVE_INFINITY : Math.floor(1000 * file.duration);
  if (typeof coverMs === 'number' && coverMs > 0 && coverMs >= end) {
    throw wrong(`the coverMs must be below ${end}, where the video ends`);
  }
}

function wrong(message: string): PlatformError {
  return new PlatformError('photonet', invalid(message));
}
