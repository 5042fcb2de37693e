import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { systemClock } from '../clock.ts';
import { type Config, type ConfigFlags, readConfig } from '../config.ts';
import { ConfigError } from '../errors.ts';
import { checkKeyring, loadKeyring } from '../key-file.ts';
import { createRestoration, type Held } from '../services/restoration.ts';
import { inspectBackup, moveDurably, replaceDatabase, setAside } from '../store/backup.ts';
import { openDatabase } from '../store/dialects.ts';
import { prepareDatabase } from '../store/migrate.ts';
import { markAsServed } from '../store/sole-process.ts';
import type { CommandContext } from './context.ts';
import { withStore } from './open-store.ts';

/** Options of `social-server restore`. */
export interface RestoreOptions extends ConfigFlags {
  readonly force?: boolean;
  readonly json?: boolean;
}

/** Puts a backup in the place of the database, with everything scheduled held. @throws ConfigError; nothing is changed then */
export async function restore(given: string, options: RestoreOptions, context: CommandContext): Promise<void> {
  const config = readConfig(context.env, options);
  const { database } = config;
  if (database.dialect === 'postgres') {
    throw new ConfigError('restore', 'puts SQLite files in place only; use pg_restore, then: social-server hold');
  }
  const file = resolve(given);
  if (config.secretKeys.length === 0 && !existsSync(join(config.dataDir, 'secret.key'))) {
    throw new ConfigError(
      'SOCIAL_SECRET_KEYS',
      `is needed, since a backup holds no keys; set it, or copy the old secret.key into ${config.dataDir}`,
    );
  }
  mkdirSync(dirname(database.path), { recursive: true, mode: 0o700 });
  const mark = await markAsServed(database.path);
  try {
    if (!mark.isAlone) throw new ConfigError('restore', 'a server is running on this data directory; stop it first');
    const isOccupied = existsSync(database.path);
    if (isOccupied && !options.force) {
      throw new ConfigError('restore', `${database.path} exists; with --force it is kept under another name`);
    }
    const held = await prepareCopy(file, { ...config, database: { ...database, path: `${database.path}.restoring` } });
    const aside = isOccupied ? `${database.path}.before-${stamp()}` : null;
    install(`${database.path}.restoring`, database.path, aside);
    report({ ...held, keptAs: aside }, options, context);
  } finally {
    mark.release();
  }
}

function install(fresh: string, path: string, aside: string | null): void {
  if (aside === null) {
    moveDurably(fresh, path);
    return;
  }
  try {
    replaceDatabase(fresh, path, aside);
  } catch {
    // It is too damaged to be opened, which may be why a backup is restored.
    setAside(path, aside);
    moveDurably(fresh, path);
  }
}

/** Copies and migrates the backup, and holds what it would send. */
async function prepareCopy(file: string, config: Config & { database: { path: string } }): Promise<Held> {
  const { path } = config.database;
  const clear = () => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  };
  clear();
  try {
    inspectBackup(file);
  } catch (cause) {
    throw new ConfigError('restore', `${file} is not a backup that can be used: ${(cause as Error).message}`, cause);
  }
  try {
    copyFileSync(file, path);
    const db = openDatabase(config.database);
    try {
      await prepareDatabase(db, config.database);
      await checkKeyring(db, loadKeyring(config));
      return await createRestoration({ db, clock: systemClock }).hold();
    } finally {
      await db.destroy();
    }
  } catch (error) {
    clear();
    throw error;
  }
}

/** Holds what a database would send that was restored by other means. */
export async function hold(options: RestoreOptions, context: CommandContext): Promise<void> {
  const held = await withStore(options, context, ({ db }) => createRestoration({ db, clock: systemClock }).hold());
  report({ ...held, keptAs: null }, options, context);
}

function report(
  result: Held & { readonly keptAs: string | null },
  { json }: RestoreOptions,
  { stdout }: CommandContext,
): void {
  if (json) {
    stdout(JSON.stringify(result));
    return;
  }
  const { scheduled, unknown, keptAs } = result;
  if (keptAs !== null) stdout(`The database that was there is kept as ${keptAs}`);
  stdout(`${scheduled} scheduled posts are held: they may have gone out since. Look at the accounts, cancel what did,`);
  stdout('and let the others go with: social-server release');
  if (unknown > 0) stdout(`${unknown} results are unknown: these were on their way when the backup was made`);
  stdout('A connection whose tokens were renewed since the backup has to be connected again.');
}

function stamp(): string {
  return new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
}
