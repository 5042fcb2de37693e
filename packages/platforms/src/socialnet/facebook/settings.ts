import type { CheckedPost, LookedMedia, LookedPost, OutgoingPost } from '../../driver.ts';
import { cleanText } from '../../http/safe-quote.ts';
import { invalid } from '../../meanings.ts';
import { refusedMedia } from '../../media-bytes.ts';
import { PlatformError } from '../../platform-error.ts';
import { requireNoStory } from './comment.ts';

/** Least pixels of a reel, and how much its shape may differ from theirs. */
const REEL = { width: 540, height: 960, tolerance: 0.01 };

/** Checks the settings of a post. @throws PlatformError before anything is sent */
export function checkSettings({
  settings,
  hasMedia,
  isComment,
}: Pick<CheckedPost, 'settings' | 'hasMedia' | 'isComment'>): void {
  if (isComment) {
    requireNoStory({ settings });
    return;
  }
  const { type } = settings;
  const link = ownLink(settings);
  if (link !== null && !/^https?:$/.test(URL.parse(link)?.protocol ?? '')) {
    throw wrong('the link must be the whole address of a page, such as https://example.org/notes');
  }
  if (link !== null && hasMedia) {
    throw wrong(
      'Facebook shows the link as a card only without files; leave them out, or write the link into the text',
    );
  }
  if (!hasMedia && (type === 'reel' || type === 'story')) throw wrong(needOf(type));
}

/** Checks whether the type fits the files. @throws PlatformError before anything is sent */
export function requireFitting({ settings, media }: LookedPost): void {
  const { type } = settings;
  if (type !== 'reel' && type !== 'story') return;
  const [file, ...others] = media;
  if (!file || others.length > 0 || (type === 'reel' && file.kind === 'image')) throw wrong(needOf(type));
  if (type === 'reel') requireUpright(file);
}

/** The link that its author chose for the card; null where the text decides. */
export function ownLink({ link }: OutgoingPost['settings']): string | null {
  return typeof link === 'string' ? link : null;
}

function requireUpright({ dimensions, fileName }: LookedMedia): void {
  if (!dimensions) return;
  const { width, height } = dimensions;
  const isUpright = Math.abs((width * REEL.height) / (height * REEL.width) - 1) <= REEL.tolerance;
  if (isUpright && width >= REEL.width && height >= REEL.height) return;
  const needed = `takes reels of 9:16 and at least ${REEL.width} × ${REEL.height}; crop it, or leave the type out`;
  throw refusedMedia('socialnet', `${cleanText(fileName, 100)} is ${width} × ${height} pixels, and Facebook ${needed}`);
}

function needOf(type: 'reel' | 'story'): string {
  return `the type ${type} needs ${type === 'reel' ? 'one video' : 'one image or one video'}, and no other file`;
}

function wrong(message: string): PlatformError {
  return new PlatformError('socialnet', invalid(message));
}
