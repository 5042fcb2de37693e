import type { ReadConfig } from './config-file.ts';
import { usageError } from './errors.ts';

/** Where a value comes from. A flag beats the environment, which beats the stored configuration. */
type Source = 'flag' | 'environment' | 'config' | 'default' | 'unset';

interface Setting {
  readonly value: string | undefined;
  readonly source: Source;
}

/** What decides where a command talks to and as whom. */
export interface Settings {
  readonly baseUrl: Setting;
  readonly apiKey: Setting;
  readonly profile: Setting;
}

/** The flags every command takes. */
export interface GlobalFlags {
  readonly json?: boolean;
  readonly output?: 'json' | 'text';
  readonly baseUrl?: string;
  readonly profile?: string;
  readonly insecure?: boolean;
}

const DEFAULT_BASE_URL = 'http://127.0.0.1:8787';

/** Looks every value up where it may come from. An empty environment variable counts as unset. */
export function resolveSettings(
  flags: GlobalFlags,
  env: Readonly<Record<string, string | undefined>>,
  stored: ReadConfig,
): Settings {
  const pick = (flag: string | undefined, variable: string, config: string | undefined): Setting => {
    if (flag !== undefined) return { value: flag, source: 'flag' };
    const fromEnvironment = env[variable];
    if (fromEnvironment) return { value: fromEnvironment, source: 'environment' };
    return config === undefined ? { value: undefined, source: 'unset' } : { value: config, source: 'config' };
  };
  const baseUrl = pick(flags.baseUrl, 'SOCIAL_BASE_URL', stored.baseUrl);
  return {
    baseUrl: baseUrl.value === undefined ? { value: DEFAULT_BASE_URL, source: 'default' } : baseUrl,
    apiKey: keyFor(baseUrl, pick(undefined, 'SOCIAL_API_KEY', stored.apiKey), stored),
    profile: pick(flags.profile, 'SOCIAL_PROFILE', stored.profile),
  };
}

/** A stored key belongs to the server it was stored for, and is never shown to another one. */
function keyFor(baseUrl: Setting, apiKey: Setting, stored: ReadConfig): Setting {
  const isForeign = apiKey.source === 'config' && originOf(baseUrl.value) !== originOf(stored.baseUrl);
  return isForeign ? { value: undefined, source: 'unset' } : apiKey;
}

function originOf(baseUrl = DEFAULT_BASE_URL): string {
  return URL.parse(baseUrl)?.origin ?? baseUrl;
}

/**
 * Checks an address before a key is sent to it.
 * @throws {CliError} for an address that is none, or plain http to another machine without `--insecure`
 */
export function checkBaseUrl(baseUrl: string, isInsecureAllowed: boolean): string {
  const url = URL.parse(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw usageError(
      `The base URL ${JSON.stringify(baseUrl)} must begin with https:// or http://`,
      'Nothing was sent.',
    );
  }
  if (url.username || url.password) throw usageError('The base URL must not hold a user name or password');
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname) || url.hostname.endsWith('.localhost');
  if (url.protocol === 'http:' && !isLoopback && !isInsecureAllowed) {
    throw usageError(
      `${url.origin} would carry the API key in plain text over the network`,
      'Nothing was sent. Use https://, or add --insecure if the network is yours.',
    );
  }
  return baseUrl;
}
