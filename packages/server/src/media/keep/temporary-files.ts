import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../logger.ts';
import { MediaError } from './media-source.ts';

const PIECE_BYTES = 64 * 1024;
const MAX_BYTES_TOGETHER = 16 * 1024 ** 3;

/** Where files are kept while posts are sent. */
export interface TemporaryFilesOptions {
  /** Made when the first file is, readable by this user alone. */
  readonly directory: string;
  readonly logger: Logger;
  /** All files of this process together; 16 GiB when left out. */
  readonly maxBytes?: number;
}

/** A file that lasts until it is removed, or until the process ends, however that ends. */
export interface TemporaryFile {
  /** Size so far. */
  readonly bytes: number;
  /** @throws MediaError media_unreachable when there is no room; the file is still the caller's to remove */
  append(chunk: Uint8Array): Promise<void>;
  /** Everything from `fromByte` on, in pieces; several readers may be at it at the same time. */
  read(fromByte?: number): AsyncIterable<Uint8Array>;
  /** SHA-256 of what is there so far, in lower-case hexadecimal. */
  sha256(): string;
  /** Gives the room back. Repeating it does nothing. */
  remove(): Promise<void>;
}

export type TemporaryFiles = ReturnType<typeof createTemporaryFiles>;

/**
 * Files without a name: each is unlinked as soon as it is open, so that the system frees it with the process, even one that
 * is killed. What a kill between the two calls left is removed at the start; that harms no other process on the same
 * directory, whose files have no name any more.
 */
export function createTemporaryFiles({ directory, logger, maxBytes = MAX_BYTES_TOGETHER }: TemporaryFilesOptions) {
  let bytesTogether = 0;
  const swept = sweep(directory).catch((error: unknown) =>
    logger.warn({ err: error, directory }, 'temporary media files could not be removed'),
  );

  function failed(error: unknown): MediaError {
    logger.error({ err: error, directory }, 'media could not be stored');
    return storageError(error);
  }

  return {
    /** An empty file. @throws MediaError media_unreachable when none can be made */
    async create(): Promise<TemporaryFile> {
      await swept;
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
          if (bytesTogether + chunk.byteLength > maxBytes) {
            throw new MediaError(
              'media_unreachable',
              'The server holds too many media files at this moment; try again in a minute',
            );
          }
          bytesTogether += chunk.byteLength;
          bytes += chunk.byteLength;
          hash.update(chunk);
          await handle.appendFile(chunk).catch((error: unknown) => {
            throw failed(error);
          });
        },
        read: (fromByte = 0) => readPieces(handle, fromByte),
        sha256: () => hash.copy().digest('hex'),
        remove() {
          removed ??= handle.close().finally(() => {
            bytesTogether -= bytes;
          });
          return removed;
        },
      };
    },
  };
}

async function openUnnamed(directory: string): Promise<FileHandle> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, `${process.pid}-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  try {
    // Somebody who sweeps at this moment may have been quicker.
    await rm(path, { force: true });
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Everything of a file from a byte on. */
export async function* readPieces(handle: FileHandle, fromByte: number): AsyncGenerator<Uint8Array> {
  for (let position = fromByte; ; ) {
    // A new buffer each time: the reader may keep what it got.
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafeSlow(PIECE_BYTES), 0, PIECE_BYTES, position);
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

/** What the user can do about it; where and why is for the log. */
function storageError(cause: unknown): MediaError {
  return new MediaError('media_unreachable', storageProblem(cause), cause);
}

/** Why the disk did not take a file, and what to do, as a sentence. */
export function storageProblem(cause: unknown): string {
  const code = (cause as NodeJS.ErrnoException).code ?? '';
  const reason = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)
    ? 'its disk is full; make room there, then try again'
    : ['EMFILE', 'ENFILE'].includes(code)
      ? 'it has too many files open; try again in a minute'
      : 'its log says why; try again when that is fixed';
  return `The server cannot store media: ${reason}`;
}
