import { type Fields, readChoice, readCount, readMembers } from '../../http/input.ts';

/** Reasons for which the video service gives up. */
const videoFailures = [
  'validation_failure',
  'encoding_failure',
  'pds_upload_failure',
  'pds_upload_unsupported_blob_size',
  'generic_failure',
] as const;

type VideoFailure = (typeof videoFailures)[number];

/** Settings of the simulated Bluesky. */
export interface BlueskySettings {
  /** Largest file that the server takes, in bytes. */
  blobUploadLimit: number;
  /** Milliseconds for which the video service processes a video. */
  processingMs: number;
  /** The way in which every video fails; `null` lets them succeed. */
  videoFailure: VideoFailure | null;
}

function defaults(): BlueskySettings {
  return { blobUploadLimit: 5_242_880, processingMs: 2000, videoFailure: null };
}

const readNumber = (fields: Fields, name: string) => readCount(fields, name, { min: 0, max: 1_000_000_000 }) ?? 0;

/** Reads the changes; `videoFailure: null` lets videos succeed. */
function read(value: unknown): Partial<BlueskySettings> {
  return readMembers<BlueskySettings>(value, 'bluesky', {
    videoFailure: (fields, name) => (fields[name] === null ? null : readChoice(fields, name, videoFailures)),
    blobUploadLimit: readNumber,
    processingMs: readNumber,
  });
}

export const settings = { defaults, read };
