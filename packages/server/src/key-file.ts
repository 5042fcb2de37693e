import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { ConfigError } from './errors.ts';
import { createKeyring, type Keyring } from './secrets.ts';
import type { Database } from './store/schema.ts';
import { countForeignSeals } from './store/sealed.ts';

const CANARY = { table: 'server_meta', row: 'canary', column: 'value' };

/** The operator's keys, or on SQLite the one kept beside the database, which is made (mode 0600) when it is missing. */
export function loadKeyring(config: Config): Keyring {
  if (config.secretKeys.length > 0) return createKeyring(config.secretKeys);
  if (config.database.dialect === 'postgres') {
    throw new ConfigError('SOCIAL_SECRET_KEYS', 'is required with Postgres; make a key with: openssl rand -base64 32');
  }
  const path = join(config.dataDir, 'secret.key');
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new ConfigError('SOCIAL_DATA_DIR', `${config.dataDir} cannot be written; choose another directory`, cause);
    }
  }
  const key = readKey(config, path);
  const bytes = Buffer.from(key, 'base64');
  if (bytes.length !== 32 || bytes.toString('base64') !== key) {
    throw new ConfigError('SOCIAL_SECRET_KEYS', `${path} does not hold 32 bytes in base64; restore it from a backup`);
  }
  return createKeyring([key]);
}

function readKey(config: Config, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    throw new ConfigError(
      'SOCIAL_DATA_DIR',
      `${config.dataDir} is not a directory that can be used; choose another`,
      cause,
    );
  }
}

/** Refuses keys that do not open what this database holds, before anything is written with them. */
export async function checkKeyring(db: Database, keyring: Keyring): Promise<void> {
  const row = await db.selectFrom('server_meta').select('value').where('name', '=', 'canary').executeTakeFirst();
  if (!row) {
    await db
      .insertInto('server_meta')
      .values({ name: 'canary', value: keyring.seal('social', CANARY) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return;
  }
  try {
    keyring.open(row.value, CANARY);
  } catch (cause) {
    throw new ConfigError(
      'SOCIAL_SECRET_KEYS',
      'does not hold the key this database was written with; add that key',
      cause,
    );
  }
  const foreign = await countForeignSeals(db, keyring.prefixes);
  if (foreign > 0) {
    throw new ConfigError(
      'SOCIAL_SECRET_KEYS',
      `lacks the key of ${foreign} connection(s); add that key, and run social-server rekey before you remove it`,
    );
  }
}

/** Lets the check of later starts be made with the first key. */
export async function resealCanary(db: Database, keyring: Keyring): Promise<void> {
  const value = keyring.seal('social', CANARY);
  await db.updateTable('server_meta').set({ value }).where('name', '=', 'canary').execute();
}
