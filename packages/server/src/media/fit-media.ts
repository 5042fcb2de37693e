import { type ImageLimits, type ImageSize, imageExcess, imageLimits } from '@social/rules';
import { platformFacts } from '@social/types';
import { AppError } from '../errors.ts';
import { shownName } from './fetch/media-url.ts';
import type { FitResult } from './fit/fit-picture.ts';
import { type PictureFitter, UnfitError } from './fit/picture-fitter.ts';
import { type FittedPicture, MediaError, type MediaOrder } from './keep/media-source.ts';
import { readWhole } from './keep/media-store.ts';
import type { OwnFile, OwnFiles } from './own-files.ts';

/** A picture that was made to fit, and what is stored about it. */
export interface FittedFile {
  readonly file: OwnFile;
  readonly record: FittedPicture;
}

/** Makes pictures fit for the posts of one workspace. */
export type MediaFitting = ReturnType<typeof createMediaFitting>;

/** Creates what makes pictures fit and stores the results with the workspace's files, from where every attempt reads them. */
export function createMediaFitting(own: OwnFiles, fitter: PictureFitter, workspaceId: string) {
  /** Opens a picture that was made to fit. @returns null when it is no longer stored */
  async function reopen(record: FittedPicture, signal: AbortSignal): Promise<FittedFile | null> {
    const found = await own.openForPost(workspaceId, record.sha256, signal);
    return found && { file: found, record };
  }

  return {
    reopen,

    /**
     * Makes a picture fit and stores it.
     * @param picture its number among the files of the platform, from 1, and its address
     * @throws MediaError when it stays too large, and nothing was sent
     */
    async fit(
      found: OwnFile,
      { platform, network }: Pick<MediaOrder, 'platform' | 'network'>,
      { number, url, signal }: { readonly number: number; readonly url: string; readonly signal: AbortSignal },
    ): Promise<FittedFile> {
      const limits = imageLimits(platform, network);
      const refused = (why: string, cause?: unknown) =>
        new MediaError('media_refused', `${shownName(url)} ${excessOf(found, limits)}; ${why}`, cause);
      const { contentType } = found.look;
      const order = { workspaceId, contentType, limits, types: platformFacts(platform).media.imageTypes };
      const result = await fitter
        .fit(order, () => readWhole(found.file), signal)
        .catch((error: unknown) => {
          if (error instanceof UnfitError) {
            throw refused(`it could not be made smaller: ${error.message}`, error);
          }
          if (error instanceof AppError) throw new MediaError('media_unreachable', error.message, error);
          throw new MediaError(
            'media_unreachable',
            'The server is too busy to make a picture smaller: try again in a minute',
            error,
          );
        });
      if (!result) throw refused('it could not be made smaller');
      const sha256 = await keep(own, workspaceId, result.bytes);
      const note = noteOn(number, found, result);
      const record = { number, url, sha256, ...result.size, note };
      const file = await reopen(record, signal);
      if (!file) throw new MediaError('media_unreachable', 'The server cannot store media: try again in a minute');
      return file;
    },
  };
}

/** Explains why a file is too large for a network, as the end of a sentence; null when it is not. */
export function excessOf({ look: { contentType, size }, file }: OwnFile, limits: ImageLimits): string | null {
  return imageExcess({ contentType, bytes: file.bytes, size }, limits);
}

async function keep(own: OwnFiles, workspaceId: string, bytes: Uint8Array): Promise<string> {
  try {
    return await own.keep(workspaceId, bytes);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'unavailable') throw new MediaError('media_unreachable', error.message, error);
    throw new MediaError(
      'media_refused',
      `There is no room for the smaller form of a picture: ${error.message}`,
      error,
    );
  }
}

/** Says what was done to a picture. */
function noteOn(number: number, { look: { contentType }, file }: OwnFile, result: FitResult): string {
  const isOther = result.contentType !== contentType;
  const facts = (size: ImageSize, type: string, bytes: number) =>
    `${size.width} × ${size.height}${isOther ? ` ${nameOf(type)}` : ''}, ${(bytes / 1e6).toFixed(1)} MB`;
  const before = facts(result.sizeBefore, contentType, file.bytes);
  return `Picture ${number} was made smaller: ${before} → ${facts(result.size, result.contentType, result.bytes.length)}.`;
}

function nameOf(contentType: string): string {
  return contentType.replace('image/', '').toUpperCase();
}
