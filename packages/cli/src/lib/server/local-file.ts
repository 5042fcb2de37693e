import { createHash } from 'node:crypto';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isMedia, isWholeFile, lookAtFile, type MediaLook, typeProblem, unusableProblem } from '@social/rules';
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

/** Most bytes of a file that are held at a time. */
const PIECE_BYTES = 256 * 1024;

/** Reads a file. @throws {CliError} naming a file that cannot be read, is empty, cut off, or of a type that no network takes */
export async function readLocalFile(path: string, signal: AbortSignal): Promise<LocalFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    if (!(await stat(path)).isFile()) throw usageError(`${path} is not a file`, 'Nothing was sent.');
    await using file = await open(path);
    for await (const piece of piecesOf(file, signal)) {
      hash.update(piece);
      bytes += piece.length;
    }
    if (bytes === 0) throw usageError(`${path} is empty`, 'Nothing was sent.');
    const found = await lookAtFile({ bytes, read: (start, end) => readPart(file, start, end) });
    if (!isMedia(found)) throw usageError(`${path} ${typeProblem(found)}`, 'Nothing was sent.');
    const look = { ...found, isWhole: await isWholeFile(found, piecesOf(file, signal)) };
    const problem = unusableProblem({ ...look, name: path, bytes });
    if (problem) throw usageError(problem, 'Nothing was sent.');
    return { path, name: basename(path), bytes, sha256: hash.digest('hex'), look };
  } catch (error) {
    signal.throwIfAborted();
    throw describe(error, path);
  }
}

async function* piecesOf(file: FileHandle, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; ) {
    signal.throwIfAborted();
    const piece = await readPart(file, at, at + PIECE_BYTES);
    if (piece.length === 0) return;
    yield piece;
    at += piece.length;
  }
}

async function readPart(file: FileHandle, start: number, end: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(new Uint8Array(end - start), 0, end - start, start);
  return buffer.subarray(0, bytesRead);
}

function describe(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return usageError(`There is no file ${path}`, 'Nothing was sent.');
  if (code === 'EACCES' || code === 'EPERM')
    return usageError(`${path} cannot be read: no permission`, 'Nothing was sent.');
  return error;
}
