const DAY_MS = 24 * 3_600_000;
/** Days after publishing on which a post is read. */
const DAYS = 7;
/** Span over which readings of posts that were published at the same moment are spread. */
const SPREAD_MS = 2 * 3_600_000;

/** Age up to which a post is read daily, in milliseconds. */
export const DAILY_AGE_MS = DAYS * DAY_MS + SPREAD_MS;

/**
 * Finds the next daily reading of a target: once a day for a week after it was published, at a moment that its id chooses.
 * @returns null after the last one
 */
export function nextReading(targetId: string, publishedAt: string, now: number): string | null {
  const first = Date.parse(publishedAt) + DAY_MS + spread(targetId);
  const days = Math.max(0, Math.floor((now - first) / DAY_MS) + 1);
  return days < DAYS ? new Date(first + days * DAY_MS).toISOString() : null;
}

/** The end of an id is random. */
function spread(targetId: string): number {
  return (Number.parseInt(targetId.slice(-4), 16) / 0x1_0000) * SPREAD_MS;
}
