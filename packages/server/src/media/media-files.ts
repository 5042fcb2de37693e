import { createHash, randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../errors.ts';
import { readPieces, storageProblem } from './keep/temporary-files.ts';
import type { ReadableFile } from './url-media-source.ts';

const INCOMING = '.incoming';

/** A file that the server receives, under a temporary name. */
export interface IncomingFile {
  readonly bytes: number;
  /** Appends to the file. @throws AppError unavailable when the disk is full */
  append(chunk: Uint8Array): Promise<void>;
  read(fromByte?: number): AsyncIterable<Uint8Array>;
  sha256(): string;
  /** Resolves when the whole file is on the disk. */
  sync(): Promise<void>;
  /** Moves the file to its final name, and replaces an equal file there. Call `sync` first. */
  keep(workspaceId: string): Promise<void>;
  /** Removes a file that was not kept. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** A file under its final name. */
export interface PlacedFile {
  readonly workspaceId: string;
  readonly sha256: string;
  readonly changedAt: Date;
}

export type MediaFiles = ReturnType<typeof createMediaFiles>;

/** Creates the store of workspaces' files, `<directory>/<workspace>/<SHA-256>`, never changed and readable by this user alone. */
export function createMediaFiles(directory: string) {
  const folderOf = (workspaceId: string) => join(directory, workspaceId);
  const pathOf = (workspaceId: string, sha256: string) => join(folderOf(workspaceId), sha256);

  return {
    /** Begins to receive a file. @throws AppError unavailable */
    async receive(): Promise<IncomingFile> {
      const path = join(directory, INCOMING, randomUUID());
      const handle = await stored(async () => {
        await mkdir(join(directory, INCOMING), { recursive: true, mode: 0o700 });
        return await open(path, 'wx+', 0o600);
      });
      return incomingFile(handle, path, async (workspaceId, sha256) => {
        await mkdir(folderOf(workspaceId), { recursive: true, mode: 0o700 });
        await rename(path, pathOf(workspaceId, sha256));
        syncFolder(folderOf(workspaceId));
      });
    },

    /** Opens a file. @returns the file, or null when it does not exist */
    async open(workspaceId: string, sha256: string): Promise<ReadableFile | null> {
      const handle = await open(pathOf(workspaceId, sha256), 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (handle === null) return null;
      const { size } = await handle.stat();
      let closed: Promise<void> | undefined;
      return {
        bytes: size,
        sha256: () => sha256,
        read: (fromByte = 0) => readPieces(handle, fromByte),
        remove() {
          closed ??= handle.close();
          return closed;
        },
      };
    },

    remove: (workspaceId: string, sha256: string): Promise<void> => rm(pathOf(workspaceId, sha256), { force: true }),

    /** Lists every file that was kept. */
    async *list(): AsyncGenerator<PlacedFile> {
      for (const workspaceId of await namesIn(directory)) {
        if (workspaceId === INCOMING) continue;
        for (const sha256 of await namesIn(folderOf(workspaceId))) {
          const found = await stat(pathOf(workspaceId, sha256)).catch(() => null);
          if (found) yield { workspaceId, sha256, changedAt: found.mtime };
        }
      }
    },

    /** Removes files that killed processes had begun to receive. @param before milliseconds since 1970; later files stay */
    async removeAbandoned(before: number): Promise<void> {
      for (const name of await namesIn(join(directory, INCOMING))) {
        const path = join(directory, INCOMING, name);
        const found = await stat(path).catch(() => null);
        if (found && found.mtimeMs < before) await rm(path, { force: true });
      }
    },
  };
}

function incomingFile(
  handle: FileHandle,
  path: string,
  place: (workspaceId: string, sha256: string) => Promise<void>,
): IncomingFile {
  const hash = createHash('sha256');
  let bytes = 0;
  const sha256 = () => hash.copy().digest('hex');
  return {
    get bytes() {
      return bytes;
    },
    async append(chunk) {
      bytes += chunk.byteLength;
      hash.update(chunk);
      await stored(() => handle.appendFile(chunk));
    },
    read: (fromByte = 0) => readPieces(handle, fromByte),
    sha256,
    sync: () => stored(() => handle.sync()),
    keep: (workspaceId) => stored(() => place(workspaceId, sha256())),
    async [Symbol.asyncDispose]() {
      await handle.close();
      await rm(path, { force: true });
    },
  };
}

/** Runs work on the disk. @throws AppError unavailable with a message for the user */
async function stored<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw new AppError('unavailable', storageProblem(cause), { cause });
  }
}

async function namesIn(directory: string): Promise<string[]> {
  return readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
}

/** Writes the folder to the disk, and with it the names in it. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
