import { MediaError } from '../keep/media-source.ts';
import type { TemporaryFile } from '../keep/temporary-files.ts';
import { type Picture, readPicture } from './picture.ts';

/** Pixels of the largest picture that is taken. */
export const MAX_PIXELS = 50_000_000;

/** Reads a picture's size and frames. @throws MediaError media_refused when the picture is cut off, damaged or too large */
export async function checkPicture(
  file: Pick<TemporaryFile, 'read'>,
  contentType: string,
  name: string,
): Promise<Picture> {
  const picture = await readPicture(file.read(), contentType);
  if (picture === null || picture.width === 0 || picture.height === 0) {
    throw new MediaError('media_refused', `${name} is not a whole picture; check the file`);
  }
  if (picture.width * picture.height > MAX_PIXELS) {
    throw new MediaError(
      'media_refused',
      `${name} has more than ${MAX_PIXELS / 1_000_000} megapixels; make it smaller`,
    );
  }
  return picture;
}
