import type { MediaLimits } from '../media-limits.ts';

const megabyte = 1024 ** 2;

/** @see https://discord.com/developers/docs/reference#uploading-files */
export const mediaLimits = {
  maxFiles: 10,
  documents: { types: ['*/*'], maxBytes: 10 * megabyte },
  maxAltText: 1024,
} as const satisfies MediaLimits;
