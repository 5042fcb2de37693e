import { createHash } from 'node:crypto';
import { constants, createReadStream, existsSync, linkSync, lstatSync, readdirSync, rmSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../errors.ts';
import type { MediaName } from '../store/files/backup.ts';
import { makeFolder, makeWholeFile } from '../store/files/new-file.ts';

/** Counts of the files that a database names. */
export interface CopiedMedia {
  readonly files: number;
  readonly bytes: number;
  /** Files that the database names and that do not exist. */
  readonly missing: number;
}

/** Folder of a backup's media files, next to the backup. */
export const mediaFolderOf = (backup: string): string => `${backup}.media`;

/**
 * Places the files that a database names next to its backup, as links on the same disk, since stored files never change. Files of
 * an earlier backup stay until `pruneBackup`.
 * @throws ConfigError when a file stands in the folder's place
 */
export async function backUpMedia(rows: readonly MediaName[], directory: string, folder: string): Promise<CopiedMedia> {
  if (rows.length === 0) return { files: 0, bytes: 0, missing: 0 };
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw new ConfigError(folder, 'is not a directory; move it away');
  return placeAll(rows, folder, async ({ workspaceId, sha256 }, target) => {
    const source = join(directory, workspaceId, sha256);
    if (!existsSync(source)) return false;
    try {
      linkSync(source, target);
    } catch {
      // Another disk, or a disk without links.
      await makeWholeFile(target, (partial) => copyFile(source, partial));
    }
    return true;
  });
}

/** Removes the stored files from a backup's folder that its database does not name; touches no other file there. */
export function pruneBackup(rows: readonly MediaName[], folder: string): void {
  const named = new Set(rows.map(({ workspaceId, sha256 }) => `${workspaceId}/${sha256}`));
  for (const workspaceId of foldersIn(folder)) {
    for (const name of readdirSync(join(folder, workspaceId))) {
      const isFile = /^[0-9a-f]{64}$/.test(name);
      if (isFile && !named.has(`${workspaceId}/${name}`)) rmSync(join(folder, workspaceId, name));
    }
  }
}

/**
 * Copies the files that a restored database names into the data directory and checks their hashes.
 * @param rows the files
 * @param folder of the backup's files
 * @param to `directory` of the copies; `database`, the file whose owner becomes their owner
 * @throws ConfigError naming a damaged file
 */
export async function restoreMedia(
  rows: readonly MediaName[],
  folder: string,
  { directory, database }: { directory: string; database: string },
): Promise<CopiedMedia> {
  const place = async ({ workspaceId, sha256 }: MediaName, target: string) => {
    const source = join(folder, workspaceId, sha256);
    if (!existsSync(source)) return false;
    const copy = async (partial: string) => {
      await copyFile(source, partial, constants.COPYFILE_FICLONE);
      if ((await hashOf(partial)) !== sha256) throw new ConfigError(source, 'is damaged; use another backup');
    };
    await makeWholeFile(target, copy, { database });
    return true;
  };
  return placeAll(rows, directory, place, database);
}

async function placeAll(
  rows: readonly MediaName[],
  directory: string,
  place: (row: MediaName, target: string) => Promise<boolean>,
  database?: string,
): Promise<CopiedMedia> {
  const copied = { files: 0, bytes: 0, missing: 0 };
  for (const row of rows) {
    const folder = join(directory, row.workspaceId);
    const target = join(folder, row.sha256);
    makeFolder(directory, database);
    makeFolder(folder, database);
    const isThere = statSync(target, { throwIfNoEntry: false })?.size === row.bytes || (await place(row, target));
    if (isThere) {
      copied.files += 1;
      copied.bytes += row.bytes;
    } else {
      copied.missing += 1;
    }
  }
  return copied;
}

function foldersIn(directory: string): string[] {
  if (!existsSync(directory)) return [];
  const entries = readdirSync(directory, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}
