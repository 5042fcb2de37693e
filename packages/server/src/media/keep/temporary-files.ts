import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../log/logger.ts';
import type { Account, AccountOf } from './account.ts';
import { MediaError } from './media-source.ts';

const PIECE_BYTES = 64 * 1024;

/** Options of the files that last while posts are sent. */
export interface TemporaryFilesOptions {
  /** Created with the first file, readable by this user alone. */
  readonly directory: string;
  readonly logger: Logger;
  /** Bytes of the files of each owner. */
  readonly accountOf: AccountOf;
}

/** A file that lasts until `remove`, or until the process ends in any way. */
export interface TemporaryFile {
  /** Size so far. */
  readonly bytes: number;
  /** Appends to the file. @throws MediaError media_unreachable when the disk is full; the caller still removes the file */
  append(chunk: Uint8Array): Promise<void>;
  /** Reads from `fromByte` up to `toByte`, or to the end, in pieces; several readers may read at the same time. */
  read(fromByte?: number, toByte?: number): AsyncIterable<Uint8Array>;
  /** SHA-256 of the content so far, in lower-case hex. */
  sha256(): string;
  /** Frees the disk space. A second call does nothing. */
  remove(): Promise<void>;
}

export type TemporaryFiles = ReturnType<typeof createTemporaryFiles>;

/**
 * Creates files without a name: each is unlinked as soon as it is open, so that the system frees it when the process ends, also
 * by a kill. The start removes files that a kill between the two calls has left. Files of other processes on the same directory
 * have no name by then, so the start cannot remove them.
 */
export function createTemporaryFiles({ directory, logger, accountOf }: TemporaryFilesOptions) {
  const swept = sweep(directory).catch((error: unknown) =>
    logger.warn({ err: error, directory }, 'temporary media files could not be removed'),
  );

  function failed(error: unknown): MediaError {
    logger.error({ err: error, directory }, 'media could not be stored');
    return storageError(error);
  }

  return {
    /** Creates an empty file. @param owner the workspace that it counts for @throws MediaError media_unreachable when the disk refuses it */
    async create(owner: string): Promise<TemporaryFile> {
      await swept;
      const account = await accountOf(owner);
      const handle = await openUnnamed(directory).catch((error: unknown) => {
        throw failed(error);
      });
      let bytes = 0;
      const hash = createHash('sha256');
      let removed: Promise<void> | undefined;
      return {
        get bytes() {
          return bytes;
        },
        async append(chunk) {
          takeRoom(account, chunk.byteLength);
          bytes += chunk.byteLength;
          hash.update(chunk);
          await handle.appendFile(chunk).catch((error: unknown) => {
            throw failed(error);
          });
        },
        read: (fromByte = 0, toByte) => readPieces(handle, fromByte, toByte),
        sha256: () => hash.copy().digest('hex'),
        remove() {
          removed ??= handle.close().finally(() => {
            account.count(-bytes);
          });
          return removed;
        },
      };
    },
  };
}

/** @throws MediaError media_unreachable */
function takeRoom(account: Account, bytes: number): void {
  try {
    account.take(bytes);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new MediaError('media_unreachable', error.message, error);
  }
}

async function openUnnamed(directory: string): Promise<FileHandle> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, `${process.pid}-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  try {
    // Another process that starts now may have removed the file already.
    await rm(path, { force: true });
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Reads a file from one byte up to another, or to the end, in pieces. */
export async function* readPieces(
  handle: FileHandle,
  fromByte: number,
  toByte = Number.POSITIVE_INFINITY,
): AsyncGenerator<Uint8Array> {
  for (let position = fromByte; position < toByte; ) {
    const length = Math.min(PIECE_BYTES, toByte - position);
    // Each piece needs its own buffer, since the reader may keep it.
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafeSlow(length), 0, length, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function sweep(directory: string): Promise<void> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) await rm(join(directory, name), { force: true });
}

/** Tells the user what to do; the log says where and why. */
function storageError(cause: unknown): MediaError {
  return new MediaError('media_unreachable', storageProblem(cause), cause);
}

/** Explains in a sentence why the disk refused a file, and what to do. */
export function storageProblem(cause: unknown): string {
  const code = (cause as NodeJS.ErrnoException).code ?? '';
  const reason = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)
    ? 'its disk is full; make room there, then try again'
    : ['EMFILE', 'ENFILE'].includes(code)
      ? 'it has too many files open; try again in a minute'
      : 'its log says why; try again when that is fixed';
  return `The server cannot store media: ${reason}`;
}
