import { type MediaLimits, megabyte } from '../media-limits.ts';

/** @see https://docs.joinmastodon.org/user/posting/#media (read 2026-11-22) */
export const mediaLimits = {
  maxFiles: 4,
  pictures: {
    types: ['image/jpeg', 'image/png', 'image/gif', 'image/heic', 'image/heif', 'image/webp', 'image/avif'],
    ...{ maxBytes: 16 * megabyte, maxPixels: 33_177_600 },
  },
  animations: { types: ['image/gif'], maxBytes: 16 * megabyte, maxPixels: 1280 * 720 },
  videos: {
    types: ['video/webm', 'video/mp4', 'video/quicktime', 'video/ogg'],
    ...{ maxBytes: 99 * megabyte, maxPixels: 8_294_400 },
  },
  sounds: {
    types: ['audio/mpeg', 'audio/mp3', 'audio/ogg', 'audio/wave', 'audio/wav', 'audio/flac', 'audio/mp4'],
    maxBytes: 99 * megabyte,
  },
  alone: ['videos', 'sounds'],
  maxAltText: 1500,
} as const satisfies MediaLimits;
