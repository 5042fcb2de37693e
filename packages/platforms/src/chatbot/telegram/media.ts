import type { OutgoingMedia } from '../../driver.ts';

/**
 * Kind of message that carries a file. GIFs go as documents, because photos are not animated.
 * @see https://core.telegram.org/bots/api#sending-files
 */
export type FileKind = 'photo' | 'video' | 'document';

export function kindOf({ kind, contentType }: OutgoingMedia): FileKind {
  if (kind !== 'image') return kind;
  return contentType === 'image/gif' ? 'document' : 'photo';
}
