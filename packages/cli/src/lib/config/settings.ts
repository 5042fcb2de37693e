import { usageError } from '../errors.ts';
import { didYouMean } from '../text/nearest.ts';
import { quote } from '../text/terminal-text.ts';
import { DEFAULT_CONTEXT, type StoredConfig, type StoredContext } from './config-file.ts';

/** The source of a value. A flag overrides the environment, which overrides the file that `social login` writes. */
type Source = 'flag' | 'environment' | 'file' | 'default' | 'unset';

interface Setting {
  readonly value: string | undefined;
  readonly source: Source;
}

/** The server, key and profile of a command. */
export interface Settings {
  /** Name of the stored server that supplies values without another source. */
  readonly context: Setting;
  readonly baseUrl: Setting;
  readonly apiKey: Setting;
  readonly profile: Setting;
}

/** Flags of every command. */
export interface GlobalFlags {
  readonly json?: boolean;
  readonly output?: 'json' | 'text';
  readonly baseUrl?: string;
  readonly profile?: string;
  readonly context?: string;
  readonly insecure?: boolean;
}

/** Address of a server on this machine. */
export const DEFAULT_BASE_URL = 'http://127.0.0.1:8787';

/**
 * Finds every value and its source. An empty environment variable counts as unset.
 * @throws {CliError} when a server is named that is not stored
 */
export function resolveSettings(
  flags: GlobalFlags,
  env: Readonly<Record<string, string | undefined>>,
  stored: StoredConfig,
): Settings {
  const pick = (flag: string | undefined, variable: string, kept: string | undefined): Setting => {
    if (flag !== undefined) return { value: flag, source: 'flag' };
    const fromEnvironment = env[variable]?.trim();
    if (fromEnvironment) return { value: fromEnvironment, source: 'environment' };
    return kept === undefined ? { value: undefined, source: 'unset' } : { value: kept, source: 'file' };
  };
  const context = pick(flags.context, 'SOCIAL_CONTEXT', stored.current);
  const server = contextNamed(context.value, context.source === 'file', stored);
  if (context.source !== 'file') checkOneKey(context.value, env['SOCIAL_API_KEY']?.trim(), server);
  const baseUrl = pick(flags.baseUrl, 'SOCIAL_BASE_URL', server.baseUrl);
  return {
    context: context.value === undefined ? { value: DEFAULT_CONTEXT, source: 'default' } : context,
    baseUrl: baseUrl.value === undefined ? { value: DEFAULT_BASE_URL, source: 'default' } : baseUrl,
    apiKey: keyFor(baseUrl, pick(undefined, 'SOCIAL_API_KEY', server.apiKey), server),
    profile: pick(flags.profile, 'SOCIAL_PROFILE', server.profile),
  };
}

/** Finds a stored server. The current one may be missing from the file; a named one must be there. */
function contextNamed(name: string | undefined, isCurrent: boolean, stored: StoredConfig): StoredContext {
  if (name === undefined) return {};
  if (!isCurrent) checkStored(stored, name);
  return stored.contexts.get(name) ?? {};
}

/** Refuses two different keys, either of which may be meant. @throws {CliError} */
function checkOneKey(name: string | undefined, given: string | undefined, { apiKey }: StoredContext): void {
  if (!given || apiKey === undefined || given === apiKey) return;
  throw usageError(
    `There are two API keys: that of SOCIAL_API_KEY (…${given.slice(-4)}) and that stored for ${name} (…${apiKey.slice(-4)})`,
    'Nothing was sent. Unset SOCIAL_API_KEY, or give --base-url in place of --context.',
  );
}

/** Checks that a server is stored under a name. @throws {CliError} with the stored names */
export function checkStored({ contexts }: StoredConfig, name: string): void {
  if (contexts.has(name)) return;
  const names = [...contexts.keys()];
  throw usageError(
    `There is no server ${quote(name)}${didYouMean(name, names)}`,
    names.length > 0 ? `Stored: ${names.join(', ')}` : 'None is stored: social login --name NAME',
  );
}

/** Keeps a stored key from servers other than its own. */
function keyFor(baseUrl: Setting, apiKey: Setting, server: StoredContext): Setting {
  const isForeign = apiKey.source === 'file' && !isSameServer(baseUrl.value, server.baseUrl);
  return isForeign ? { value: undefined, source: 'unset' } : apiKey;
}

/** Returns true when two addresses have the same origin; undefined means the default address. */
export function isSameServer(one: string | undefined, other: string | undefined): boolean {
  return originOf(one) === originOf(other);
}

function originOf(baseUrl = DEFAULT_BASE_URL): string {
  return URL.parse(baseUrl)?.origin ?? baseUrl;
}

/**
 * Checks an address before a key is sent to it.
 * @throws {CliError} for an invalid address, or plain http to another machine without `--insecure`
 */
export function checkBaseUrl(baseUrl: string, isInsecureAllowed: boolean): string {
  const url = URL.parse(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw usageError(`The base URL ${quote(baseUrl)} must begin with https:// or http://`, 'Nothing was sent.');
  }
  if (url.username || url.password) throw usageError('The base URL must not hold a user name or password');
  const below = /^(.*)\/api(?:\/v\d+)?\/?$/.exec(url.pathname)?.[1];
  if (below !== undefined) {
    const address = `${url.origin}${below}`;
    throw usageError(
      `${url.origin}${url.pathname} is not the address of a server: use ${address}`,
      'Nothing was sent.',
    );
  }
  if (url.protocol === 'http:' && !isLoopbackUrl(url) && !isInsecureAllowed) {
    throw usageError(
      `${url.origin} would carry the API key in plain text over the network`,
      'Nothing was sent. Use https://, or add --insecure if the network is yours.',
    );
  }
  return baseUrl;
}

/** Returns true for an address of this machine. */
export function isLoopbackUrl({ hostname }: URL): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) || hostname.endsWith('.localhost');
}
