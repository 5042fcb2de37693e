import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CliError, usageError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import type { Io } from './io.ts';

const VERSION = 1;

/** What `social login` keeps. */
export interface StoredConfig {
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly profile?: string | undefined;
}

/** The stored values, and whether others than the owner may read them. */
export interface ReadConfig extends StoredConfig {
  readonly path: string;
  readonly isExposed: boolean;
}

/**
 * Where the values are kept.
 * @see https://specifications.freedesktop.org/basedir-spec/latest/ (read 2026-11-20): a relative path in
 * XDG_CONFIG_HOME is to be ignored
 */
export function configPath({ env, homeDirectory }: Pick<Io, 'env' | 'homeDirectory'>): string {
  const home = env['XDG_CONFIG_HOME'];
  return join(home?.startsWith('/') ? home : join(homeDirectory, '.config'), 'social', 'config.json');
}

/**
 * Reads the stored values; without a file there are none.
 * @throws {CliError} when the file is not readable, no JSON, or from a newer version
 */
export async function readConfig(path: string): Promise<ReadConfig> {
  let text: string;
  let mode: number;
  try {
    text = await readFile(path, 'utf8');
    ({ mode } = await stat(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { path, isExposed: false };
    throw usageError(`Cannot read ${path} (${code})`);
  }
  const stored = parseConfig(text, path);
  if (typeof stored['version'] === 'number' && stored['version'] > VERSION) {
    throw usageError(
      `${path} was written by a newer version of social`,
      'Update social, or sign in again: social login',
    );
  }
  const value = (name: string) => (typeof stored[name] === 'string' && stored[name] ? stored[name] : undefined);
  const apiKey = value('apiKey');
  return {
    path,
    isExposed: apiKey !== undefined && (mode & 0o077) !== 0,
    baseUrl: value('baseUrl'),
    apiKey,
    profile: value('profile'),
  };
}

function parseConfig(text: string, path: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Reported below, as for any other text that is no JSON object.
  }
  throw usageError(`${path} is not valid JSON`, 'Delete it and sign in again: social login');
}

/**
 * Replaces the stored values. A reader sees the old file or the new one, never a part; only the owner may read it.
 * @throws {CliError} when it cannot be written; the old file is then as it was
 */
export async function writeConfig(path: string, { baseUrl, apiKey, profile }: StoredConfig): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify({ version: VERSION, baseUrl, apiKey, profile }, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await chmod(draft, 0o600);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    const { code } = error as NodeJS.ErrnoException;
    throw new CliError({
      exitCode: EXIT.failed,
      code: 'config_not_written',
      message: `Cannot write ${path} (${code}); it is as it was before`,
      hints: ['Without a file, set SOCIAL_API_KEY and SOCIAL_BASE_URL.'],
    });
  }
}
