import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { systemClock } from '../clock.ts';
import { type Config, readConfig } from '../config/config.ts';
import { keyFileOf, loadKeyring } from '../config/key-file.ts';
import { checkKeyring } from '../config/keyring-check.ts';
import { ConfigError } from '../errors.ts';
import { countByDue, type QuarantinedPosts } from '../services/restoration.ts';
import { isNewer, listMade, migrateTimed, type TimedMigration } from '../store/database/migrate.ts';
import { openDatabase } from '../store/database/open.ts';
import { checkCopy } from '../store/files/backup.ts';
import { listQuarantined, listWaiting } from '../store/posts/quarantined-posts.ts';
import type { Database } from '../store/schema.ts';
import { BACKUP_TAKEN_AT, readMeta, readServedBy } from '../store/server-meta.ts';
import { VERSION } from '../version.ts';
import { type CommandContext, type CommandOptions, printResult } from './context.ts';
import { copyBackup, refuseOtherFile } from './copy-backup.ts';

/** Result of `upgrade-check`. What could not be looked at, because of a problem before it, is null. */
interface UpgradeCheck {
  readonly file: string;
  readonly takenAt: string | null;
  /** Version of the server that was started last on the database; null for versions that did not record it. */
  readonly writtenBy: string | null;
  /** Last migration of the backup. */
  readonly schema: string | null;
  readonly checkedBy: string;
  /** `ok`, or what SQLite found. */
  readonly integrity: string;
  readonly isNewer: boolean | null;
  /** Migrations that a start would make, with their times on the copy. */
  readonly migrations: readonly TimedMigration[] | null;
  readonly keys: 'fit' | 'do not fit' | 'not given' | null;
  /** Scheduled posts by what a start at this time would do with them. */
  readonly scheduled: (QuarantinedPosts & { readonly held: number }) | null;
  /** Reasons why a start would fail, with the fixes; empty when it would work. */
  readonly problems: readonly string[];
}

type Looked = Omit<UpgradeCheck, 'file' | 'checkedBy' | 'integrity'>;

const NOTHING: Looked = {
  ...{ takenAt: null, writtenBy: null, schema: null, isNewer: null, migrations: null, keys: null, scheduled: null },
  problems: [],
};

/**
 * Tries on a copy of a backup what a start of this version would do with the database. The backup is only read; the copy lies in
 * the folder for temporary files, and is deleted at the end.
 * @throws ConfigError when the file is not a backup, and, after the result is printed, when a start would fail
 */
export async function upgradeCheck(given: string, options: CommandOptions, context: CommandContext): Promise<void> {
  const config = readConfig(context.env, options);
  const file = resolve(given);
  if (config.database.dialect === 'sqlite') {
    refuseOtherFile(file, config.database.path, 'make a backup first: social-server backup FILE');
  }
  const folder = mkdtempSync(join(tmpdir(), 'social-upgrade-check-'));
  const removeCopy = () => rmSync(folder, { recursive: true, force: true });
  // A second Ctrl-C ends the process at once.
  process.once('exit', removeCopy);
  try {
    const copy = join(folder, 'copy.db');
    await copyBackup(file, copy);
    const integrity = checkCopy(copy);
    const found =
      integrity === 'ok'
        ? await look(copy, config)
        : { ...NOTHING, problems: [`the backup is damaged (${integrity}); use another one`] };
    const result = { file, checkedBy: VERSION, integrity, ...found };
    printResult(context, options, result, describe(result));
    const { length } = found.problems;
    if (length > 0) throw new ConfigError('upgrade-check', `found ${length} problem(s); nothing was changed`);
  } finally {
    process.off('exit', removeCopy);
    removeCopy();
  }
}

async function look(copy: string, config: Config): Promise<Looked> {
  const db = openDatabase({ dialect: 'sqlite', path: copy });
  try {
    const made = await listMade(db);
    const written = {
      takenAt: (await readMeta(db, BACKUP_TAKEN_AT)) ?? null,
      writtenBy: (await readServedBy(db)) ?? null,
      schema: made.at(-1) ?? null,
    };
    if (isNewer(made)) {
      const problem = `the backup was written by a newer version (its last migration is ${written.schema}), and you cannot downgrade; use that version or a later one`;
      return { ...NOTHING, ...written, isNewer: true, problems: [problem] };
    }
    return { ...written, isNewer: false, ...(await tryStart(db, copy, config)) };
  } finally {
    await db.destroy();
  }
}

/** Does what a start does before it serves. */
async function tryStart(
  db: Database,
  copy: string,
  config: Config,
): Promise<Pick<Looked, 'migrations' | 'keys' | 'scheduled' | 'problems'>> {
  const { migrations, problems } = await migrateTimed(db).then(
    (made) => ({ migrations: made, problems: [] }),
    (error: Error) => ({ migrations: null, problems: [`${error.message}; stay with the version that you have`] }),
  );
  if (migrations === null) return { migrations, keys: null, scheduled: null, problems };
  const after = checkCopy(copy);
  const damage = after === 'ok' ? [] : [`the migrated copy is damaged (${after}); stay with the version that you have`];
  const keys = await checkKeys(db, config);
  const held = (await listQuarantined(db)).length;
  const scheduled = { ...countByDue(await listWaiting(db), systemClock.now(), config.latenessWindowMs), held };
  return { migrations, keys: keys.keys, scheduled, problems: [...damage, ...keys.problems] };
}

async function checkKeys(db: Database, config: Config): Promise<Pick<Looked, 'keys' | 'problems'>> {
  const { secretKeys, database } = config;
  const isGiven = secretKeys.length > 0 || (database.dialect === 'sqlite' && existsSync(keyFileOf(config)));
  if (!isGiven) return { keys: 'not given', problems: [] };
  try {
    await checkKeyring(db, loadKeyring(config, { mayCreate: false }));
    return { keys: 'fit', problems: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { keys: 'do not fit', problems: [error.message] };
  }
}

function describe({ file, takenAt, writtenBy, schema, integrity, migrations, ...rest }: UpgradeCheck): string[] {
  const { keys, scheduled, problems } = rest;
  const version = writtenBy === null ? 'a version that did not record its number' : `version ${writtenBy}`;
  const total = migrations?.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return [
    `${file}${takenAt === null ? '' : ` as of ${takenAt}`}, written by ${version}, schema ${schema ?? 'unknown'}; checked by version ${VERSION}.`,
    `Integrity: ${integrity}.`,
    ...(migrations === null ? [] : [`Migrations to make: ${migrations.length}, in ${total} ms on a copy.`]),
    ...(migrations ?? []).map(({ name, milliseconds }) => `  ${name} (${milliseconds} ms)`),
    ...(keys === null ? [] : [`Keys: ${keys}.`]),
    ...(scheduled === null ? [] : [describeScheduled(scheduled)]),
    ...problems.map((problem) => `Problem: ${problem}.`),
    ...(problems.length > 0
      ? []
      : [
          `A start of this version would work${keys === 'fit' ? '' : ', with the keys of this backup'}. The backup was only read.`,
        ]),
  ];
}

function describeScheduled({ later, now, missed, held }: NonNullable<UpgradeCheck['scheduled']>): string {
  return `Scheduled posts, if it started now: ${later} go out at their time, ${now} at once (a little late), ${missed} are too late and will be "missed", ${held} stay held.`;
}
