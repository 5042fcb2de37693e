import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ConfigError } from '../errors.ts';
import { createKeyring, type Keyring } from '../secrets.ts';
import { holdsMeta } from '../store/database/inspection.ts';
import { syncFolder } from '../sync-folder.ts';
import type { Config } from './config.ts';
import { CANARY, IF_LOST } from './keyring-check.ts';
import { decodeKey } from './secret-keys.ts';

/** Path of the file that holds the key of a server on SQLite without SOCIAL_SECRET_KEYS. */
export const keyFileOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'secret.key');

/**
 * Loads the keys of SOCIAL_SECRET_KEYS; without it, on SQLite, the key file in the data directory. Creates a missing file (mode
 * 0600), unless the database was written with one.
 * @param options `mayCreate`: allows a new key file; `isGivenUp`: allows a new one although the database needs the lost one
 * @throws ConfigError
 */
export function loadKeyring(config: Config, { mayCreate = true, isGivenUp = false } = {}): Keyring {
  if (config.secretKeys.length > 0) return createKeyring(config.secretKeys);
  const refuse = (fix: string) => new ConfigError('SOCIAL_SECRET_KEYS', fix);
  const { dataDir, database } = config;
  if (database.dialect === 'postgres') {
    throw refuse('is required with Postgres; make a key with: openssl rand -base64 32');
  }
  const path = keyFileOf(config);
  if (!existsSync(path)) {
    if (!mayCreate) {
      throw refuse(`is needed, since a backup holds no keys; set it, or copy the old secret.key into ${dataDir}`);
    }
    if (!isGivenUp && holdsMeta(database.path, CANARY.row)) {
      const fix = `is not set, and ${path} is missing, which this database needs; put your copy of it back. Nothing was changed`;
      throw refuse(`${fix}. ${IF_LOST}`);
    }
  }
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (!existsSync(path)) makeKey(path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new ConfigError('SOCIAL_DATA_DIR', `${dataDir} cannot be written; choose another directory`, cause);
    }
  }
  const key = readKey(dataDir, path);
  if (decodeKey(key) === null) throw refuse(`${path} does not hold 32 bytes in base64; put your copy of the key back`);
  return createKeyring([key]);
}

/** Creates the key file. The key is on the disk before the server encrypts with it. @throws Error EEXIST when another process was first */
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
  syncFolder(dirname(path));
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

function readKey(dataDir: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    throw new ConfigError('SOCIAL_DATA_DIR', `${dataDir} is not a directory that can be used; choose another`, cause);
  }
}
