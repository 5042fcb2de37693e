import { platformFacts } from '@social/types';
import type { OutgoingMedia, OutgoingPost } from '../../driver.ts';
import { cleanText } from '../../http/safe-quote.ts';
import { invalid } from '../../meanings.ts';
import { refusedMedia } from '../../media-bytes.ts';
import { PlatformError } from '../../platform-error.ts';

const MIB = 1024 * 1024;
const NARROWEST = 4 / 5;
const WIDEST = 1.91;
/** Widths and heights are whole pixels: 1080 by 1350 must count as 4:5 despite rounding. */
const TOLERANCE = 0.005;
const MAX_CAPTION_LENGTH = 2200;
const MAX_HASHTAGS = 30;
const MAX_MENTIONS = 20;
const HASHTAG = /(?<![\p{L}\p{N}_&])[#＃][\p{L}\p{N}_]+/gu;
const MENTION = /(?<![\p{L}\p{N}_.])@[\p{L}\p{N}_.]+/gu;

/**
 * Refuses, before anything is sent, a post that Instagram would refuse later. Does not know the length of videos.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media
 */
export function requireWithinLimits({ text, media }: OutgoingPost): void {
  requireCaption(text);
  const { files } = platformFacts('photonet').media;
  if (media.length === 0) throw refusedMedia('photonet', 'photonet needs an image or a video');
  if (media.length > files) {
    throw refusedMedia('photonet', `photonet takes at most ${files} files in a post, not ${media.length}`);
  }
  for (const file of media) requireFile(file);
}

function requireCaption(text: string): void {
  const length = Array.from(text).length;
  const hashtags = text.match(HASHTAG)?.length ?? 0;
  const mentions = text.match(MENTION)?.length ?? 0;
  if (length > MAX_CAPTION_LENGTH) throw refusedText(`${MAX_CAPTION_LENGTH} characters`, length);
  if (hashtags > MAX_HASHTAGS) throw refusedText(`${MAX_HASHTAGS} hashtags`, hashtags);
  if (mentions > MAX_MENTIONS) throw refusedText(`${MAX_MENTIONS} mentions`, mentions);
}

function requireFile({ kind, contentType, bytes, dimensions, fileName }: OutgoingMedia): void {
  const name = `the ${kind} ${cleanText(fileName, 100)}`;
  const { imageTypes, videoTypes, maxImageBytes, maxVideoBytes } = platformFacts('photonet').media;
  const [types, maxBytes] = kind === 'image' ? [imageTypes, maxImageBytes] : [videoTypes, maxVideoBytes];
  if (!types.includes(contentType)) {
    throw refusedMedia('photonet', `${name} is of the type ${contentType}; photonet takes ${types.join(' and ')} only`);
  }
  if (bytes > maxBytes) {
    const size = (bytes / MIB).toFixed(1);
    throw refusedMedia('photonet', `${name} has ${size} MiB; photonet takes ${kind}s of at most ${maxBytes / MIB} MiB`);
  }
  if (kind === 'video' || dimensions === null) return;
  const { width, height } = dimensions;
  const ratio = width / height;
  if (ratio >= NARROWEST - TOLERANCE && ratio <= WIDEST + TOLERANCE) return;
  const values = `${width} by ${height} pixels (${ratio.toFixed(2)}:1)`;
  const taken = 'photonet takes images between 4:5 (0.80:1) and 1.91:1, crop it';
  throw refusedMedia('photonet', `${name} has ${values}; ${taken}`);
}

function refusedText(limit: string, count: number): PlatformError {
  const message = `photonet takes at most ${limit} in a post, this one has ${count}; leave some out`;
  return new PlatformError('photonet', invalid(message));
}
