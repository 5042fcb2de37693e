import { imageExcess, imageLimits } from '@social/rules';
import { platformFacts } from '@social/types';
import type { OutgoingMedia } from '../../driver.ts';
import { refusedMedia } from '../../media-bytes.ts';
import { checkFileTypes } from '../files.ts';

const MAX_RATIO = 20;
const MEGABYTE = 1024 * 1024;

/**
 * Kind of message that carries a file. GIFs are documents, because photos are not animated.
 * @see https://core.telegram.org/bots/api#sending-files
 */
export type FileKind = 'photo' | 'video' | 'document';

export function kindOf({ kind, contentType }: OutgoingMedia): FileKind {
  if (kind === 'video') return 'video';
  return contentType === 'image/gif' ? 'document' : 'photo';
}

/** Refuses, before anything is sent, files that the network would not take. @throws PlatformError */
export function checkFiles(media: readonly OutgoingMedia[]): void {
  checkFileTypes(media);
  const { maxVideoBytes, maxImageBytes } = platformFacts('chatbot').media;
  for (const file of media) {
    const maxBytes = file.kind === 'video' ? maxVideoBytes : maxImageBytes;
    if (file.bytes > maxBytes) {
      const size = (file.bytes / MEGABYTE).toFixed(1);
      const taken = `the network takes ${maxBytes / MEGABYTE} MB`;
      throw refusedMedia('chatbot', `the file ${file.fileName} has ${size} MB, and ${taken}`);
    }
    if (kindOf(file) === 'photo') checkDimensions(file);
    if (kindOf(file) === 'document' && media.length > 1) {
      throw refusedMedia(
        'chatbot',
        `the network shows a GIF like ${file.fileName} only without other files; leave them out`,
      );
    }
  }
}

/** @see https://core.telegram.org/bots/api#sendphoto */
function checkDimensions({ fileName, contentType, bytes, dimensions }: OutgoingMedia): void {
  if (!dimensions) return;
  const { width, height } = dimensions;
  const excess = imageExcess({ contentType, bytes, size: dimensions }, imageLimits('chatbot', 'telegram'));
  if (excess !== null) throw refusedMedia('chatbot', `the image ${fileName} ${excess}`);
  const size = `the image ${fileName} has ${width} × ${height} pixels`;
  if (Math.max(width, height) > MAX_RATIO * Math.min(width, height)) {
    throw refusedMedia('chatbot', `${size}, and the network takes at most ${MAX_RATIO} times as many in one direction`);
  }
}
