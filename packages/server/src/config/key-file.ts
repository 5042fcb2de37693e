import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ConfigError } from '../errors.ts';
import { createKeyring, type Keyring } from '../secrets.ts';
import { holdsMeta } from '../store/inspection.ts';
import type { Database } from '../store/schema.ts';
import { countForeignSeals } from '../store/sealed.ts';
import { insertMeta, readMeta, writeMeta } from '../store/server-meta.ts';
import type { Config } from './config.ts';

const IF_LOST = 'If it is lost, give the accounts up with: social-server rekey --give-up-unreadable';
const CANARY = { table: 'server_meta', row: 'canary', column: 'value' };

/**
 * The operator's keys, or on SQLite the one kept beside the database. It is made (mode 0600) when it is missing, unless the
 * database was written with one.
 * @param options `mayCreate`: whether a missing key may be made; `isGivenUp`: whether a lost one is replaced
 * @throws ConfigError
 */
export function loadKeyring(config: Config, { mayCreate = true, isGivenUp = false } = {}): Keyring {
  if (config.secretKeys.length > 0) return createKeyring(config.secretKeys);
  if (config.database.dialect === 'postgres') {
    throw new ConfigError('SOCIAL_SECRET_KEYS', 'is required with Postgres; make a key with: openssl rand -base64 32');
  }
  const path = join(config.dataDir, 'secret.key');
  if (!mayCreate && !existsSync(path)) {
    const fix = `is needed, since a backup holds no keys; set it, or copy the old secret.key into ${config.dataDir}`;
    throw new ConfigError('SOCIAL_SECRET_KEYS', fix);
  }
  const isLost = !existsSync(path) && holdsMeta(config.database.path, CANARY.row);
  if (isLost && !isGivenUp) {
    const fix = `is not set, and ${path} is missing, which this database needs; put your copy of it back. Nothing was changed`;
    throw new ConfigError('SOCIAL_SECRET_KEYS', `${fix}. ${IF_LOST}`);
  }
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
    if (!existsSync(path)) makeKey(path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new ConfigError('SOCIAL_DATA_DIR', `${config.dataDir} cannot be written; choose another directory`, cause);
    }
  }
  const key = readKey(config, path);
  const bytes = Buffer.from(key, 'base64');
  if (bytes.length !== 32 || bytes.toString('base64') !== key) {
    throw new ConfigError(
      'SOCIAL_SECRET_KEYS',
      `${path} does not hold 32 bytes in base64; put your copy of the key back`,
    );
  }
  return createKeyring([key]);
}

/** The key is whole and on the disk before anything is encrypted with it. @throws Error EEXIST when another process was first */
function makeKey(path: string): void {
  const key = `${randomBytes(32).toString('base64')}\n`;
  const partial = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}.partial`);
  const write = (name: string) => writeFileSync(name, key, { mode: 0o600, flag: 'wx', flush: true });
  try {
    write(partial);
    giveName(partial, path, write);
  } finally {
    rmSync(partial, { force: true });
  }
  const directory = openSync(dirname(path), 'r');
  fsyncSync(directory);
  closeSync(directory);
}

function giveName(partial: string, path: string, write: (name: string) => void): void {
  try {
    linkSync(partial, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // Some file systems have no hard links.
    write(path);
  }
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

/** Refuses keys that do not open what this database holds, before anything is written with them. @throws ConfigError */
export async function checkKeyring(db: Database, keyring: Keyring): Promise<void> {
  await checkCanary(db, keyring);
  const foreign = await countForeignSeals(db, keyring.prefixes);
  if (foreign > 0) {
    const fix = `lacks the key of ${foreign} connection(s); add that key, and run social-server rekey before you remove it. ${IF_LOST}`;
    throw new ConfigError('SOCIAL_SECRET_KEYS', fix);
  }
}

/** Refuses keys without the one this database was written with; a database without a canary gets one. @throws ConfigError */
export async function checkCanary(db: Database, keyring: Keyring): Promise<void> {
  const sealed = await readMeta(db, CANARY.row);
  if (sealed === undefined) {
    await insertMeta(db, CANARY.row, keyring.seal('social', CANARY));
    return;
  }
  try {
    keyring.open(sealed, CANARY);
  } catch (cause) {
    const fix = `does not hold the key this database was written with; add that key. ${IF_LOST}`;
    throw new ConfigError('SOCIAL_SECRET_KEYS', fix, cause);
  }
}

/** Whether the check of the next start still needs another key than the first. */
export async function isCanaryOld(db: Database, keyring: Keyring): Promise<boolean> {
  const sealed = await readMeta(db, CANARY.row);
  return sealed !== undefined && !keyring.isCurrent(sealed);
}

/** Lets the check of later starts be made with the first key. */
export async function resealCanary(db: Database, keyring: Keyring): Promise<void> {
  await writeMeta(db, CANARY.row, keyring.seal('social', CANARY));
}
