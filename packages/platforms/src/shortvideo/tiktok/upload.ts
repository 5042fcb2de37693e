import type { OutgoingMedia } from '../../driver.ts';
import { PlatformError } from '../../platform-error.ts';
import type { TiktokApi } from './api.ts';
import { type Handover, type PublishSession, saveHandover, type UploadSession } from './checkpoint.ts';
import { chunkLengthAt, planChunks } from './chunk-plan.ts';
import { type ChunkAnswer, sendChunk } from './chunks.ts';
import { outcomeUnknown } from './lost.ts';
import { pause } from './pause.ts';
import { fetchStatus } from './status.ts';

/** Failures in a row, without a byte of progress, after which an upload is given up. */
const MAX_STALLS = 5;
const FIRST_WAIT_MS = 250;

/** A handover whose file goes up in chunks. */
export interface FileHandover extends Handover {
  readonly upload: UploadSession;
}

/** How sending ended: the network has the whole file, or may have it; or it takes no more of what certainly is incomplete. */
export type Sent = 'complete' | 'gone';

interface Transfer {
  readonly api: TiktokApi;
  readonly handover: FileHandover;
  readonly media: OutgoingMedia;
  /** Whether the last chunk may have arrived without an answer. From then on no failure proves that nothing was published. */
  isEndLost: boolean;
}

/**
 * Sends a file from a byte on, and goes on after cuts. Sending a chunk twice does no harm: the network takes each byte once, and
 * makes one post of one upload. @throws PlatformError
 */
export async function sendFile(
  api: TiktokApi,
  file: { readonly handover: FileHandover; readonly media: OutgoingMedia; readonly start: number },
  session: PublishSession,
): Promise<Sent> {
  const { handover, media, start } = file;
  const transfer: Transfer = { api, handover, media, isEndLost: handover.upload.isLastSent };
  try {
    const sent = await sendAll(transfer, start, session);
    if (sent === 'gone') await takeBackLast(handover, session);
    return sent;
  } catch (error) {
    if (transfer.isEndLost) throw endLost(error);
    if (error instanceof PlatformError) await takeBackLast(handover, session);
    throw error;
  }
}

async function sendAll(transfer: Transfer, start: number, session: PublishSession): Promise<Sent> {
  const { call } = session;
  const totalBytes = transfer.media.bytes;
  let confirmed = start;
  let furthest = start;
  let stalls = 0;
  while (confirmed < totalBytes) {
    call.onProgress?.({ stage: 'uploading', doneBytes: confirmed, totalBytes });
    const answer = await sendNext(transfer, confirmed, session);
    if (answer.kind === 'gone') return transfer.isEndLost ? 'complete' : 'gone';
    const known = answer.kind === 'stored' ? answer.confirmed : await askAfter(transfer, session);
    if (known === 'complete') return 'complete';
    confirmed = known ?? confirmed;
    if (confirmed > furthest) {
      furthest = confirmed;
      stalls = 0;
      continue;
    }
    stalls += 1;
    const isOver = stalls > MAX_STALLS || call.signal?.aborted === true;
    if (isOver) throw answer.kind === 'lost' ? answer.error : stuck();
    await pause(FIRST_WAIT_MS * 2 ** (stalls - 1), call.signal);
  }
  call.onProgress?.({ stage: 'uploading', doneBytes: totalBytes, totalBytes });
  return 'complete';
}

/** That the last chunk is on its way is stored before it is. */
async function sendNext(transfer: Transfer, start: number, session: PublishSession): Promise<ChunkAnswer> {
  const { handover, media } = transfer;
  const plan = planChunks(media.bytes);
  const isLast = start + chunkLengthAt(plan, start) === media.bytes;
  // A call that was ended sends nothing any more.
  if (isLast && !session.call.signal?.aborted) await noteLast(handover, session);
  const answer = await sendChunk(handover.upload, { media, plan, start }, session);
  if (isLast && answer.kind === 'lost' && answer.error.kind === 'outcome-unknown') transfer.isEndLost = true;
  return answer;
}

async function noteLast(handover: FileHandover, session: PublishSession): Promise<void> {
  if (!handover.upload.isLastSent)
    await saveHandover({ ...handover, upload: { ...handover.upload, isLastSent: true } }, session);
}

/** The last chunk certainly did not arrive, though it was stored that it may have been sent. */
async function takeBackLast(handover: FileHandover, session: PublishSession): Promise<void> {
  await saveHandover({ ...handover, upload: { ...handover.upload, isLastSent: false } }, session);
}

/** After a lost answer: how much the network has, where it says so. Null means that the chunk is simply sent again. */
async function askAfter({ api, handover }: Transfer, session: PublishSession): Promise<number | 'complete' | null> {
  try {
    const status = await fetchStatus(api, handover.publishId, session);
    if (status.kind !== 'processing') return 'complete';
    return status.arrivedBytes;
  } catch (error) {
    if (error instanceof PlatformError) return null;
    throw error;
  }
}

function stuck(): PlatformError {
  return new PlatformError('shortvideo', {
    kind: 'unavailable',
    code: 'network_unavailable',
    message: 'the network keeps nothing of what is uploaded; nothing was published, try again later',
  });
}

/** The error for a video whose last chunk may have arrived. */
export function endLost(cause?: unknown): PlatformError {
  return outcomeUnknown('the whole video was sent but the network did not say whether it has it', cause);
}
