import { type MediaLimits, megabyte, minute } from '../media-limits.ts';

/** @see https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media */
export const mediaLimits = {
  maxFiles: 10,
  pictures: { types: ['image/jpeg'], maxBytes: 8 * megabyte, minRatio: 4 / 5, maxRatio: 1.91, ratioTolerance: 0.005 },
  videos: {
    ...{ types: ['video/mp4', 'video/quicktime'], maxBytes: 300 * megabyte },
    ...{ maxWidth: 1920, minSeconds: 3, maxSeconds: 15 * minute },
  },
  maxAltText: 1000,
} as const satisfies MediaLimits;

/** Files of a story. The pages name no shape of its pictures. */
export const storyLimits = {
  pictures: { types: mediaLimits.pictures.types, maxBytes: mediaLimits.pictures.maxBytes },
  videos: { ...mediaLimits.videos, maxBytes: 100 * megabyte, maxSeconds: minute },
} as const satisfies Partial<MediaLimits>;
