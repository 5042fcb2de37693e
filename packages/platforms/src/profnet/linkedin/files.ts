import type { OutgoingMedia, PublishSession, Session } from '../../driver.ts';
import type { StreamedBody } from '../../http/exchange/streamed-body.ts';
import { asRecord, asString } from '../../http/lossless-json.ts';
import { type NetworkAnswer, send } from '../../http/network-client.ts';
import { readMediaBytes, refusedMedia } from '../../media-bytes.ts';
import { ignore, type PlatformError } from '../../platform-error.ts';
import { awaitProcessed } from '../../poll.ts';
import { isUploadStep } from '../../sealed-publish.ts';
import { authorUrn, callLinkedin, type LinkedinApi, uploadUrlOf } from './api.ts';
import { linkedinDialect } from './errors.ts';

/** Each check counts among the 150 calls of a member's day. */
const LONGEST_WAIT_MS = 60_000;

export type FileKind = 'image' | 'video' | 'document';

/** Returns what LinkedIn answers as the URN of a file; null for anything else. */
export function fileUrn(kind: FileKind, given: unknown): string | null {
  const urn = asString(given) ?? '';
  return urn.startsWith(`urn:li:${kind}:`) && /:[A-Za-z0-9_-]{1,200}$/.test(urn) ? urn : null;
}

/**
 * Uploads an image and returns its URN. Readers see it only when a post names it.
 * @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/images-api
 */
export async function uploadImage(api: LinkedinApi, image: OutgoingMedia, session: Session): Promise<string> {
  return uploadWhole(api, { kind: 'image', file: image, body: () => readMediaBytes('profnet', image) }, session);
}

/** Sends a file in one request, and returns its URN. @param upload.body is read once the upload has begun */
export async function uploadWhole(
  api: LinkedinApi,
  {
    kind,
    file,
    body,
  }: {
    readonly kind: 'image' | 'document';
    readonly file: OutgoingMedia;
    readonly body: () => Promise<Uint8Array<ArrayBuffer>> | StreamedBody;
  },
  session: Session,
): Promise<string> {
  const { account, call } = session;
  const json = { initializeUploadRequest: { owner: authorUrn(account) } };
  const path = `/rest/${kind}s?action=initializeUpload`;
  const started = await callLinkedin(api, { method: 'POST', path, json, effect: 'none' }, session);
  const value = asRecord(started.body?.['value']);
  const urn = fileUrn(kind, value?.[kind]);
  const uploadUrl = uploadUrlOf(api, value?.['uploadUrl']);
  if (urn === null || !uploadUrl) throw started.broken();
  const headers = { authorization: `Bearer ${account.accessToken}`, 'content-type': file.contentType };
  const put = { method: 'PUT', url: uploadUrl, headers, body: await body(), isUpload: true, effect: 'none' } as const;
  const { status, broken } = await send(linkedinDialect, { ...put, secrets: [account.accessToken] }, call);
  // An answer other than the empty 201 comes from a gateway: the file did not arrive.
  if (status !== 201) throw broken();
  return urn;
}

/** A file that was sent, and what to do about one that the network cannot process. */
export interface SentFile {
  readonly kind: 'video' | 'document';
  readonly file: OutgoingMedia;
  readonly urn: string;
  readonly advice: string;
}

/** Waits until the network has processed a file. @throws PlatformError `rejected` when it could not */
export async function awaitReady(api: LinkedinApi, sent: SentFile, session: PublishSession): Promise<true> {
  const { fileName, bytes } = sent.file;
  session.call.onProgress?.({ stage: 'processing', doneBytes: bytes, totalBytes: bytes });
  const limits = { fileName, longestWaitMs: LONGEST_WAIT_MS, call: session.call };
  return awaitProcessed('profnet', () => findReady(api, sent, session), limits);
}

/** Returns true for a file that a post may name; null while the network prepares it. */
async function findReady(
  api: LinkedinApi,
  { kind, urn, advice }: SentFile,
  session: PublishSession,
): Promise<true | null> {
  const path = `/rest/${kind}s/${encodeURIComponent(urn)}`;
  const answer: NetworkAnswer = await callLinkedin(api, { method: 'GET', path, effect: 'none' }, session);
  const status = asString(answer.body?.['status']);
  if (status === 'AVAILABLE') return true;
  if (status !== 'PROCESSING_FAILED') return null;
  throw refusedMedia('profnet', `LinkedIn could not process this ${kind}; ${advice}`);
}

/**
 * Finds the file of an earlier process that has sent all of it, and waits until it is processed. What the network has forgotten or
 * could not process is sent again.
 * @returns its URN; null without one of this file
 */
export async function findUploaded(
  kind: SentFile['kind'],
  { file, process }: { readonly file: OutgoingMedia; readonly process: (urn: string) => Promise<true> },
  { call: { checkpoint } }: PublishSession,
): Promise<string | null> {
  const isOfFile = checkpoint && isUploadStep(checkpoint) && checkpoint['sha256'] === file.sha256;
  const urn = isOfFile ? fileUrn(kind, checkpoint[kind]) : null;
  const isUsable = urn !== null && (await process(urn).catch(ignore(isDead)));
  return isUsable ? urn : null;
}

function isDead({ kind }: PlatformError): boolean {
  return kind === 'rejected' || kind === 'not-found';
}
