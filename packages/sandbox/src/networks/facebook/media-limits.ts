import { type MediaLimits, megabyte } from '../media-limits.ts';

/** @see https://developers.facebook.com/docs/graph-api/reference/page/photos */
export const mediaLimits = {
  maxFiles: Number.POSITIVE_INFINITY,
  pictures: { types: ['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/tiff'], maxBytes: 10 * megabyte },
  videos: { types: ['video/*'], maxBytes: 10 * 1024 ** 3 },
  alone: ['videos'],
} as const satisfies MediaLimits;
