import { existsSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { PLATFORM_IDS, type PlatformId } from '@social/types';
import { ConfigError } from '../errors.ts';
import { isLoopback } from '../loopback.ts';
import type { DatabaseConfig } from '../store/dialects.ts';
import { type Environment, readEnvironment, withoutUserInfo } from './environment.ts';
import { realPath } from './real-path.ts';

/** What the operator says about one platform; what is unset may be filled by a sandbox, then by the network's own defaults. */
export interface PlatformSettings {
  readonly network: string | undefined;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly apiUrl: string | undefined;
  readonly oauthUrl: string | undefined;
  readonly apiVersion: string | undefined;
  readonly configId: string | undefined;
  readonly scopes: readonly string[] | undefined;
}

/** Everything the server can be told. Times in milliseconds. */
export interface Config {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Public address without a trailing slash; null: the address that is listened on, which is then loopback. */
  readonly baseUrl: string | null;
  readonly dataDir: string;
  readonly database: DatabaseConfig;
  /** Base64 keys given by the operator; empty: one is kept in the data directory. */
  readonly secretKeys: readonly string[];
  readonly signUp: 'first' | 'open' | 'closed';
  readonly logLevel: string;
  /** Requests per minute and key; null: no limits at all. */
  readonly requestsPerMinute: number | null;
  readonly trustedProxies: readonly string[];
  readonly metricsToken: string | null;
  readonly plansFile: string | null;
  readonly platforms: Readonly<Record<PlatformId, PlatformSettings>>;
  readonly publishTimeoutMs: number;
  readonly upstreamTimeoutMs: number;
  /** How long a process may show no sign of life before others take over what it was sending. */
  readonly workerLeaseMs: number;
  /** How long a network whose reads fail again and again is left alone. */
  readonly breakerOpenMs: number;
  /** How late a scheduled post may still go out. */
  readonly latenessWindowMs: number;
  /** How much all uploaded files of one workspace may have together. */
  readonly mediaQuotaBytes: number;
  /** Media may be fetched from this machine, on any port: only beside a sandbox. */
  readonly mediaFromLoopback: boolean;
  /** Settings that work but should not stay as they are. */
  readonly warnings: readonly string[];
}

/** Of 32 random bytes nearly all differ. */
const MIN_DISTINCT_BYTES = 16;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Options of the command line; they beat the environment. */
export interface ConfigFlags {
  readonly host?: string;
  readonly port?: string;
  readonly dataDir?: string;
}

/** Reads every setting and checks it. @throws ConfigError naming the variable and the fix */
export function readConfig(env: NodeJS.ProcessEnv, flags: ConfigFlags = {}): Config {
  const settings = readEnvironment(env);
  const isInsecureAllowed = settings.flag('SOCIAL_INSECURE_HTTP', false);
  const host = flags.host ?? settings.text('SOCIAL_HOST') ?? '127.0.0.1';
  const dataDir = resolve(flags.dataDir ?? settings.text('SOCIAL_DATA_DIR') ?? './data');
  const baseUrl = readBaseUrl(settings, host, isInsecureAllowed);
  const trustedProxies = readProxies(settings);
  const platforms = Object.fromEntries(
    PLATFORM_IDS.map((platform) => [platform, readPlatform(settings, platform, isInsecureAllowed)]),
  ) as Record<PlatformId, PlatformSettings>;
  const config = {
    host,
    baseUrl,
    dataDir,
    port: readPort(flags.port ?? settings.text('SOCIAL_PORT') ?? '8787', flags.port ? '--port' : 'SOCIAL_PORT'),
    database: readDatabase(settings, dataDir),
    secretKeys: readSecretKeys(settings),
    signUp: settings.oneOf('SOCIAL_SIGN_UP', ['first', 'open', 'closed'], 'first'),
    logLevel: settings.oneOf('SOCIAL_LOG_LEVEL', LOG_LEVELS, 'info'),
    requestsPerMinute: readRateLimit(settings),
    trustedProxies,
    metricsToken: settings.secret('SOCIAL_METRICS_TOKEN') ?? null,
    plansFile: settings.text('SOCIAL_PLANS_FILE') ?? null,
    platforms,
    publishTimeoutMs: 30_000,
    upstreamTimeoutMs: 30_000,
    workerLeaseMs: 30_000,
    breakerOpenMs: 30_000,
    latenessWindowMs: 60 * 60_000,
    mediaQuotaBytes: readMediaQuota(settings),
    mediaFromLoopback: false,
  };
  const warnings = [
    ...settings.warnings,
    ...proxyWarnings(trustedProxies, host),
    ...keyFileWarnings(dataDir),
    ...addressWarnings(platforms),
    ...settings.unknown(),
  ];
  return { ...config, warnings };
}

function readPort(text: string, name: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new ConfigError(name, `"${text}" is not a port; use a number from 0 to 65535`);
  }
  return Number(text);
}

function readBaseUrl(settings: Environment, host: string, isInsecureAllowed: boolean): string | null {
  const text = settings.text('SOCIAL_BASE_URL');
  if (text === undefined) {
    if (isLoopback(host)) return null;
    throw new ConfigError(
      'SOCIAL_BASE_URL',
      `is required when the server listens on ${host}; set it to the public address, for example https://social.example.org`,
    );
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    !url ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.pathname !== '/' ||
    url.search ||
    url.hash ||
    url.username ||
    url.password ||
    !/^https?:\/\/[^/]/i.test(text)
  ) {
    const shown = withoutUserInfo(text);
    throw new ConfigError('SOCIAL_BASE_URL', `"${shown}" is not an address; use the form https://social.example.org`);
  }
  if (isInTheClear(url.href) && !isInsecureAllowed) {
    throw new ConfigError(
      'SOCIAL_BASE_URL',
      'plain http would send passwords and keys in the clear; use https, or set SOCIAL_INSECURE_HTTP=true on a closed network',
    );
  }
  return url.origin;
}

/** Returns true where what is sent could be read on its way. */
function isInTheClear(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !isLoopback(hostname);
}

function readDatabase(settings: Environment, dataDir: string): DatabaseConfig {
  const url = settings.secret('SOCIAL_DATABASE_URL');
  // By one name for everybody: locks are named after it, and a restore replaces what has it.
  if (url === undefined) return { dialect: 'sqlite', path: realPath(join(dataDir, 'social.db')) };
  if (url.startsWith('sqlite:') && url.length > 'sqlite:'.length) {
    const path = realPath(resolve(url.slice('sqlite:'.length)));
    const directory = dirname(path);
    if (directory !== realPath(dataDir) && !existsSync(directory)) {
      throw new ConfigError('SOCIAL_DATABASE_URL', `there is no directory ${directory}; check the path, or create it`);
    }
    return { dialect: 'sqlite', path };
  }
  if (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)) return { dialect: 'postgres', url };
  throw new ConfigError('SOCIAL_DATABASE_URL', 'use sqlite:PATH or postgres://user:password@host:port/database');
}

function readSecretKeys(settings: Environment): string[] {
  const text = settings.secret('SOCIAL_SECRET_KEYS');
  if (text === undefined) return [];
  const keys = text.split(',').map((key) => key.trim());
  keys.forEach((key, index) => {
    const bytes = Buffer.from(key, 'base64');
    if (bytes.length !== 32 || bytes.toString('base64') !== key) {
      throw new ConfigError(
        'SOCIAL_SECRET_KEYS',
        `key ${index + 1} is not 32 bytes in base64; make one with: openssl rand -base64 32`,
      );
    }
    // One that only opens what it sealed before may stay, so that it can be replaced.
    if (index === 0 && new Set(bytes).size < MIN_DISTINCT_BYTES) {
      const fix = 'key 1 is not random; make one with: openssl rand -base64 32. Put it first, and one in use after it';
      throw new ConfigError('SOCIAL_SECRET_KEYS', fix);
    }
    const first = keys.indexOf(key);
    if (first < index) {
      const fix = `key ${index + 1} is key ${first + 1} again; to change the key, put the new one first and keep the old one after it`;
      throw new ConfigError('SOCIAL_SECRET_KEYS', fix);
    }
  });
  return keys;
}

function readRateLimit(settings: Environment): number | null {
  const text = settings.text('SOCIAL_RATE_LIMIT') ?? '300';
  if (text === 'off') return null;
  if (!/^[1-9]\d{0,6}$/.test(text)) {
    throw new ConfigError('SOCIAL_RATE_LIMIT', `"${text}" is not a limit; use requests per minute and key, or off`);
  }
  return Number(text);
}

function readMediaQuota(settings: Environment): number {
  const text = settings.text('SOCIAL_MEDIA_QUOTA_BYTES') ?? String(5 * 1024 ** 3);
  if (!/^\d{1,15}$/.test(text)) {
    throw new ConfigError('SOCIAL_MEDIA_QUOTA_BYTES', `"${text}" is not a number of bytes; 0 allows no uploads`);
  }
  return Number(text);
}

function readProxies(settings: Environment): string[] {
  const list = (settings.text('SOCIAL_TRUST_PROXY') ?? '').split(',').map((entry) => entry.trim());
  return list.filter(Boolean).map((entry) => {
    const [address = '', bits, ...more] = entry.split('/');
    const version = isIP(address);
    const maxBits = version === 6 ? 128 : 32;
    if (!version || more.length > 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits))) {
      throw new ConfigError(
        'SOCIAL_TRUST_PROXY',
        `"${entry}" is not a network; list proxies as 10.0.0.0/8,192.0.2.4/32`,
      );
    }
    return bits === undefined ? `${address}/${maxBits}` : entry;
  });
}

function proxyWarnings(trustedProxies: readonly string[], host: string): string[] {
  if (isLoopback(host) || !trustedProxies.some((network) => network.endsWith('/0'))) return [];
  return ['SOCIAL_TRUST_PROXY: trusts everybody, so that anybody can pretend any address; list your proxies only'];
}

function keyFileWarnings(dataDir: string): string[] {
  const path = join(dataDir, 'secret.key');
  try {
    return statSync(path).mode & 0o077 ? [`${path} is readable for others; chmod 600 it`] : [];
  } catch {
    return [];
  }
}

function readPlatform(settings: Environment, platform: PlatformId, isInsecureAllowed: boolean): PlatformSettings {
  const prefix = `SOCIAL_${platform.toUpperCase()}`;
  const clientId = settings.text(`${prefix}_CLIENT_ID`);
  const clientSecret = settings.secret(`${prefix}_CLIENT_SECRET`);
  if ((clientId === undefined) !== (clientSecret === undefined)) {
    const missing = clientId === undefined ? '_CLIENT_ID' : '_CLIENT_SECRET';
    throw new ConfigError(`${prefix}${missing}`, 'a client id and its secret belong together; set both or neither');
  }
  return {
    network: settings.text(`${prefix}_NETWORK`),
    clientId,
    clientSecret,
    apiUrl: readNetworkAddress(settings, `${prefix}_API_URL`, isInsecureAllowed),
    oauthUrl: readNetworkAddress(settings, `${prefix}_OAUTH_URL`, isInsecureAllowed),
    apiVersion: settings.text(`${prefix}_API_VERSION`),
    configId: settings.text(`${prefix}_CONFIG_ID`),
    scopes: settings.text(`${prefix}_SCOPES`)?.split(/[\s,]+/),
  };
}

function readNetworkAddress(settings: Environment, name: string, isInsecureAllowed: boolean): string | undefined {
  const address = settings.address(name);
  if (address === undefined || isInsecureAllowed || !isInTheClear(address)) return address;
  throw new ConfigError(
    name,
    'plain http would send tokens in the clear; use https, or set SOCIAL_INSECURE_HTTP=true on a closed network',
  );
}

/** Tokens go wherever these lead: an operator who did not mean it is to see it. */
function addressWarnings(platforms: Readonly<Record<PlatformId, PlatformSettings>>): string[] {
  return Object.entries(platforms).flatMap(([platform, { apiUrl, oauthUrl }]) =>
    [apiUrl, oauthUrl]
      .filter((address) => address !== undefined && !isLoopback(new URL(address).hostname))
      .map((address) => `${platform} is reached at ${address} in place of the network's own address, as was set`),
  );
}
