import {
  applyEdits,
  fileProblem,
  type ImageSize,
  imageExcess,
  type LookedFile,
  limitsFor,
  mediaFacts,
  planStrip,
  toldBy,
  typeName,
} from '@social/rules';
import { type MediaFacts, networkName } from '@social/types';
import { AppError } from '../errors.ts';
import { renamed } from './file-name.ts';
import type { FitResult } from './fit/fit-picture.ts';
import { type PictureFitter, UnfitError } from './fit/picture-fitter.ts';
import { type ContentMedia, type FittedPicture, MediaError, type MediaOrder } from './keep/media-source.ts';
import { readWhole } from './keep/media-store.ts';
import { sourceOf } from './look/media-look.ts';
import type { OwnFile, OwnFiles } from './own-files.ts';

/** A picture that was made to fit, and what is stored about it. */
export interface FittedFile {
  readonly file: OwnFile;
  readonly record: FittedPicture;
}

/** A picture of a post: its number among the files of the platform, from 1, and what the post says about it. */
interface PictureOfPost {
  readonly number: number;
  readonly media: ContentMedia;
  readonly signal: AbortSignal;
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

  /** Stores a changed picture with the workspace's files. @throws MediaError */
  async function store(
    { bytes, contentType }: Pick<FitResult, 'bytes' | 'contentType'>,
    found: OwnFile,
    { signal, ...facts }: Omit<FittedPicture, 'sha256'> & { readonly signal: AbortSignal },
  ): Promise<FittedFile> {
    const sha256 = await keep(own, workspaceId, { bytes, name: renamed(found.name, contentType) });
    const fitted = await reopen({ ...facts, sha256 }, signal);
    if (!fitted) throw new MediaError('media_unreachable', 'The server cannot store media: try again in a minute');
    return fitted;
  }

  return {
    reopen,

    /**
     * Removes from a picture what it tells beside what it shows, and stores it.
     * @returns `nothing` for a picture that tells nothing, `encode` for one that must be encoded again
     * @throws MediaError when it cannot be stored, and nothing was sent
     */
    async strip(found: OwnFile, { number, media, signal }: PictureOfPost): Promise<FittedFile | 'nothing' | 'encode'> {
      const plan = await planStrip(sourceOf(found.file));
      if (plan === null) return 'nothing';
      if (!plan.isComplete || plan.orientation !== 1) return 'encode';
      const pieces: Uint8Array[] = [];
      for await (const piece of applyEdits(found.file.read(), plan)) pieces.push(piece);
      const bytes = Buffer.concat(pieces);
      const { width = 0, height = 0 } = found.look.size ?? {};
      const told = toldBy(found.look);
      const note = told && `${found.name} was sent without its ${told}.`;
      const { contentType } = found.look;
      return store({ bytes, contentType }, found, { number, url: media.url, width, height, note, signal });
    },

    /**
     * Makes a picture fit and stores it.
     * @throws MediaError when it stays too large, or cannot be read, and nothing was sent
     */
    async fit(
      found: OwnFile,
      { platform, ...place }: Pick<MediaOrder, 'platform' | 'network' | 'server'>,
      { number, media, signal }: PictureOfPost,
    ): Promise<FittedFile> {
      const file = lookedFileOf(media, found);
      const facts = mediaFacts(platform, place);
      const refused = (why: string, cause?: unknown) => {
        const problem = fileProblem(file, facts, networkName(place.network)) ?? whyEncoded(file);
        return new MediaError('media_refused', `${problem}; ${why}`, cause);
      };
      const { contentType } = found.look;
      const order = { workspaceId, contentType, limits: limitsFor(file, facts), types: facts.imageTypes };
      const result = await fitter
        .fit(order, () => readWhole(found.file), signal)
        .catch((error: unknown) => {
          if (error instanceof UnfitError) throw refused(`it could not be changed: ${error.message}`, error);
          if (error instanceof AppError) throw new MediaError('media_unreachable', error.message, error);
          const message = 'The server is too busy to make a picture fit: try again in a minute';
          throw new MediaError('media_unreachable', message, error);
        });
      if (!result) throw refused('it could not be made to fit');
      const note = noteOn(file, facts, result);
      return store(result, found, { number, url: media.url, ...result.size, note, signal });
    },
  };
}

/** What is known of a file of a post that is on the disk. */
export function lookedFileOf({ alt }: ContentMedia, { file, look, name }: OwnFile): LookedFile {
  return { ...look, name, alt, bytes: file.bytes };
}

async function keep(own: OwnFiles, workspaceId: string, file: Parameters<OwnFiles['keep']>[1]): Promise<string> {
  try {
    return await own.keep(workspaceId, file);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'unavailable') throw new MediaError('media_unreachable', error.message, error);
    throw new MediaError(
      'media_refused',
      `There is no room for the form of a picture that is sent: ${error.message}`,
      error,
    );
  }
}

/** Explains why a picture is encoded anew although its network takes it. */
function whyEncoded({ name, orientation = 1 }: LookedFile): string {
  return orientation === 1 ? `${name} may tell its place or device` : `${name} is not upright`;
}

/** Says what was done to a picture. */
function noteOn(file: LookedFile, facts: MediaFacts, result: FitResult): string {
  const { name, contentType, bytes } = file;
  const isOther = result.contentType !== contentType;
  const told = toldBy(file);
  const done = [
    isOther && `converted to ${typeName(result.contentType)}`,
    (file.orientation ?? 1) !== 1 && 'turned upright',
    imageExcess(file, limitsFor(file, facts)) !== null && 'made smaller',
  ].filter((step) => step !== false);
  const shown = (size: ImageSize, type: string, length: number) =>
    `${size.width} × ${size.height}${isOther ? ` ${typeName(type)}` : ''}, ${(length / 1e6).toFixed(1)} MB`;
  const before = shown(result.sizeBefore, contentType, bytes ?? 0);
  const after = shown(result.size, result.contentType, result.bytes.length);
  if (done.length === 0) return `${name} was encoded anew${told === null ? '' : `, without its ${told}`}.`;
  const white = result.isOnWhite ? ' What was transparent is white now.' : '';
  return `${name} was ${AND.format(done)}: ${before} → ${after}.${white}`;
}

const AND = new Intl.ListFormat('en', { type: 'conjunction' });
