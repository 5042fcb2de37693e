import { createHash } from 'node:crypto';
import {
  applyEdits,
  fileProblem,
  type ImageSize,
  imageExcess,
  type LookedFile,
  limitsFor,
  listed,
  type MediaKind,
  mediaFacts,
  planStrip,
  sizeText,
  stripFactsOf,
  stripNote,
  toldBy,
  typeName,
} from '@social/rules';
import { type MediaFacts, networkName } from '@social/types';
import { AppError } from '../errors.ts';
import { renamed } from './file-name.ts';
import { BusyError, createFairQueue, type FairQueue, type QueueLimits } from './fit/fair-queue.ts';
import type { FitResult } from './fit/fit-picture.ts';
import { type PictureFitter, UnfitError } from './fit/picture-fitter.ts';
import { type ContentMedia, MediaError, type MediaOrder } from './keep/media-source.ts';
import { readWhole } from './keep/media-store.ts';
import { sourceOf } from './look/media-look.ts';
import type { OwnFile, OwnFiles } from './own-files.ts';

/** Kinds of files from which something is removed. */
type StrippedKind = Exclude<MediaKind, 'document'>;

/** Most files from which bytes are cut out at a time, of all workspaces and of one: a video of 4 GB is read twice and written once. */
const STRIPS: Readonly<Record<StrippedKind, QueueLimits>> = {
  image: { waiting: 1_000, waitMs: 120_000, atATime: 2 },
  video: { waiting: 1_000, waitMs: 900_000, atATime: 2, ofOneOwner: 1 },
};

/** A file that was changed, stored with the workspace's files. */
interface ChangedFile {
  readonly file: OwnFile;
  /** What was done, as a sentence. */
  readonly note: string | null;
}

/** A file from which bytes were cut out. */
interface StrippedFile extends ChangedFile {
  /** Is false for a file that is sent as it is. */
  readonly isChanged: boolean;
}

/** Bytes of a file that can be read more than once. */
interface NewContent extends Pick<FitResult, 'contentType'> {
  readonly sha256: string;
  readonly bytes: number;
  readonly pieces: () => AsyncIterable<Uint8Array>;
}

/** Makes files fit for the posts of one workspace. */
export type MediaFitting = ReturnType<ReturnType<typeof createMediaFitting>>;

/** Creates what makes files fit and stores the results with the workspace's files, from where every attempt reads them. */
export function createMediaFitting(own: OwnFiles, fitter: PictureFitter) {
  const queues = { image: createFairQueue(STRIPS.image), video: createFairQueue(STRIPS.video) };
  return (workspaceId: string) => fittingOf(own, { fitter, queues, workspaceId });
}

function fittingOf(
  own: OwnFiles,
  by: {
    readonly fitter: PictureFitter;
    readonly queues: Readonly<Record<StrippedKind, FairQueue>>;
    readonly workspaceId: string;
  },
) {
  const { fitter, queues, workspaceId } = by;

  /** Stores a changed file with the workspace's files, unless it is stored. @throws MediaError */
  async function store(content: NewContent, found: OwnFile, signal: AbortSignal): Promise<OwnFile> {
    const { sha256, contentType } = content;
    const name = contentType === found.look.contentType ? found.name : renamed(found.name, contentType);
    const known = await own.openForPost(workspaceId, sha256, signal);
    if (known) return { ...known, name };
    await keep(own, workspaceId, { ...content, pieces: content.pieces(), name }, signal);
    const stored = await own.openForPost(workspaceId, sha256, signal);
    if (!stored) throw new MediaError('media_unreachable', NO_STORAGE);
    return { ...stored, name };
  }

  async function strip(found: OwnFile, signal: AbortSignal): Promise<StrippedFile | null> {
    const { file, look } = found;
    const plan = await planStrip(sourceOf(file));
    const facts = stripFactsOf(plan, look);
    if (facts.step === 'encode') return null;
    const note = stripNote({ ...look, name: found.name }, facts, 'was');
    if (plan === null || facts.step === 'none') return { file: found, isChanged: false, note };
    const pieces = () => until(signal, applyEdits(file.read(), plan));
    // Known before it is stored: a file that another attempt or post has stored is neither written nor counted again.
    const content = { ...(await digestOf(pieces())), contentType: look.contentType, pieces };
    return { file: await store(content, found, signal), isChanged: true, note };
  }

  return {
    /** Opens a file that was changed for an earlier attempt. @returns null when it is no longer stored */
    reopen: (sha256: string, signal: AbortSignal): Promise<OwnFile | null> =>
      own.openForPost(workspaceId, sha256, signal),

    /**
     * Removes from a picture or video what it tells beside what it shows, and stores the result.
     * @returns null for a picture that must be encoded again
     * @throws MediaError when it cannot be stored, and nothing was sent
     */
    async strip(found: OwnFile, signal: AbortSignal): Promise<StrippedFile | null> {
      return queues[found.look.kind === 'video' ? 'video' : 'image']
        .run(workspaceId, () => strip(found, signal), signal)
        .catch((error: unknown) => {
          if (!(error instanceof BusyError)) throw error;
          const message = `The server is too busy to prepare ${found.name}: try again in a minute`;
          throw new MediaError('media_unreachable', message, error);
        });
    },

    /**
     * Makes a picture fit and stores it.
     * @throws MediaError when it stays too large, or cannot be read, and nothing was sent
     */
    async fit(
      found: OwnFile,
      { platform, ...place }: Pick<MediaOrder, 'platform' | 'network' | 'server' | 'settings'>,
      { media, signal }: { readonly media: ContentMedia; readonly signal: AbortSignal },
    ): Promise<ChangedFile> {
      const file = { ...lookedFileOf(media, found), publicUrl: undefined };
      const facts = mediaFacts(platform, place);
      const taker = networkName(place.network);
      const refused = (why: string, cause?: unknown) => {
        const problem = fileProblem(file, facts, taker) ?? whyEncoded(file);
        return new MediaError('media_refused', `${problem}; ${why}`, cause);
      };
      const order = {
        workspaceId,
        contentType: found.look.contentType,
        limits: limitsFor(file, facts),
        types: facts.imageTypes,
      };
      const result = await fitter
        .fit(order, () => readWhole(found.file), signal)
        .catch((error: unknown) => {
          if (error instanceof UnfitError) throw refused(`it could not be changed: ${error.message}`, error);
          if (error instanceof AppError) throw new MediaError('media_unreachable', error.message, error);
          const message = 'The server is too busy to make a picture fit: try again in a minute';
          throw new MediaError('media_unreachable', message, error);
        });
      if (!result) throw refused('it could not be made to fit');
      const { bytes, contentType } = result;
      const pieces = () => onePiece(bytes);
      const content = { ...(await digestOf(pieces())), contentType, pieces };
      return { file: await store(content, found, signal), note: noteOn(file, { facts, taker }, result) };
    },
  };
}

/** What is known of a file of a post that is on the disk. */
export function lookedFileOf({ alt }: ContentMedia, { file, look, name, publicUrl }: OwnFile): LookedFile {
  return { ...look, name, alt, bytes: file.bytes, publicUrl };
}

const NO_STORAGE = 'The server cannot store media: try again in a minute';

async function keep(
  own: OwnFiles,
  workspaceId: string,
  file: Parameters<OwnFiles['keep']>[1],
  signal: AbortSignal,
): Promise<void> {
  try {
    await own.keep(workspaceId, file);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'media_quota_exceeded') {
      const message = `There is no room for ${file.name} in the form in which it is sent: ${error.message}`;
      throw new MediaError('media_quota_exceeded', message, error);
    }
    throw new MediaError('media_unreachable', error.code === 'unavailable' ? error.message : NO_STORAGE, error);
  }
}

/** Passes pieces on until the signal aborts. */
export async function* until(signal: AbortSignal, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    signal.throwIfAborted();
    yield piece;
  }
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function digestOf(pieces: AsyncIterable<Uint8Array>): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    bytes += piece.byteLength;
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** Explains why a picture is encoded anew although its network takes it. */
function whyEncoded({ name, orientation = 1 }: LookedFile): string {
  return orientation === 1 ? `${name} may tell its place or device` : `${name} is not upright`;
}

/** Says what was done to a picture. */
function noteOn(
  file: LookedFile,
  { facts, taker }: { readonly facts: MediaFacts; readonly taker: string },
  result: FitResult,
): string {
  const { name, contentType, bytes } = file;
  const isOther = result.contentType !== contentType;
  const told = toldBy(file);
  const done = [
    isOther && `converted to ${typeName(result.contentType)}`,
    (file.orientation ?? 1) !== 1 && 'turned upright',
    imageExcess(file, limitsFor(file, facts), taker) !== null && 'made smaller',
  ].filter((step) => step !== false);
  const shown = (size: ImageSize, type: string, length: number) =>
    `${size.width} × ${size.height}${isOther ? ` ${typeName(type)}` : ''}, ${sizeText(length)}`;
  const before = shown(result.sizeBefore, contentType, bytes ?? 0);
  const after = shown(result.size, result.contentType, result.bytes.length);
  if (done.length === 0) return `${name} was encoded anew${told === null ? '' : `, without its ${told}`}.`;
  const white = result.isOnWhite ? ' What was transparent is white now.' : '';
  return `${name} was ${listed(done)}: ${before} → ${after}.${white}`;
}
