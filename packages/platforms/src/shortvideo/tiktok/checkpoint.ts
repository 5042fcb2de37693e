import type { Checkpoint, OutgoingMedia, PublishContext } from '../../driver.ts';
import { asString } from '../../http/lossless-json.ts';
import type { Session, TiktokApi } from './api.ts';

/** Limits, progress and checkpoints of one publish, beside its account. */
export interface PublishSession extends Session {
  readonly call: PublishContext;
}

/** A publish that the network knows. */
export interface Handover {
  readonly publishId: string;
  readonly username: string;
  /** Whether the network will name its post. */
  readonly isPublic: boolean;
  readonly note: string | null;
  /** Null for files that the network fetches. */
  readonly upload: UploadSession | null;
}

/** Where the chunks of a file go. */
export interface UploadSession {
  readonly url: URL;
  /** Of the file it was opened for. */
  readonly bytes: number;
  readonly sha256: string;
  /** Whether the last chunk may have been sent, with which the video is published. */
  readonly isLastSent: boolean;
}

/** How far an earlier process had come. `ordered`: it had told the network to fetch files, and may not have heard the answer. */
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

/** What cannot be understood counts as ordered: nothing is known of it. */
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
  const url = trustedUploadUrl(api, asString(checkpoint['url']));
  if (!url || typeof bytes !== 'number' || typeof sha256 !== 'string') return undefined;
  return { url, bytes, sha256, isLastSent: isLastSent !== false };
}

export function isOfFile({ bytes, sha256 }: UploadSession, media: OutgoingMedia): boolean {
  return media.sha256 === sha256 && media.bytes === bytes;
}

/** Files go to the network's own hosts only. @see https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide */
export function trustedUploadUrl({ apiUrl }: TiktokApi, address: string | null): URL | null {
  const url = address === null ? null : URL.parse(address);
  if (!url || url.username || url.password) return null;
  const isOwn = URL.parse(apiUrl)?.origin === url.origin;
  return isOwn || (url.protocol === 'https:' && url.hostname.endsWith('.tiktokapis.com')) ? url : null;
}
