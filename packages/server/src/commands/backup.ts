import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ConfigFlags, readConfig } from '../config.ts';
import { ConfigError } from '../errors.ts';
import { copyDatabase } from '../store/backup.ts';
import type { CommandContext } from './context.ts';

/** Options of `social-server backup`. */
export interface BackupOptions extends ConfigFlags {
  readonly force?: boolean;
  readonly json?: boolean;
}

/** Writes a backup of a SQLite database that may be in use. @throws ConfigError naming what is in the way */
export async function backUp(given: string, options: BackupOptions, { env, stdout }: CommandContext): Promise<void> {
  const { database } = readConfig(env, options);
  if (database.dialect === 'postgres') {
    throw new ConfigError(
      'backup',
      'copies SQLite only; use pg_dump, and after pg_restore run: social-server hold (before the server starts)',
    );
  }
  const file = resolve(given);
  if (!existsSync(database.path)) throw new ConfigError('--data-dir', `there is no database at ${database.path}`);
  if (existsSync(file) && !options.force) throw new ConfigError('backup', `${file} exists; name another, or --force`);
  const summary = await copyDatabase(database.path, file).catch((cause: unknown) => {
    throw new ConfigError('backup', `${file} could not be written: ${(cause as Error).message}`, cause);
  });
  const bytes = statSync(file).size;
  if (options.json) {
    stdout(JSON.stringify({ file, bytes, ...summary, keysIncluded: false }));
    return;
  }
  const { posts, scheduled, connections } = summary;
  stdout(`${file}: ${bytes} bytes, ${posts} posts (${scheduled} scheduled), ${connections} connections`);
  stdout('The keys are not in it. Without SOCIAL_SECRET_KEYS (or secret.key of the data directory) its connections');
  stdout('cannot be used: keep them apart from the backup, and keep them.');
}
