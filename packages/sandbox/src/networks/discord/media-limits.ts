import { type MediaLimits, megabyte } from '../media-limits.ts';

/** @see https://discord.com/developers/docs/reference#uploading-files */
export const mediaLimits = {
  maxFiles: 10,
  documents: { types: ['*/*'], maxBytes: 10 * megabyte },
  maxAltText: 1024,
} as const satisfies MediaLimits;
