import type { MediaLimits } from '../media-limits.ts';

/** @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/images-api */
export const mediaLimits = {
  maxFiles: 20,
  pictures: { types: ['image/jpeg', 'image/png', 'image/gif'], maxPixels: 36_152_319, maxFrames: 250 },
  maxAltText: 4086,
} as const satisfies MediaLimits;
