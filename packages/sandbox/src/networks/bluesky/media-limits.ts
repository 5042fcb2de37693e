import { type MediaLimits, minute } from '../media-limits.ts';

/** @see https://github.com/bluesky-social/atproto/tree/main/lexicons/app/bsky/embed (read 2026-11-24) */
export const mediaLimits = {
  maxFiles: 4,
  pictures: { types: ['image/*'], maxBytes: 2_000_000 },
  videos: { types: ['video/mp4'], maxBytes: 300_000_000, maxSeconds: 10 * minute },
  alone: ['videos'],
} as const satisfies MediaLimits;
