import { listed } from '@social/rules';
import type { CheckedPost, LookedPost, OutgoingPost } from '../../../driver.ts';
import { invalid } from '../../../meanings.ts';
import { PlatformError } from '../../../platform-error.ts';
import { unusedSettings } from '../../../settings/unused-settings.ts';
import { type Creator, choosePrivacy } from '../account/creator.ts';
import { MAX_TITLE } from './photos.ts';

const OF_VIDEOS = ['disableDuet', 'disableStitch', 'coverMs', 'aiGenerated'];
const OF_PHOTOS = ['title', 'coverIndex', 'autoAddMusic'];

type Settings = OutgoingPost['settings'];

/** Checks the settings by what the account offered when it was last asked. @throws PlatformError */
export function checkSettings({ settings, limits }: CheckedPost): void {
  const offered = limits?.visibilities;
  const level = offered ? choosePrivacy({ privacyLevels: offered }, { settings }).level : settings['privacyLevel'];
  requireVisible(settings, level);
}

/** Refuses a title that is too long, and a cover that the files do not have. @throws PlatformError */
export function requireSuitable({ settings, media }: LookedPost): void {
  const { coverMs, coverIndex } = settings;
  const [first] = media;
  if (first?.kind === 'image') readTitle(settings);
  const duration = first?.kind === 'video' ? first.duration : null;
  if (typeof coverMs === 'number' && duration !== null && coverMs >= duration * 1000) {
    throw wrong(`the video has no frame at coverMs ${coverMs}: it lasts ${Math.floor(duration * 1000)} milliseconds`);
  }
  if (typeof coverIndex === 'number' && first?.kind === 'image' && coverIndex >= media.length) {
    throw wrong(`the post has no photo at coverIndex ${coverIndex}: give 0 for the first, up to ${media.length - 1}`);
  }
}

/** Refuses a paid partnership that nobody but the account would see, as the network does after the upload. @throws PlatformError */
export function requireVisible(settings: Settings, level: unknown): void {
  if (settings['paidPartnership'] !== true || level !== 'SELF_ONLY') return;
  const problem = 'TikTok takes no paid partnership with the privacy level SELF_ONLY, all that an unaudited app has';
  const without = "which leaves TikTok's label out where the post asks every network for it";
  throw wrong(
    `${problem}; set privacyLevel to another one, or settings.shortvideo.paidPartnership to false, ${without}`,
  );
}

/** The title of photos; null where the settings have none. @throws PlatformError */
export function readTitle(settings: Settings): string | null {
  const { title } = settings;
  if (typeof title !== 'string') return null;
  if (title.trim() === '') throw wrong('the title of photos must not be blank; leave it out, or give words');
  if (title.length <= MAX_TITLE) return title;
  throw wrong(`the title has ${title.length} UTF-16 units, of which an emoji has 2 or more; TikTok takes ${MAX_TITLE}`);
}

/** Says which settings have no effect on this post; null where all have one. */
export function noteOf({ settings, media }: OutgoingPost, creator: Creator): string | null {
  const isVideo = media[0]?.kind === 'video';
  const unused = isVideo
    ? unusedSettings({ settings }, { where: 'videos of TikTok', names: OF_PHOTOS })
    : unusedSettings({ settings }, { where: 'photos of TikTok', names: OF_VIDEOS });
  const kept = [
    settings['disableComment'] === false && creator.isCommentDisabled ? ['comments'] : [],
    isVideo && settings['disableDuet'] === false && creator.isDuetDisabled ? ['duets'] : [],
    isVideo && settings['disableStitch'] === false && creator.isStitchDisabled ? ['stitches'] : [],
  ].flat();
  const off = kept.length > 0 ? `The account has ${listed(kept)} switched off: they stay off.` : null;
  return [unused, off].filter((sentence) => sentence !== null).join(' ') || null;
}

function wrong(message: string): PlatformError {
  return new PlatformError('shortvideo', invalid(message));
}
