import { readChoice, readCount, readObject } from '../../http/input.ts';

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

const max = 1_000_000_000;
const counts = ['blobUploadLimit', 'processingMs'] as const;
const known: readonly string[] = ['videoFailure', ...counts];

function defaults(): BlueskySettings {
  return { blobUploadLimit: 5_242_880, processingMs: 2000, videoFailure: null };
}

/** Reads the changes of Bluesky; `videoFailure: null` lets videos succeed. */
function read(value: unknown): Partial<BlueskySettings> {
  const fields = readObject(value, 'bluesky', known);
  const changed: Partial<BlueskySettings> = {};
  for (const name of counts) {
    const count = readCount(fields, name, { min: 0, max });
    if (count !== undefined) changed[name] = count;
  }
  if (fields['videoFailure'] === null) changed.videoFailure = null;
  else if (fields['videoFailure'] !== undefined) {
    changed.videoFailure = readChoice(fields, 'videoFailure', videoFailures);
  }
  return changed;
}

export const settings = { defaults, read };
