import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isoNow, systemClock } from '../clock.ts';
import { type Config, readConfig } from '../config/config.ts';
import { checkKeyring, loadKeyring } from '../config/key-file.ts';
import { ConfigError } from '../errors.ts';
import type { Keyring } from '../secrets.ts';
import { createRestoration, type Held } from '../services/delivery/restoration.ts';
import { openDatabase } from '../store/dialects.ts';
import {
  type CopyContents,
  checkCopy,
  copyDatabase,
  countContents,
  isAboutCopy,
  isOurs,
  listMedia,
} from '../store/files/backup.ts';
import { makeWholeFile, removePartials } from '../store/files/new-file.ts';
import { replaceDatabase } from '../store/files/set-aside.ts';
import { markAsServed } from '../store/files/sole-process.ts';
import type { HeldPosts } from '../store/held-posts.ts';
import { asConfigError, isOfNewerVersion, prepareDatabase } from '../store/migrate.ts';
import { BACKUP_TAKEN_AT, readMeta } from '../store/server-meta.ts';
import type { BackupOptions } from './backup.ts';
import type { CommandContext } from './context.ts';
import { type CopiedMedia, mediaFolderOf, restoreMedia } from './media-copies.ts';
import { describeHeld } from './release.ts';

interface Restored extends Held {
  readonly takenAt: string | null;
  readonly ifReleasedNow: HeldPosts;
  readonly contents: CopyContents;
  readonly media: CopiedMedia;
}

/**
 * Puts a backup in place of the database. It is copied, brought to this version and held beside, and gets its name last: a
 * restore that fails or is killed leaves everything as it was.
 * @throws ConfigError naming the file or the setting, and the fix
 */
export async function restore(given: string, options: BackupOptions, context: CommandContext): Promise<void> {
  const config = readConfig(context.env, options);
  if (config.database.dialect === 'postgres') {
    const fix = 'names Postgres: restore with pg_restore, and before any server starts, run: social-server hold';
    throw new ConfigError('SOCIAL_DATABASE_URL', fix);
  }
  const { path } = config.database;
  const file = resolve(given);
  refuseFile(file, path);
  const exists = existsSync(path);
  if (exists && !options.force) {
    const fix = `${path} exists already; with --force it is kept beside, under a dated name`;
    throw new ConfigError('restore', fix);
  }
  const keyring = loadKeyring(config, { mayCreate: false });
  const kept = exists ? `${path}.replaced-${isoNow(systemClock).replace(/[:.]/g, '-')}` : null;
  const restored = await withoutServers(path, () =>
    makeWholeFile(
      path,
      async (partial) => {
        await fetchBackup(file, partial);
        const harmless = await makeHarmless(partial, config, keyring, file);
        const to = { directory: join(config.dataDir, 'media'), database: path };
        // Files that no database names do no harm: what is brought before a failure goes by itself.
        return { ...harmless, media: await restoreMedia(listMedia(partial), mediaFolderOf(file), to) };
      },
      { database: path, giveName: (whole) => replaceDatabase(whole, path, kept) },
    ),
  ).catch((error: unknown) => {
    throw asConfigError(error, config.database);
  });
  report({ path, kept, restored }, options, context);
}

function refuseFile(file: string, database: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new ConfigError(file, 'is not a backup: there is no file of that name');
  const own = statSync(database, { throwIfNoEntry: false });
  if (own?.ino === found.ino && own.dev === found.dev) {
    throw new ConfigError(file, 'is the database itself; if it was copied into place, run: social-server hold');
  }
}

async function withoutServers<Result>(database: string, work: () => Promise<Result>): Promise<Result> {
  mkdirSync(dirname(database), { recursive: true, mode: 0o700 });
  const mark = await markAsServed(database);
  try {
    if (!mark.isAlone) throw new ConfigError('restore', `a server serves from ${database}; stop it first`);
    removePartials(database);
    return await work();
  } finally {
    mark.release();
  }
}

const SQLITE_CORRUPT = 11;

async function fetchBackup(file: string, partial: string): Promise<void> {
  try {
    await copyDatabase(file, partial);
    if (!isOurs(partial)) throw new ConfigError(file, 'is not a backup of social-server');
  } catch (error) {
    throw explain(error, file);
  }
  const problems = checkCopy(partial);
  if (problems !== 'ok') throw new ConfigError(file, `is damaged (${problems}); use another backup`);
}

/** What is not about the copy is about the backup. */
function explain(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || error instanceof ConfigError || isAboutCopy(error)) return error;
  const { errcode = 0 } = error as { errcode?: number };
  if ((errcode & 0xff) === SQLITE_CORRUPT) {
    return new ConfigError(file, `is damaged (${error.message}); use another backup`, error);
  }
  return new ConfigError(file, 'is not a backup of social-server, or cannot be read', error);
}

/** Brings the copy to this version, and keeps what is in it from being sent. */
async function makeHarmless(
  partial: string,
  config: Config,
  keyring: Keyring,
  file: string,
): Promise<Omit<Restored, 'media'>> {
  const db = openDatabase({ dialect: 'sqlite', path: partial });
  try {
    if (await isOfNewerVersion(db)) {
      throw new ConfigError(file, 'was written by a newer version; restore it with that version');
    }
    await prepareDatabase(db, config.database);
    await checkKeyring(db, keyring);
    const takenAt = (await readMeta(db, BACKUP_TAKEN_AT)) ?? null;
    const restoration = createRestoration({ db, clock: systemClock });
    const held = await restoration.hold();
    const ifReleasedNow = await restoration.assess(config.latenessWindowMs);
    return { ...held, takenAt, ifReleasedNow, contents: countContents(partial) };
  } finally {
    await db.destroy();
  }
}

function report(
  { path, kept, restored }: { path: string; kept: string | null; restored: Restored },
  { json }: BackupOptions,
  { stdout }: CommandContext,
): void {
  const { takenAt, scheduled, unknown, ifReleasedNow, contents, media } = restored;
  if (json) {
    stdout(JSON.stringify({ database: path, keptAs: kept, ...restored }));
    return;
  }
  const { workspaces, connections } = contents;
  stdout(
    `Restored ${path}${takenAt === null ? '' : ` as of ${takenAt}`}: ${workspaces} workspaces, ${connections} connections, ${contents.posts} posts.`,
  );
  if (media.files > 0) stdout(`${media.files} media files came with it.`);
  if (media.missing > 0) {
    stdout(`${media.missing} media files are not beside the backup; posts that need them will fail and say so.`);
  }
  if (kept !== null) stdout(`The database that was there is kept as ${kept}.`);
  stdout(
    `${scheduled} scheduled posts are held, so that none is sent twice; ${unknown} that were on their way are "unknown" now.`,
  );
  stdout('Posts made after the backup are not in it: look at the networks before you publish something again.');
  stdout(
    'Tokens may have been renewed since the backup; such accounts turn to "needs_reconnect" and are connected again.',
  );
  stdout(
    'Next: start the server, look through the scheduled posts (social post list), then run: social-server release',
  );
  stdout(`If they were released now: ${describeHeld(ifReleasedNow)}.`);
}
