import { type MediaLimits, minute } from '../media-limits.ts';

/** @see https://developers.google.com/youtube/v3/docs/videos/insert */
export const mediaLimits = {
  maxFiles: 1,
  videos: { types: ['video/*'], maxBytes: 256 * 1024 ** 3, maxSeconds: 12 * 60 * minute },
} as const satisfies MediaLimits;
