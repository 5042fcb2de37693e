import type { Checkpoint, OutgoingMedia } from '../../../driver.ts';
import { trustedUrl } from '../../../http/trusted-url.ts';
import type { YoutubeApi } from '../api.ts';

/** State of an upload, as it is stored between two processes. */
export interface UploadCheckpoint {
  readonly uploadUrl: URL;
  /** Size of the file for which the session was opened. */
  readonly bytes: number;
  readonly sha256: string;
  /** The last byte, which publishes the video, may have been sent. */
  readonly isLastByteSent: boolean;
}

/** The checkpoint with which the next call starts again. */
export const NO_UPLOAD: Checkpoint = { isLastByteSent: false };

export function writeCheckpoint({ uploadUrl, ...rest }: UploadCheckpoint): Checkpoint {
  return { uploadUrl: uploadUrl.href, ...rest };
}

/** Reads a checkpoint; returns null for one that this driver did not write for this network's addresses. */
export function readCheckpoint(api: YoutubeApi, checkpoint: Checkpoint | null | undefined): UploadCheckpoint | null {
  const { uploadUrl, bytes, sha256, isLastByteSent } = checkpoint ?? {};
  const url = trustedUploadUrl(api, uploadUrl);
  if (!url || typeof bytes !== 'number' || typeof sha256 !== 'string') return null;
  return { uploadUrl: url, bytes, sha256, isLastByteSent: isLastByteSent !== false };
}

/** Returns true when a checkpoint belongs to this very file. */
export function isOfFile(checkpoint: UploadCheckpoint, media: OutgoingMedia): boolean {
  return checkpoint.sha256 === media.sha256 && checkpoint.bytes === media.bytes;
}

/** Parses the address of an upload. Uploads carry the access token, so they go to the network's own hosts only. */
export function trustedUploadUrl({ apiUrl }: YoutubeApi, address: unknown): URL | null {
  return trustedUrl(address, [apiUrl], 'googleapis.com');
}
