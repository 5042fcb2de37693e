const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const PACIFIC_TIME = { timeZone: 'America/Los_Angeles', hourCycle: 'h23' } as const;

/**
 * Milliseconds until the next midnight in California, when the network resets the apps' quotas.
 * @see https://developers.google.com/youtube/v3/getting-started#quota
 */
export function untilQuotaResetMs(now: number): number {
  const wait = DAY_MS - timeOfDayMs(now);
  const landed = timeOfDayMs(now + wait);
  // A day on which the clocks change has 23 or 25 hours.
  return landed > DAY_MS / 2 ? wait + DAY_MS - landed : wait - landed;
}

function timeOfDayMs(epochMs: number): number {
  const parts = new Date(epochMs).toLocaleTimeString('en-GB', PACIFIC_TIME).split(':').map(Number);
  const [hour = 0, minute = 0, second = 0] = parts;
  return ((hour * 60 + minute) * 60 + second) * 1000 + (epochMs % 1000);
}
