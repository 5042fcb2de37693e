import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type FileLook,
  type FileSource,
  isWholeFile,
  lookAtFile,
  type MediaLook,
  planStrip,
  QUICK_STRIP_LIMITS,
  stripFactsOf,
  unusableProblem,
} from '@social/rules';
import { MediaError } from '../keep/media-source.ts';
import type { TemporaryFile } from '../keep/temporary-files.ts';

/** Looks at a file on the disk. @returns null for a file of an unknown type */
export function lookOnDisk(file: Pick<TemporaryFile, 'bytes' | 'read'>): Promise<FileLook | null> {
  return lookAtFile(sourceOf(file));
}

/**
 * Adds to the look at a file what stripping does to it, unless finding that out takes long: the publish does.
 * @throws what `read` of the source throws
 */
export async function withStrip(look: MediaLook, source: FileSource): Promise<MediaLook> {
  const plan = await planStrip(source, QUICK_STRIP_LIMITS);
  return plan?.isCutShort ? look : { ...look, strip: stripFactsOf(plan, look) };
}

/** The parts of a file on the disk. */
export function sourceOf(file: Pick<TemporaryFile, 'bytes' | 'read'>): FileSource {
  return { bytes: file.bytes, read: (start, end) => readRange(file, start, end), pause: nextTurn };
}

/**
 * Refuses a file that is cut off or damaged, and a picture that is too large.
 * @param name how messages name the file
 * @throws MediaError media_refused
 */
export async function requireWhole(file: Pick<TemporaryFile, 'read'>, look: MediaLook, name: string): Promise<void> {
  const isWhole = await isWholeFile(look, file.read());
  const problem = unusableProblem({ ...look, name, bytes: null, isWhole });
  if (problem !== null) throw new MediaError('media_refused', problem);
}

async function readRange(file: Pick<TemporaryFile, 'read'>, start: number, end: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of file.read(start, end)) pieces.push(piece);
  return Buffer.concat(pieces);
}
