/** Limits of one kind of file. A limit that is absent is not documented, and nothing is refused for it. */
export interface FileLimits {
  /** MIME types by content; `video/*` stands for all of a kind. */
  readonly types: readonly string[];
  readonly minBytes?: number;
  readonly maxBytes?: number;
  readonly maxWidth?: number;
  readonly maxHeight?: number;
  readonly minSide?: number;
  readonly maxSide?: number;
  readonly maxShorterSide?: number;
  readonly maxSumOfSides?: number;
  readonly maxPixels?: number;
  /** Width by height, as people see the file. */
  readonly minRatio?: number;
  readonly maxRatio?: number;
  /** How far a ratio may be outside because sides are whole numbers. */
  readonly ratioTolerance?: number;
  readonly maxFrames?: number;
  /** Pixels of all frames together. */
  readonly maxFramePixels?: number;
  readonly minSeconds?: number;
  readonly maxSeconds?: number;
}

/**
 * Files that a network takes in a post, as its documentation says: `media-limits.ts` of its folder, which is written independently
 * of the limits that the programs under test have.
 */
export interface MediaLimits {
  /** Number of files of a post, of all kinds. */
  readonly maxFiles: number;
  readonly pictures?: FileLimits;
  /** GIFs, where they have limits of their own, whether they move or not. */
  readonly animations?: FileLimits;
  readonly videos?: FileLimits;
  readonly sounds?: FileLimits;
  readonly documents?: FileLimits;
  /** Kinds of which a post has one file and no other one. */
  readonly alone?: readonly ('animations' | 'videos' | 'sounds')[];
  /** Longest description of a picture. */
  readonly maxAltText?: number;
}

export const megabyte = 1024 ** 2;
export const minute = 60;
