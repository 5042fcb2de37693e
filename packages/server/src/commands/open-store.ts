import { type Config, type ConfigFlags, readConfig } from '../config/config.ts';
import { loadKeyring } from '../config/key-file.ts';
import { checkKeyring } from '../config/keyring-check.ts';
import type { Keyring } from '../secrets.ts';
import { asConfigError, prepareDatabase } from '../store/database/migrate.ts';
import { type DatabaseConfig, openDatabase } from '../store/database/open.ts';
import type { Database } from '../store/schema.ts';
import type { CommandContext } from './context.ts';

/** An open database with its configuration and keys. */
export interface OpenStore {
  readonly config: Config;
  readonly keyring: Keyring;
  readonly db: Database;
}

/** Opens the configured database and checks its keys, runs the work next to a running server, and closes the database. @throws ConfigError */
export async function withStore<Result>(
  options: ConfigFlags,
  { env }: CommandContext,
  work: (store: OpenStore) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(env, options);
  const keyring = loadKeyring(config);
  return withDatabase(config.database, async (db) => {
    await checkKeyring(db, keyring);
    return work({ config, keyring, db });
  });
}

/** Opens a database, migrates it, runs the work and closes it. @throws ConfigError when the database cannot be used */
export async function withDatabase<Result>(
  config: DatabaseConfig,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = openDatabase(config);
  try {
    await prepareDatabase(db, config);
    return await work(db);
  } catch (error) {
    throw asConfigError(error, config);
  } finally {
    await db.destroy();
  }
}
