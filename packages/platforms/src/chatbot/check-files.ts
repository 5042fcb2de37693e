import { platformFacts } from '@social/types';
import type { OutgoingMedia } from '../driver.ts';
import { refusedMedia } from '../media-bytes.ts';

/** Refuses, before anything is sent, files that are too many or of types that the platform does not take. */
export function checkFileTypes(media: readonly OutgoingMedia[]): void {
  const { files, imageTypes, videoTypes } = platformFacts('chatbot').media;
  if (media.length > files) {
    throw refusedMedia('chatbot', `chatbot takes at most ${files} files in one message, and there are ${media.length}`);
  }
  for (const { kind, contentType, fileName } of media) {
    const types = kind === 'video' ? videoTypes : imageTypes;
    if (types.includes(contentType)) continue;
    throw refusedMedia('chatbot', `chatbot takes no ${contentType} like ${fileName}; convert it to ${types[0]}`);
  }
}
