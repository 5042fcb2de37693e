import type { NetworkId } from '../world/network-ids.ts';

/** Limits of one kind of file. A limit that is absent is not documented, and nothing is refused for it. */
export interface FileLimits {
  /** MIME types by content; `video/*` stands for all of a kind. */
  readonly types: readonly string[];
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

/** Files that a network takes in a post. */
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

const megabyte = 1024 ** 2;
const minute = 60;

/**
 * The media that each network takes, as its documentation says. The sandbox checks what it receives against this table, which
 * is written independently of the limits that the programs under test have.
 */
export const mediaLimits = {
  /** @see https://docs.x.com/x-api/media/quickstart/best-practices */
  x: {
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
  },
  /** @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/images-api */
  linkedin: {
    maxFiles: 20,
    pictures: { types: ['image/jpeg', 'image/png', 'image/gif'], maxPixels: 36_152_319, maxFrames: 250 },
    maxAltText: 4086,
  },
  /** @see https://developers.google.com/youtube/v3/docs/videos/insert */
  youtube: {
    maxFiles: 1,
    videos: { types: ['video/*'], maxBytes: 256 * 1024 ** 3, maxSeconds: 12 * 60 * minute },
  },
  /** @see https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide */
  tiktok: {
    maxFiles: 35,
    pictures: { types: ['image/jpeg', 'image/webp'], maxBytes: 20 * megabyte, maxSide: 1920, maxShorterSide: 1080 },
    videos: {
      ...{ types: ['video/mp4', 'video/quicktime', 'video/webm'], maxBytes: 4 * 1024 ** 3 },
      ...{ minSide: 360, maxSide: 4096, maxSeconds: 10 * minute },
    },
    alone: ['videos'],
  },
  /** @see https://developers.facebook.com/docs/graph-api/reference/page/photos */
  facebook: {
    maxFiles: Number.POSITIVE_INFINITY,
    pictures: {
      ...{ types: ['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/tiff'], maxBytes: 10 * megabyte },
    },
    videos: { types: ['video/*'], maxBytes: 10 * 1024 ** 3 },
    alone: ['videos'],
  },
  /** @see https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media */
  instagram: {
    maxFiles: 10,
    pictures: {
      ...{ types: ['image/jpeg'], maxBytes: 8 * megabyte, minRatio: 4 / 5, maxRatio: 1.91, ratioTolerance: 0.005 },
    },
    videos: {
      ...{ types: ['video/mp4', 'video/quicktime'], maxBytes: 300 * megabyte },
      ...{ maxWidth: 1920, minSeconds: 3, maxSeconds: 15 * minute },
    },
    maxAltText: 1000,
  },
  /** @see https://core.telegram.org/bots/api#sendphoto */
  telegram: {
    maxFiles: 10,
    pictures: {
      types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/bmp', 'image/tiff'],
      ...{ maxBytes: 10 * megabyte, maxSumOfSides: 10_000, minRatio: 1 / 20, maxRatio: 20 },
    },
    videos: { types: ['video/*'], maxBytes: 50 * megabyte },
    documents: { types: ['*/*'], maxBytes: 50 * megabyte },
  },
  /** @see https://discord.com/developers/docs/reference#uploading-files */
  discord: {
    maxFiles: 10,
    documents: { types: ['*/*'], maxBytes: 10 * megabyte },
    maxAltText: 1024,
  },
  /** @see https://docs.joinmastodon.org/user/posting/#media (read 2026-11-22) */
  mastodon: {
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
  },
  /** @see https://github.com/bluesky-social/atproto/tree/main/lexicons/app/bsky/embed (read 2026-11-24) */
  bluesky: {
    maxFiles: 4,
    pictures: { types: ['image/*'], maxBytes: 2_000_000 },
    videos: { types: ['video/mp4'], maxBytes: 300_000_000, maxSeconds: 10 * minute },
    alone: ['videos'],
  },
} as const satisfies Readonly<Record<NetworkId, MediaLimits>>;
