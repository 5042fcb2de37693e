import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { usageError } from '../errors.ts';
import type { Io } from '../io.ts';
import { quote } from '../text/terminal-text.ts';

/** Version of the file's format. Version 1 held one server, with its values at the top level. */
export const CONFIG_VERSION = 2;
/** Name of a server that was stored without one. */
export const DEFAULT_CONTEXT = 'default';

/** One server as `social login` stores it. */
export interface StoredContext {
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly profile?: string | undefined;
}

/** All servers by name, the oldest first, and the name of the current one. */
export interface StoredConfig {
  readonly current?: string | undefined;
  readonly contexts: ReadonlyMap<string, StoredContext>;
}

/** The stored values, and whether other users can read a key. */
export interface ReadConfig extends StoredConfig {
  readonly path: string;
  readonly isExposed: boolean;
}

/**
 * Path of the file that holds the values.
 * @see https://specifications.freedesktop.org/basedir-spec/latest/ (read 2026-11-20): a relative path in
 * XDG_CONFIG_HOME is to be ignored
 */
export function configPath({ env, homeDirectory }: Pick<Io, 'env' | 'homeDirectory'>): string {
  const home = env['XDG_CONFIG_HOME'] ?? '';
  return join(isAbsolute(home) ? home : join(homeDirectory, '.config'), 'social', 'config.json');
}

/** @throws {CliError} for a name that could be mistaken for a flag or a path */
export function checkContextName(name: string): string {
  if (/^[a-z0-9][a-z0-9._-]{0,62}$/i.test(name)) return name;
  throw usageError(
    `${quote(name)} is not a name for a server: use up to 63 letters, digits, dots, dashes and underscores`,
  );
}

/**
 * Reads the stored values; a missing file means no values.
 * @throws {CliError} when the file cannot be read, is not JSON, or is from a newer version
 */
export async function readConfig(path: string): Promise<ReadConfig> {
  let text: string;
  let mode: number;
  try {
    text = await readFile(path, 'utf8');
    ({ mode } = await stat(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { path, isExposed: false, contexts: new Map() };
    throw usageError(`Cannot read ${path} (${code})`);
  }
  const stored = parseConfig(text, path);
  if (typeof stored['version'] === 'number' && stored['version'] > CONFIG_VERSION) {
    throw usageError(
      `${path} was written by a newer version of social`,
      'Update social, or move that file away and sign in again: social login',
    );
  }
  const contexts = readContexts(stored);
  const current = textOf(stored, 'current') ?? [...contexts.keys()][0];
  const hasKey = [...contexts.values()].some(({ apiKey }) => apiKey !== undefined);
  // Not on Windows: the folder's access list decides there who reads a file, and its mode says nothing.
  const isExposed = process.platform !== 'win32' && hasKey && (mode & 0o077) !== 0;
  return { path, isExposed, current, contexts };
}

function readContexts(stored: Json): Map<string, StoredContext> {
  const { contexts } = stored;
  const entries = isObject(contexts) ? Object.entries(contexts) : [[DEFAULT_CONTEXT, stored] as const];
  const read = entries.flatMap(([name, values]): [string, StoredContext][] => {
    if (!isObject(values)) return [];
    const context = {
      baseUrl: textOf(values, 'baseUrl'),
      apiKey: textOf(values, 'apiKey'),
      profile: textOf(values, 'profile'),
    };
    return [[name, context]];
  });
  return new Map(read);
}

type Json = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(values: Json, name: string): string | undefined {
  const value = values[name];
  return (typeof value === 'string' && value.trim()) || undefined;
}

function parseConfig(text: string, path: string): Json {
  const advice =
    'It holds the keys of every stored server: correct it, or move it away and sign in again: social login';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw usageError(`${path} is not valid JSON: ${placeOf(error, text)}`, advice);
  }
  if (isObject(value)) return value;
  throw usageError(`${path} must hold a JSON object`, advice);
}

/** The parser's own message quotes the text, which holds keys. */
function placeOf(error: unknown, text: string): string {
  const [, position] = /at position (\d+)/.exec(error instanceof Error ? error.message : '') ?? [];
  const before = text.slice(0, position === undefined ? text.length : Number(position)).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
