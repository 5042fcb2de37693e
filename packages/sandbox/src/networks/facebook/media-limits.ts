import { type FileLimits, type MediaLimits, megabyte, minute } from '../media-limits.ts';

/** @see https://developers.facebook.com/docs/graph-api/reference/page/photos */
export const mediaLimits = {
  maxFiles: Number.POSITIVE_INFINITY,
  pictures: { types: ['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/tiff'], maxBytes: 10 * megabyte },
  videos: { types: ['video/*'], maxBytes: 10 * 1024 ** 3 },
  alone: ['videos'],
} as const satisfies MediaLimits;

/** @see https://developers.facebook.com/docs/video-api/guides/reels-publishing */
export const wholeLimits = {
  video_reels: {
    ...{ ...mediaLimits.videos, minSide: 540, minSeconds: 3, maxSeconds: 90 },
    ...{ minRatio: 9 / 16, maxRatio: 9 / 16, ratioTolerance: 0.01 },
  },
  video_stories: { ...mediaLimits.videos, maxSeconds: minute },
} as const satisfies Record<string, FileLimits>;
