import { type Config, type ConfigFlags, readConfig } from '../config/config.ts';
import { checkKeyring, loadKeyring } from '../config/key-file.ts';
import type { Keyring } from '../secrets.ts';
import { openDatabase } from '../store/dialects.ts';
import { asConfigError, prepareDatabase } from '../store/migrate.ts';
import type { Database } from '../store/schema.ts';
import type { CommandContext } from './context.ts';

/** An open database with what belongs to it. */
export interface OpenStore {
  readonly config: Config;
  readonly keyring: Keyring;
  readonly db: Database;
}

/** Opens the configured database for one piece of work, beside a running server, and closes it again. @throws ConfigError */
export async function withStore<Result>(
  options: ConfigFlags,
  { env }: CommandContext,
  work: (store: OpenStore) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(env, options);
  const keyring = loadKeyring(config);
  const db = openDatabase(config.database);
  try {
    await prepareDatabase(db, config.database);
    await checkKeyring(db, keyring);
    return await work({ config, keyring, db });
  } catch (error) {
    throw asConfigError(error, config.database);
  } finally {
    await db.destroy();
  }
}
