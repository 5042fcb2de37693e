import { createHash } from 'node:crypto';
import { constants, createReadStream, existsSync, linkSync, lstatSync, readdirSync, rmSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../errors.ts';
import type { MediaName } from '../store/files/backup.ts';
import { makeFolder, makeWholeFile } from '../store/files/new-file.ts';

/** What became of the files that a database names. */
export interface CopiedMedia {
  readonly files: number;
  readonly bytes: number;
  /** Named by the database, but nowhere to be found. */
  readonly missing: number;
}

/** Folder of a backup's files, beside the file of its database. */
export const mediaFolderOf = (backup: string): string => `${backup}.media`;

/**
 * Puts the files that a database names beside its backup, as links where the disk is the same: stored files never change.
 * What an earlier backup left there stays until `pruneBackup`.
 * @throws ConfigError when the folder is something else
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
      // Another disk, or one without links.
      await makeWholeFile(target, (partial) => copyFile(source, partial));
    }
    return true;
  });
}

/** Removes from a backup's folder the files that its database does not name; what else is there is not touched. */
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
 * Brings the files that a restored database names into the data directory, each checked against its name.
 * @param database whose owner gets them
 * @throws ConfigError naming a file that is damaged
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
