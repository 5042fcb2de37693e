import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isoNow, systemClock } from '../clock.ts';
import { type Config, readConfig } from '../config/config.ts';
import { ConfigError } from '../errors.ts';
import { shownPlace } from '../media/objects/settings.ts';
import { fixOfSqlite, isUnreleased, unreleasedFix } from '../store/database/migrate.ts';
import {
  type CopyContents,
  checkCopy,
  copyDatabase,
  countContents,
  isAboutCopy,
  isOurs,
  listMade,
  listMedia,
  stampCopy,
} from '../store/files/backup.ts';
import { makeWholeFile } from '../store/files/new-file.ts';
import { type CommandContext, type CommandOptions, printResult } from './context.ts';
import { backUpMedia, type CopiedMedia, mediaFolderOf, pruneBackup } from './media-copies.ts';

/** Options of `social-server backup` and `restore`. */
export interface BackupOptions extends CommandOptions {
  readonly force?: boolean;
}

/**
 * Copies the database and the stored files next to a running server. The copy gets the file's name only after it is whole and
 * checked.
 * @throws ConfigError naming the file or the setting, and the fix
 */
export async function backUp(given: string, options: BackupOptions, context: CommandContext): Promise<void> {
  const config = readConfig(context.env, options);
  const database = requireDatabase(config);
  const file = resolve(given);
  refuseToReplace(file, database, options);
  const takenAt = isoNow(systemClock);
  const folder = mediaFolderOf(file);
  const { contents, named, media } = await makeWholeFile(file, async (partial) => {
    const contents = await copy(database, partial, takenAt);
    const named = listMedia(partial);
    const copied = await backUpMedia(named.files, join(config.dataDir, 'media'), folder);
    return { contents, named, media: { ...copied, inObjectStorage: named.objects } };
  }).catch((error: unknown) => {
    throw explain(error, { file, database });
  });
  pruneBackup(named.files, folder);
  const bytes = statSync(file).size;
  const result = { file, takenAt, bytes, ...contents, media, keysIncluded: false };
  printResult(context, options, result, describe({ file, bytes, contents, media }, config));
}

/** Finds the SQLite file to back up. @throws ConfigError */
function requireDatabase({ database }: Config): string {
  if (database.dialect === 'postgres') {
    throw new ConfigError(
      'SOCIAL_DATABASE_URL',
      'names Postgres, which has its own tools: back it up with pg_dump; after pg_restore, and before any server starts, run: social-server hold',
    );
  }
  if (!existsSync(database.path)) {
    throw new ConfigError('SOCIAL_DATA_DIR', `there is no database at ${database.path}; name its folder (--data-dir)`);
  }
  return database.path;
}

function refuseToReplace(file: string, database: string, { force }: BackupOptions): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw new ConfigError(file, 'is a directory; name a file in it');
  if (!statSync(dirname(file), { throwIfNoEntry: false })?.isDirectory()) {
    throw new ConfigError(file, `${dirname(file)} is not a directory; make it first`);
  }
  const own = statSync(database);
  if (found && found.ino === own.ino && found.dev === own.dev) {
    throw new ConfigError(file, 'is the database itself; name another file');
  }
  if (found && !force) throw new ConfigError(file, 'exists already; choose another name, or replace it with --force');
}

async function copy(database: string, partial: string, takenAt: string): Promise<CopyContents> {
  await copyDatabase(database, partial);
  if (!isOurs(partial)) throw new ConfigError('SOCIAL_DATA_DIR', `${database} is not a database of social-server`);
  if (isUnreleased(listMade(partial))) {
    throw new ConfigError('SOCIAL_DATABASE_URL', `the database ${unreleasedFix('sqlite')}`);
  }
  const problems = checkCopy(partial);
  if (problems !== 'ok') {
    const fix = `${database} is damaged (${problems}), so no backup was made; restore an earlier one`;
    throw new ConfigError('SOCIAL_DATABASE_URL', fix);
  }
  stampCopy(partial, takenAt);
  return countContents(partial);
}

function explain(error: unknown, { file, database }: { file: string; database: string }): unknown {
  if (!(error instanceof Error) || error instanceof ConfigError) return error;
  const known = isAboutCopy(error) ? fixOfSqlite(error, file) : fixOfSqlite(error, database, 'SOCIAL_DATA_DIR');
  return new ConfigError('backup', known ?? `${file} could not be written: ${error.message}`, error);
}

/** The uploaded files of a backup. */
export interface BackedUpMedia extends CopiedMedia {
  /** Files that are in no backup. */
  readonly inObjectStorage: number;
}

interface Made {
  readonly file: string;
  readonly bytes: number;
  readonly contents: CopyContents;
  readonly media: BackedUpMedia;
}

function describe({ file, bytes, contents, media }: Made, config: Config): string[] {
  const { workspaces, profiles, connections, posts, scheduled } = contents;
  const keys = config.secretKeys.length > 0 ? 'SOCIAL_SECRET_KEYS' : join(config.dataDir, 'secret.key');
  return [
    `Wrote ${file} (${bytes} bytes), checked: ${workspaces} workspaces, ${profiles} profiles, ${connections} connections, ${posts} posts, ${scheduled} of them scheduled.`,
    ...(media.files > 0
      ? [`Wrote ${media.files} media files (${media.bytes} bytes) to ${mediaFolderOf(file)}; they belong to it.`]
      : []),
    ...(media.missing > 0 ? [`${media.missing} media files are missing in ${join(config.dataDir, 'media')}.`] : []),
    ...describeObjects(media, config),
    `The keys are NOT in it. Keep ${keys} apart from it: without the keys no connected account can be used again.`,
  ];
}

function describeObjects({ inObjectStorage }: BackedUpMedia, { mediaStore }: Config): string[] {
  if (mediaStore === null && inObjectStorage === 0) return [];
  const place = mediaStore === null ? 'object storage' : shownPlace(mediaStore);
  return [
    `It covers the database, NOT the bucket: ${inObjectStorage} uploaded files stay in ${place}. Keep them by the means of that storage.`,
  ];
}
