import { type MediaLimits, megabyte } from '../media-limits.ts';

/** @see https://core.telegram.org/bots/api#sendphoto */
export const mediaLimits = {
  maxFiles: 10,
  pictures: {
    types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/bmp', 'image/tiff'],
    ...{ maxBytes: 10 * megabyte, maxSumOfSides: 10_000, minRatio: 1 / 20, maxRatio: 20 },
  },
  videos: { types: ['video/*'], maxBytes: 50 * megabyte },
  documents: { types: ['*/*'], maxBytes: 50 * megabyte },
} as const satisfies MediaLimits;
