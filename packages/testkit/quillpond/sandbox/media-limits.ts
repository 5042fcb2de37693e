import type { MediaLimits } from '../media-limits.ts';

/** One PNG picture of at most 2 MiB, with a description of at most 400 characters. */
export const mediaLimits = {
  maxFiles: 1,
  pictures: { types: ['image/png'], maxBytes: 2 * 1024 ** 2 },
  maxAltText: 400,
} as const satisfies MediaLimits;
