import { type MediaKind, type MediaPlace, mediaFacts } from '@social/rules';
import { type MediaFacts, PLATFORM_IDS, type PlatformId } from '@social/types';

/** Limits of the size and the time of a download. Times are in milliseconds. */
export interface FetchLimits {
  readonly maxBytes: number;
  /** Time from the first request to the last byte, redirects included. */
  readonly totalMs: number;
  /** The least that has to arrive in each span of the download; null where the total time is limit enough. */
  readonly minRate: { readonly bytes: number; readonly spanMs: number } | null;
}

/** Limits by the kind that the first bytes tell. Until those have arrived, the time of an image applies. */
export type KindLimits = Readonly<Record<MediaKind, FetchLimits>>;

/** A platform that gets a file, and where. */
export type Taker = MediaPlace & { readonly platform: PlatformId };

const ANYBODY: readonly Taker[] = PLATFORM_IDS.map((platform) => ({ platform }));
const LARGE = { totalMs: 3_600_000, minRate: { bytes: 640 * 1024, spanMs: 10_000 } };

/** The limits where any platform may get the file. */
export const FETCH_LIMITS: KindLimits = fetchLimitsFor(ANYBODY);

/** Returns the limits of a file for these takers, of which each has a limit of its own later. A larger picture can be made to fit. */
export function fetchLimitsFor(takers: readonly Taker[]): KindLimits {
  return {
    image: { maxBytes: mostBytes(ANYBODY, ({ maxImageBytes }) => maxImageBytes), totalMs: 30_000, minRate: null },
    video: { maxBytes: mostBytes(takers, ({ maxVideoBytes }) => maxVideoBytes), ...LARGE },
    document: { maxBytes: mostBytes(takers, ({ documents }) => documents?.maxBytes ?? 0), ...LARGE },
  };
}

function mostBytes(takers: readonly Taker[], bytesOf: (facts: MediaFacts) => number): number {
  return Math.max(0, ...takers.map(({ platform, ...place }) => bytesOf(mediaFacts(platform, place))));
}
