import type { Checkpoint, OutgoingMedia } from '../../driver.ts';
import type { YoutubeApi } from './api.ts';

/** Where an upload has come, as it is stored between two processes. */
export interface UploadCheckpoint {
  readonly uploadUrl: URL;
  /** Of the file the session was opened for. */
  readonly bytes: number;
  readonly sha256: string;
  /** Whether the last byte may have been sent, with which the video is published. */
  readonly isLastByteSent: boolean;
}

/** Makes the next call begin anew. */
export const NO_UPLOAD: Checkpoint = { isLastByteSent: false };

export function writeCheckpoint({ uploadUrl, ...rest }: UploadCheckpoint): Checkpoint {
  return { uploadUrl: uploadUrl.href, ...rest };
}

/** Null where there is none, or none that this driver wrote for this network's addresses. */
export function readCheckpoint(api: YoutubeApi, checkpoint: Checkpoint | null | undefined): UploadCheckpoint | null {
  const { uploadUrl, bytes, sha256, isLastByteSent } = checkpoint ?? {};
  const url = typeof uploadUrl === 'string' ? trustedUploadUrl(api, uploadUrl) : null;
  if (!url || typeof bytes !== 'number' || typeof sha256 !== 'string') return null;
  return { uploadUrl: url, bytes, sha256, isLastByteSent: isLastByteSent !== false };
}

export function isOfFile(checkpoint: UploadCheckpoint, media: OutgoingMedia): boolean {
  return checkpoint.sha256 === media.sha256 && checkpoint.bytes === media.bytes;
}

/** Uploads carry the access token, so they go to the network's own hosts only. */
export function trustedUploadUrl({ apiUrl }: YoutubeApi, address: string | null): URL | null {
  const url = address === null ? null : URL.parse(address);
  if (!url) return null;
  const isOwn = URL.parse(apiUrl)?.origin === url.origin;
  return isOwn || (url.protocol === 'https:' && url.hostname.endsWith('.googleapis.com')) ? url : null;
}
