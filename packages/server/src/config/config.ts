import { join, resolve } from 'node:path';
import type { PlatformId } from '@social/types';
import { ConfigError } from '../errors.ts';
import type { ReceiverAllowance } from '../media/fetch/receiver-address.ts';
import type { ObjectStorageSettings } from '../media/objects/settings.ts';
import type { DatabaseConfig } from '../store/database/open.ts';
import { readDatabase } from './database-url.ts';
import { type Environment, privacyWarnings, readEnvironment } from './environment.ts';
import { proxyWarnings, readBaseUrl, readPort, readProxies } from './listening.ts';
import { type MailServer, readMailServer } from './mail-server.ts';
import { readMediaStore } from './media-store.ts';
import { addressWarnings, type PlatformSettings, readPlatforms } from './platform-settings.ts';
import { type Retention, readRetention } from './retention.ts';
import { readSecretKeys } from './secret-keys.ts';
import { readWebhookAllow } from './webhook-allow.ts';

/** All settings of the server. Times are in milliseconds. */
export interface Config {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Public address without a trailing slash; null stands for the address of the listener, which is then loopback. */
  readonly baseUrl: string | null;
  readonly dataDir: string;
  readonly database: DatabaseConfig;
  /** Base64 keys given by the operator; empty when the data directory holds the key. */
  readonly secretKeys: readonly string[];
  readonly signUp: 'first' | 'open' | 'closed';
  readonly logLevel: string;
  /** Requests per minute and key; null switches every limit off. */
  readonly requestsPerMinute: number | null;
  /** Connections of one client address at once. */
  readonly maxClientConnections: number;
  /** Networks in CIDR notation. */
  readonly trustedProxies: readonly string[];
  readonly metricsToken: string | null;
  readonly plansFile: string | null;
  readonly platforms: Readonly<Record<PlatformId, PlatformSettings>>;
  readonly publishTimeoutMs: number;
  readonly upstreamTimeoutMs: number;
  /** Time without a sign of life after which other processes take over the targets of a process. */
  readonly workerLeaseMs: number;
  /** Time for which the server asks a network nothing after several of its reads failed. */
  readonly breakerOpenMs: number;
  /** Delay after which a scheduled post no longer goes out. */
  readonly latenessWindowMs: number;
  /** Size of all uploaded files of one workspace together. */
  readonly mediaQuotaBytes: number;
  readonly retention: Retention;
  /** Object storage for uploaded files; null for the data directory. */
  readonly mediaStore: ObjectStorageSettings | null;
  /** Server that mails are handed to; null when no mails are sent. */
  readonly mailServer: MailServer | null;
  /** Allows media from this machine, on any port; set only with a sandbox. */
  readonly mediaFromLoopback: boolean;
  /** Receivers of webhooks that are allowed beside public ones. */
  readonly webhookAllow: ReceiverAllowance;
  /** Settings that work but should be changed, one sentence each. */
  readonly warnings: readonly string[];
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Options of the command line, which override the environment. */
export interface ConfigFlags {
  readonly host?: string;
  readonly port?: string;
  readonly dataDir?: string;
}

/** Reads every setting and checks it. @throws ConfigError naming the variable and the fix */
export function readConfig(env: NodeJS.ProcessEnv, flags: ConfigFlags = {}): Config {
  const settings = readEnvironment(env);
  const host = flags.host ?? settings.text('SOCIAL_HOST') ?? '127.0.0.1';
  const dataDir = resolve(flags.dataDir ?? settings.text('SOCIAL_DATA_DIR') ?? './data');
  const baseUrl = readBaseUrl(settings, host);
  const trustedProxies = readProxies(settings);
  const platforms = readPlatforms(settings);
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
    maxClientConnections: readMaxClientConnections(settings),
    trustedProxies,
    metricsToken: settings.secret('SOCIAL_METRICS_TOKEN') ?? null,
    plansFile: settings.text('SOCIAL_PLANS_FILE') ?? null,
    platforms,
    publishTimeoutMs: 30_000,
    upstreamTimeoutMs: 30_000,
    workerLeaseMs: readLease(settings),
    breakerOpenMs: 30_000,
    latenessWindowMs: 60 * 60_000,
    mediaQuotaBytes: readMediaQuota(settings),
    retention: readRetention(settings),
    mediaStore: readMediaStore(settings),
    mailServer: readMailServer(settings),
    mediaFromLoopback: false,
    webhookAllow: readWebhookAllow(settings),
  };
  const warnings = [
    ...settings.warnings,
    ...proxyWarnings(trustedProxies, host),
    ...privacyWarnings(join(dataDir, 'secret.key')),
    ...addressWarnings(platforms),
    ...settings.unknown(),
  ];
  return { ...config, warnings };
}

function readRateLimit(settings: Environment): number | null {
  const text = settings.text('SOCIAL_RATE_LIMIT') ?? '300';
  if (text === 'off') return null;
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new ConfigError('SOCIAL_RATE_LIMIT', `"${text}" is not a limit; use requests per minute and key, or off`);
}

function readMaxClientConnections(settings: Environment): number {
  const text = settings.text('SOCIAL_MAX_CLIENT_CONNECTIONS') ?? '256';
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new ConfigError('SOCIAL_MAX_CLIENT_CONNECTIONS', `"${text}" is not a number of connections from 1 to 99999`);
}

function readLease(settings: Environment): number {
  const text = settings.text('SOCIAL_LEASE_SECONDS') ?? '6';
  if (/^\d{1,3}$/.test(text) && Number(text) >= 3) return Number(text) * 1_000;
  throw new ConfigError('SOCIAL_LEASE_SECONDS', `"${text}" is not a time; use whole seconds from 3 to 999`);
}

function readMediaQuota(settings: Environment): number {
  const text = settings.text('SOCIAL_MEDIA_QUOTA_BYTES') ?? String(5 * 1024 ** 3);
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new ConfigError('SOCIAL_MEDIA_QUOTA_BYTES', `"${text}" is not a number of bytes; 0 allows no uploads`);
}
