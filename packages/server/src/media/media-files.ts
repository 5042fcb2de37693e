import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../errors.ts';
import { syncFolder } from '../sync-folder.ts';
import type { IncomingFile, MediaStore, ReadableFile, StoredFile } from './keep/media-store.ts';
import { readPieces, storageProblem } from './keep/temporary-files.ts';

const INCOMING = '.incoming';
/** Age at which a file without a row is deleted; longer than any pause within an upload. */
const ABANDONED_MS = 3_600_000;

/** Creates the store of workspaces' files, `<directory>/<workspace>/<SHA-256>`, never changed and readable by this user alone. */
export function createMediaFiles(directory: string): MediaStore {
  const folderOf = (workspaceId: string) => join(directory, workspaceId);
  const pathOf = (workspaceId: string, sha256: string) => join(folderOf(workspaceId), sha256);

  async function openFile({ workspaceId, sha256, object }: StoredFile): Promise<ReadableFile | null> {
    const handle = object === null ? await openExisting(pathOf(workspaceId, sha256)) : null;
    if (handle === null) return null;
    const { size } = await handle.stat();
    let closed: Promise<void> | undefined;
    return {
      bytes: size,
      sha256: () => sha256,
      read: (fromByte = 0, toByte) => readPieces(handle, fromByte, toByte),
      remove() {
        closed ??= handle.close();
        return closed;
      },
    };
  }

  return {
    async receive(): Promise<IncomingFile> {
      const path = join(directory, INCOMING, randomUUID());
      const handle = await stored(async () => {
        await mkdir(join(directory, INCOMING), { recursive: true, mode: 0o700 });
        return await open(path, 'wx+', 0o600);
      });
      return incomingFile(handle, path, async (workspaceId, sha256) => {
        await mkdir(folderOf(workspaceId), { recursive: true, mode: 0o700 });
        await replace(path, pathOf(workspaceId, sha256));
        syncFolder(folderOf(workspaceId));
      });
    },

    async put(file) {
      await file.sync();
      return null;
    },

    // An equal file replaces the one that is there: a renewed upload repairs a file that was lost.
    holds: async () => false,
    open: openFile,
    openForPost: openFile,
    publicBase: null,
    publicAddressOf: async () => null,
    remove: ({ workspaceId, sha256 }) => rm(pathOf(workspaceId, sha256), { force: true }),
    removeFolder: (workspaceId) => rm(folderOf(workspaceId), { recursive: true, force: true }),

    async *listOld() {
      const before = Date.now() - ABANDONED_MS;
      for (const workspaceId of await namesIn(directory)) {
        if (workspaceId === INCOMING) continue;
        for (const sha256 of await namesIn(folderOf(workspaceId))) {
          const found = await stat(pathOf(workspaceId, sha256)).catch(() => null);
          if (found && found.mtimeMs < before) yield { workspaceId, sha256, object: null };
        }
      }
    },

    async removeAbandoned() {
      const before = Date.now() - ABANDONED_MS;
      for (const name of await namesIn(join(directory, INCOMING))) {
        const path = join(directory, INCOMING, name);
        const found = await stat(path).catch(() => null);
        if (found && found.mtimeMs < before) await rm(path, { force: true });
      }
    },
  };
}

async function openExisting(path: string): Promise<FileHandle | null> {
  return open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
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
    read: (fromByte = 0, toByte) => readPieces(handle, fromByte, toByte),
    sha256,
    sync: () => stored(() => handle.sync()),
    keep: (workspaceId) => stored(() => place(workspaceId, sha256())),
    async [Symbol.asyncDispose]() {
      await handle.close();
      await rm(path, { force: true });
    },
  };
}

/** Codes with which Windows refuses to replace a file that is open. */
const IN_USE = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** Gives a file its name. Windows replaces no file that is being read; the one that is there has the same bytes. */
async function replace(path: string, stored: string): Promise<void> {
  await rename(path, stored).catch(async (error: NodeJS.ErrnoException) => {
    if (process.platform !== 'win32' || !IN_USE.has(error.code ?? '')) throw error;
    await stat(stored).catch(() => {
      throw error;
    });
  });
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
