import { Refusal } from '../../http/route.ts';
import { quotaExceeded } from './errors.ts';
import type { YoutubeState } from './state.ts';

/** Units per day and app: uploads have a separate bucket. */
const dailyQuota = { upload: 100, general: 10_000 } as const;

/** What a call costs. */
export interface Quota {
  readonly bucket: keyof typeof dailyQuota;
  readonly units: number;
}

/** Counts the quota, also for invalid requests, and enforces it when the setting `rateLimits` is on. */
export function spendQuota(state: YoutubeState, clientId: string, { bucket, units }: Quota): void {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(state.world.now());
  const key = `${clientId} ${bucket} ${day}`;
  const used = (state.quota.get(key) ?? 0) + units;
  state.quota.set(key, used);
  if (used > dailyQuota[bucket] && state.world.settings.rateLimits) throw new Refusal(quotaExceeded());
}
