import { ConfigError } from '../errors.ts';
import type { Environment } from './environment.ts';

const DAY_MS = 24 * 3_600_000;

/** Times in milliseconds for which old things are kept; null keeps them for good. */
export interface Retention {
  /** Entries of the activity log, from when they were written. */
  readonly logMs: number | null;
  /** Webhook events and their deliveries, from when they were made. */
  readonly deliveriesMs: number | null;
  /** Uploaded files that nothing needs, from their last use. */
  readonly mediaMs: number | null;
}

/** Reads how long old things are kept. @throws ConfigError */
export function readRetention(settings: Environment): Retention {
  const read = (name: string, fallback: string): number | null => {
    const text = settings.text(name) ?? fallback;
    if (text === 'off') return null;
    const [, days] = /^([1-9]\d{0,4})d$/.exec(text) ?? [];
    if (days !== undefined) return Number(days) * DAY_MS;
    throw new ConfigError(name, `"${text}" is not a time; use whole days, such as 365d, or off to keep everything`);
  };
  return {
    logMs: read('SOCIAL_RETENTION_LOG', 'off'),
    deliveriesMs: read('SOCIAL_RETENTION_DELIVERIES', '30d'),
    mediaMs: read('SOCIAL_RETENTION_MEDIA', '1d'),
  };
}

/** Writes a time of retention for people. */
export function retentionInWords(ms: number | null): string {
  if (ms === null) return 'kept for good';
  return ms === DAY_MS ? '1 day' : `${ms / DAY_MS} days`;
}
