import type { MediaKind } from '@social/rules';
import { PLATFORM_IDS, platformFacts } from '@social/types';

/** Limits of the size and the time of a download. Times are in milliseconds. */
export interface FetchLimits {
  readonly maxBytes: number;
  /** Time from the first request to the last byte, redirects included. */
  readonly totalMs: number;
  /** The least that has to arrive in each span of the download; null where the total time is limit enough. */
  readonly minRate: { readonly bytes: number; readonly spanMs: number } | null;
}

/** Limits by the kind that the first bytes tell. Until those have arrived, the time of an image applies. */
export const FETCH_LIMITS: Readonly<Record<MediaKind, FetchLimits>> = {
  // A file is fetched once for all platforms: the largest limit applies here, and each platform's own limit later.
  image: {
    maxBytes: Math.max(...PLATFORM_IDS.map((platform) => platformFacts(platform).media.maxImageBytes)),
    totalMs: 30_000,
    minRate: null,
  },
  video: {
    maxBytes: Math.max(...PLATFORM_IDS.map((platform) => platformFacts(platform).media.maxVideoBytes)),
    totalMs: 3_600_000,
    minRate: { bytes: 640 * 1024, spanMs: 10_000 },
  },
};
