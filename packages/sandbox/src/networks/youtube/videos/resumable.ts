import type { Call, Reply } from '../../../http/route.ts';
import type { Operation } from '../../../world/operation.ts';
import { badParameter, forbidden, mediaBodyRequired, sessionGone } from '../errors.ts';
import { authenticate, readParts } from '../session.ts';
import type { UploadSession, YoutubeState } from '../state.ts';
import { createVideo, presentVideo } from './videos.ts';

const blockBytes = 256 * 1024;
/** Parts of a video that an upload may set. */
export const writableParts = [
  'snippet',
  'status',
  'localizations',
  'recordingDetails',
  'contentDetails',
  'paidProductPlacementDetails',
];

/** A parsed `Content-Range`: a question about progress, or the range of this request's bytes. */
type Transfer =
  | { readonly kind: 'probe' }
  | { readonly kind: 'bytes'; readonly start: number; readonly end: number; readonly total: number | null };

/** Returns `publish` for a request with the last byte, `read` for a probe. */
export function transferOperation(call: Call): Operation {
  const transfer = readTransfer(call);
  if (transfer?.kind === 'probe') return 'read';
  return transfer && transfer.end + 1 === transfer.total ? 'publish' : 'upload';
}

/**
 * Answers one request to an upload session. Bytes that arrive are kept, even if the client cuts the connection.
 *
 * @see https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol
 */
export async function receivePut(state: YoutubeState, call: Call): Promise<Reply> {
  const session = state.sessions.get(call.query.get('upload_id') ?? '');
  if (!session || session.expiresAt <= state.world.now()) return sessionGone();
  // Official clients differ in whether they send their token again: the secret address suffices, but a token is checked.
  if (call.headers.authorization !== undefined && authenticate(state, call).account.id !== session.channelId) {
    return forbidden();
  }
  if (session.video) return finished(state, session, call);
  const transfer = readTransfer(call);
  if (!transfer) return badParameter('Content-Range', 'Failed to parse the Content-Range header.');
  if (transfer.kind === 'probe') return incomplete(session);
  const total = transfer.total ?? session.totalBytes;
  if (session.totalBytes !== null && total !== session.totalBytes) {
    return badParameter('Content-Range', 'The size is not the one that was announced.');
  }
  const length = transfer.end + 1 - transfer.start;
  const isLast = transfer.end + 1 === total;
  if (length <= 0) return mediaBodyRequired();
  if (!isLast && length % blockBytes !== 0) {
    return badParameter('Content-Range', 'Every block but the last has to be a multiple of 256 KiB.');
  }
  if (transfer.start !== session.blob.bytes) return incomplete(session);
  await append(session, call, length);
  if (session.video) return finished(state, session, call);
  if (!isLast || session.blob.bytes !== total) return incomplete(session);
  session.video = createVideo(state, session);
  return finished(state, session, call);
}

/** Appends at most `length` bytes of the body, and stops when a later request takes over. */
async function append(session: UploadSession, { body }: Call, length: number): Promise<void> {
  if (body.kind !== 'stream') return;
  const writer = {};
  session.writer = writer;
  let left = length;
  try {
    for await (const chunk of body.chunks) {
      if (session.writer !== writer || left === 0) return;
      const taken = chunk.subarray(0, left);
      session.blob.append(taken);
      left -= taken.length;
    }
  } catch {
    // The client cut the connection; the bytes that arrived are kept.
  }
}

function readTransfer({ headers }: Call): Transfer | undefined {
  const range = headers['content-range'];
  if (range === undefined) {
    const length = Number(headers['content-length'] ?? 0);
    return { kind: 'bytes', start: 0, end: length - 1, total: length };
  }
  if (/^bytes \*\/(?:\d{1,15}|\*)$/.test(range)) return { kind: 'probe' };
  const found = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(range);
  if (!found) return undefined;
  const [start, end, total] = [Number(found[1]), Number(found[2]), found[3] === '*' ? null : Number(found[3])];
  return end < start || (total !== null && end >= total) ? undefined : { kind: 'bytes', start, end, total };
}

/** Answers with the range of the bytes that arrived, or without one before the first byte. */
function incomplete({ blob }: UploadSession): Reply {
  return { status: 308, headers: blob.bytes === 0 ? {} : { range: `bytes=0-${blob.bytes - 1}` } };
}

function finished(state: YoutubeState, { video }: UploadSession, call: Call): Reply {
  const parts = readParts(call, writableParts);
  return video ? { status: 201, json: presentVideo(state, video, parts) } : sessionGone();
}
