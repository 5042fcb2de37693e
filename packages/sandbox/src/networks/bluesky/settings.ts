/** Reasons for which the video service gives up. */
export const videoFailures = [
  'validation_failure',
  'encoding_failure',
  'pds_upload_failure',
  'pds_upload_unsupported_blob_size',
  'generic_failure',
] as const;

/** One of {@link videoFailures}. */
export type VideoFailure = (typeof videoFailures)[number];

/** Settings of the simulated Bluesky. */
export interface BlueskySettings {
  /** Largest file that the server takes, in bytes. */
  blobUploadLimit: number;
  /** Milliseconds for which the video service processes a video. */
  processingMs: number;
  /** The way in which every video fails; `null` lets them succeed. */
  videoFailure: VideoFailure | null;
}

/** The settings of a fresh sandbox. */
export function defaultBlueskySettings(): BlueskySettings {
  return { blobUploadLimit: 5_242_880, processingMs: 2000, videoFailure: null };
}
