import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type FileLook, isMedia, lookAtFile, type MediaLook, typeProblem, unusableProblem } from '@social/rules';
import { usageError } from '../errors.ts';

/** A file of this machine to publish. */
export interface LocalFile {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  /** Hash in lower-case hexadecimal. */
  readonly sha256: string;
  readonly look: MediaLook;
}

/** Reads a file. @throws {CliError} naming a file that cannot be read, is empty, is no picture or video, or is cut off */
export async function readLocalFile(path: string, signal: AbortSignal): Promise<LocalFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    if (!(await stat(path)).isFile()) throw usageError(`${path} is not a file`, 'Nothing was sent.');
    for await (const piece of createReadStream(path, { signal }) as AsyncIterable<Buffer>) {
      hash.update(piece);
      bytes += piece.length;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw describe(error, path);
  }
  if (bytes === 0) throw usageError(`${path} is empty`, 'Nothing was sent.');
  const look = await lookAt(path, bytes);
  if (!isMedia(look)) throw usageError(`${path} ${typeProblem(look)}`, 'Nothing was sent.');
  const problem = unusableProblem({ ...look, name: path, bytes });
  if (problem) throw usageError(problem, 'Nothing was sent.');
  return { path, name: basename(path), bytes, sha256: hash.digest('hex'), look };
}

async function lookAt(path: string, bytes: number): Promise<FileLook | null> {
  await using file = await open(path);
  return await lookAtFile({
    bytes,
    async read(start, end) {
      const { buffer, bytesRead } = await file.read(new Uint8Array(end - start), 0, end - start, start);
      return buffer.subarray(0, bytesRead);
    },
  });
}

function describe(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return usageError(`There is no file ${path}`, 'Nothing was sent.');
  if (code === 'EACCES' || code === 'EPERM')
    return usageError(`${path} cannot be read: no permission`, 'Nothing was sent.');
  return error;
}
