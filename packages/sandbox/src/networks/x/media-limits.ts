import { type MediaLimits, megabyte } from '../media-limits.ts';

/** @see https://docs.x.com/x-api/media/quickstart/best-practices */
export const mediaLimits = {
  maxFiles: 4,
  pictures: { types: ['image/jpeg', 'image/png', 'image/webp'], maxBytes: 5 * megabyte },
  animations: {
    ...{ types: ['image/gif'], maxBytes: 15 * megabyte, maxWidth: 1280, maxHeight: 1080 },
    ...{ maxFrames: 350, maxFramePixels: 300_000_000 },
  },
  videos: {
    types: ['video/mp4', 'video/quicktime', 'video/webm', 'video/mp2t'],
    ...{ maxBytes: 512 * megabyte, minSide: 32, minRatio: 1 / 3, maxRatio: 3, minSeconds: 0.5, maxSeconds: 140 },
  },
  alone: ['animations', 'videos'],
  maxAltText: 1000,
} as const satisfies MediaLimits;
