import type { Checkpoint, OutgoingMedia, PublishSession } from '../../../driver.ts';
import { asString } from '../../../http/lossless-json.ts';
import { trustedUrl } from '../../../http/trusted-url.ts';
import type { TiktokApi } from '../api.ts';

/** A publish that the network knows. */
export interface Handover {
  readonly publishId: string;
  readonly username: string;
  /** The network names public posts only. */
  readonly isPublic: boolean;
  readonly note: string | null;
  /** Address of the upload; null for files that the network fetches. */
  readonly upload: UploadSession | null;
}

/** The address that takes the chunks of a file. */
export interface UploadSession {
  readonly url: URL;
  /** Size of the file for which it was opened. */
  readonly bytes: number;
  readonly sha256: string;
  /** The last chunk, which publishes the video, may have been sent. */
  readonly isLastSent: boolean;
}

/** Progress of an earlier process. `ordered`: the order to fetch files was sent, and its answer may be lost. */
export type Earlier =
  | { readonly stage: 'nothing' }
  | { readonly stage: 'ordered' }
  | { readonly stage: 'handed-over'; readonly handover: Handover };

export async function saveHandover({ upload, ...rest }: Handover, { call }: PublishSession): Promise<void> {
  const file = upload && { ...upload, url: upload.url.href };
  await call.saveCheckpoint?.({ stage: 'handed-over', ...rest, ...file });
}

export async function saveStage(stage: 'nothing' | 'ordered', { call }: PublishSession): Promise<void> {
  await call.saveCheckpoint?.({ stage });
}

/** Reads a checkpoint. An invalid one counts as `ordered`, because nothing is known about its publish. */
export function readCheckpoint(api: TiktokApi, checkpoint: Checkpoint | null | undefined): Earlier {
  if (!checkpoint || checkpoint['stage'] === 'nothing') return { stage: 'nothing' };
  const { publishId, username, isPublic, note, url } = checkpoint;
  const isComplete = checkpoint['stage'] === 'handed-over' && typeof publishId === 'string';
  if (!isComplete || typeof username !== 'string') return { stage: 'ordered' };
  const upload = url === undefined ? null : readUpload(api, checkpoint);
  if (upload === undefined) return { stage: 'ordered' };
  const handover = { publishId, username, isPublic: isPublic === true, note: asString(note), upload };
  return { stage: 'handed-over', handover };
}

function readUpload(api: TiktokApi, checkpoint: Checkpoint): UploadSession | undefined {
  const { bytes, sha256, isLastSent } = checkpoint;
  const url = trustedUploadUrl(api, checkpoint['url']);
  if (!url || typeof bytes !== 'number' || typeof sha256 !== 'string') return undefined;
  return { url, bytes, sha256, isLastSent: isLastSent !== false };
}

/** Returns true when an upload was opened for this very file. */
export function isOfFile({ bytes, sha256 }: UploadSession, media: OutgoingMedia): boolean {
  return media.sha256 === sha256 && media.bytes === bytes;
}

/** Parses the address of an upload: files go to the network's own hosts only. @see https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide */
export function trustedUploadUrl({ apiUrl }: TiktokApi, address: unknown): URL | null {
  return trustedUrl(address, [apiUrl], 'tiktokapis.com');
}
