import { type MediaLimits, megabyte, minute } from '../media-limits.ts';

/** @see https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide */
export const mediaLimits = {
  maxFiles: 35,
  pictures: { types: ['image/jpeg', 'image/webp'], maxBytes: 20 * megabyte, maxSide: 1920, maxShorterSide: 1080 },
  videos: {
    ...{ types: ['video/mp4', 'video/quicktime', 'video/webm'], maxBytes: 4 * 1024 ** 3 },
    ...{ minSide: 360, maxSide: 4096, maxSeconds: 10 * minute },
  },
  alone: ['videos'],
} as const satisfies MediaLimits;
