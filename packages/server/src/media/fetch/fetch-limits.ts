import type { MediaKind } from '@social/rules';
import { PLATFORM_IDS, platformFacts } from '@social/types';

/** How much of a file is taken, and how long it may take. Times in milliseconds. */
export interface FetchLimits {
  readonly maxBytes: number;
  /** From the first address to the last byte, redirects included. */
  readonly totalMs: number;
  /** What must at least arrive in each span of the download; null where the total time is bound enough. */
  readonly minRate: { readonly bytes: number; readonly spanMs: number } | null;
}

/** By the kind that the first bytes show. Until these have come, the time of an image is all there is. */
export const FETCH_LIMITS: Readonly<Record<MediaKind, FetchLimits>> = {
  // A file is fetched once for all platforms: the one that takes most decides, the others refuse what is too large for them.
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
