import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isoNow, systemClock } from '../clock.ts';
import { type Config, readConfig } from '../config/config.ts';
import { loadKeyring } from '../config/key-file.ts';
import { checkKeyring } from '../config/keyring-check.ts';
import { ConfigError } from '../errors.ts';
import type { Keyring } from '../secrets.ts';
import type { Held, QuarantinedPosts } from '../services/restoration.ts';
import { asConfigError, isNewer, listMade, prepareDatabase } from '../store/database/migrate.ts';
import { openDatabase } from '../store/database/open.ts';
import { type CopyContents, checkCopy, countContents, listMedia } from '../store/files/backup.ts';
import { makeWholeFile, removePartials } from '../store/files/new-file.ts';
import { replaceDatabase } from '../store/files/set-aside.ts';
import { BACKUP_TAKEN_AT, readMeta } from '../store/server-meta.ts';
import type { BackedUpMedia, BackupOptions } from './backup.ts';
import { type CommandContext, printResult } from './context.ts';
import { copyBackup, refuseOtherFile } from './copy-backup.ts';
import { withoutServers } from './database-lock.ts';
import { holdScheduled } from './hold.ts';
import { mediaFolderOf, restoreMedia } from './media-copies.ts';
import { describeHeld } from './release.ts';

interface Restored extends Held {
  readonly takenAt: string | null;
  readonly ifReleasedNow: QuarantinedPosts;
  readonly contents: CopyContents;
  readonly media: BackedUpMedia;
}

/**
 * Replaces the database by a backup. Migrates a copy and holds its posts first, and gives the copy the database's name last: a
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
  refuseOtherFile(file, path, 'if it was copied into place, run: social-server hold');
  const exists = existsSync(path);
  if (exists && !options.force) {
    throw new ConfigError('restore', `${path} exists already; --force keeps it under a dated name and restores`);
  }
  const keyring = loadKeyring(config, { mayCreate: false });
  const kept = exists ? `${path}.replaced-${isoNow(systemClock).replace(/[:.]/g, '-')}` : null;
  const restored = await withoutServers('restore', path, () => {
    removePartials(path);
    return makeWholeFile(
      path,
      async (partial) => {
        await fetchBackup(file, partial);
        const harmless = await makeHarmless(partial, config, keyring, file);
        const to = { directory: join(config.dataDir, 'media'), database: path };
        // The server removes files that no database names, so a later failure need not.
        const named = listMedia(partial);
        const media = await restoreMedia(named.files, mediaFolderOf(file), to);
        return { ...harmless, media: { ...media, inObjectStorage: named.objects } };
      },
      { database: path, giveName: (whole) => replaceDatabase(whole, path, kept) },
    );
  }).catch((error: unknown) => {
    throw asConfigError(error, config.database);
  });
  printResult(context, options, { database: path, keptAs: kept, ...restored }, describe(path, kept, restored));
}

async function fetchBackup(file: string, partial: string): Promise<void> {
  await copyBackup(file, partial);
  const problems = checkCopy(partial);
  if (problems !== 'ok') throw new ConfigError(file, `is damaged (${problems}); use another backup`);
}

/** Migrates the copy and holds its scheduled posts. */
async function makeHarmless(
  partial: string,
  config: Config,
  keyring: Keyring,
  file: string,
): Promise<Omit<Restored, 'media'>> {
  const db = openDatabase({ dialect: 'sqlite', path: partial });
  try {
    if (isNewer(await listMade(db))) {
      throw new ConfigError(file, 'was written by a newer version; restore it with that version');
    }
    await prepareDatabase(db, config.database);
    await checkKeyring(db, keyring);
    const takenAt = (await readMeta(db, BACKUP_TAKEN_AT)) ?? null;
    const { scheduled, unknown, webhooks, ifReleasedNow } = await holdScheduled(db, config);
    return { scheduled, unknown, webhooks, takenAt, ifReleasedNow, contents: countContents(partial) };
  } finally {
    await db.destroy();
  }
}

function describe(path: string, kept: string | null, restored: Restored): string[] {
  const { takenAt, scheduled, unknown, webhooks, ifReleasedNow, contents, media } = restored;
  const { workspaces, connections, posts } = contents;
  return [
    `Restored ${path}${takenAt === null ? '' : ` as of ${takenAt}`}: ${workspaces} workspaces, ${connections} connections, ${posts} posts.`,
    ...(media.files > 0 ? [`${media.files} media files came with it.`] : []),
    ...(media.missing > 0
      ? [`${media.missing} media files are not next to the backup; posts that need them will fail and say so.`]
      : []),
    ...(media.inObjectStorage > 0
      ? [
          `${media.inObjectStorage} media files are in object storage; posts that need one deleted since will fail and say so.`,
        ]
      : []),
    ...(kept === null ? [] : [`The database that was there is kept as ${kept}.`]),
    `${scheduled} scheduled posts are held, so that none is sent twice; ${unknown} that were being sent are "unknown" now.`,
    ...(webhooks > 0 ? [`${webhooks} deliveries to webhooks are held too.`] : []),
    'Posts made after the backup are not in it: look at the networks before you publish something again.',
    'Tokens may have been renewed since the backup; accounts that show "needs_reconnect" have to be connected again.',
    'Next: start the server, look through the scheduled posts (social post list), then run: social-server release',
    `If they were released now: ${describeHeld(ifReleasedNow)}.`,
  ];
}
