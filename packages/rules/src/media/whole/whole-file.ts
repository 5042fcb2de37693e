import type { FileLook } from '../look/file-look.ts';
import { isWholePicture } from './whole-picture.ts';

/**
 * Finds out whether a picture or video is whole. A JPEG or PNG is read to the end that its format marks, in little memory.
 * @param pieces the file from its beginning; null where that is not at hand. Nothing of it is read where the look tells
 * @returns false for a file that is cut off or damaged, and for a picture without a size; null where it is not known
 * @throws what the pieces throw
 */
export async function isWholeFile(
  { kind, contentType, size, isWhole }: Pick<FileLook, 'kind' | 'contentType' | 'size' | 'isWhole'>,
  pieces: AsyncIterable<Uint8Array> | null,
): Promise<boolean | null> {
  if (kind !== 'image') return isWhole;
  if (size === null) return false;
  return isWhole ?? (pieces && isWholePicture(pieces, contentType));
}
