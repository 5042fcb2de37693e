import { type MediaLimits, megabyte, minute } from '../media-limits.ts';

/**
 * @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/images-api
 * @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/videos-api
 * @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/documents-api
 */
export const mediaLimits = {
  maxFiles: 20,
  pictures: { types: ['image/jpeg', 'image/png', 'image/gif'], maxPixels: 36_152_319, maxFrames: 250 },
  // "500 MB" in the text of the page, whose schema of fileSizeBytes says 5 GB.
  videos: { types: ['video/mp4'], minBytes: 75_000, maxBytes: 500 * megabyte, minSeconds: 3, maxSeconds: 30 * minute },
  documents: {
    types: [
      ...['application/pdf', 'application/msword', 'application/vnd.ms-powerpoint'],
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    maxBytes: 100 * megabyte,
  },
  maxAltText: 4086,
} as const satisfies MediaLimits;
