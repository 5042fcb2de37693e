import type { OutgoingMedia, PublishSession } from '../../../driver.ts';
import { unavailable } from '../../../meanings.ts';
import { orElse, PlatformError } from '../../../platform-error.ts';
import { pause } from '../../../repeat.ts';
import type { TiktokApi } from '../api.ts';
import { type Handover, saveHandover, type UploadSession } from '../publish/checkpoint.ts';
import { outcomeUnknown } from '../publish/publish-errors.ts';
import { fetchStatus } from '../publish/status.ts';
import { chunkLengthAt, planChunks } from './chunk-plan.ts';
import { type ChunkAnswer, sendChunk } from './chunks.ts';

/** Successive failures without a byte of progress after which the driver gives up an upload. */
const MAX_STALLS = 5;
const FIRST_WAIT_MS = 250;

/** A handover whose file is uploaded in chunks. */
export interface FileHandover extends Handover {
  readonly upload: UploadSession;
}

/** `complete`: the network has the whole file, or may have it. `gone`: it takes no more of a certainly incomplete file. */
export type Sent = 'complete' | 'gone';

interface Transfer {
  readonly api: TiktokApi;
  readonly handover: FileHandover;
  readonly media: OutgoingMedia;
  /** The last chunk may have arrived without an answer: from then on no failure proves that nothing was published. */
  isEndLost: boolean;
}

/**
 * Sends a file from byte `start` on, and resumes after cuts. Sending a chunk twice does no harm: the network takes each byte
 * once, and makes one post of one upload. @throws PlatformError
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

/** Sends the next chunk. Stores that the last one is sent before it is. */
async function sendNext(transfer: Transfer, start: number, session: PublishSession): Promise<ChunkAnswer> {
  const { handover, media } = transfer;
  const plan = planChunks(media.bytes);
  const isLast = start + chunkLengthAt(plan, start) === media.bytes;
  // A call that was ended sends nothing.
  if (isLast && !session.call.signal?.aborted) await noteLast(handover, session);
  const answer = await sendChunk(handover.upload, { media, plan, start }, session);
  if (isLast && answer.kind === 'lost' && answer.error.kind === 'outcome-unknown') transfer.isEndLost = true;
  return answer;
}

async function noteLast(handover: FileHandover, session: PublishSession): Promise<void> {
  if (!handover.upload.isLastSent)
    await saveHandover({ ...handover, upload: { ...handover.upload, isLastSent: true } }, session);
}

/** Stores that the last chunk certainly did not arrive. */
async function takeBackLast(handover: FileHandover, session: PublishSession): Promise<void> {
  await saveHandover({ ...handover, upload: { ...handover.upload, isLastSent: false } }, session);
}

/** Asks after a lost answer how much the network has. Returns null where it does not say; the chunk is then sent again. */
async function askAfter({ api, handover }: Transfer, session: PublishSession): Promise<number | 'complete' | null> {
  const status = await fetchStatus(api, handover.publishId, session).catch(orElse(null));
  if (status === null) return null;
  return status.kind === 'processing' ? status.arrivedBytes : 'complete';
}

function stuck(): PlatformError {
  const message = 'TikTok keeps nothing of what is uploaded; nothing was published, try again later';
  return new PlatformError('shortvideo', unavailable(message));
}

/** The error for a video whose last chunk may have arrived. */
export function endLost(cause?: unknown): PlatformError {
  return outcomeUnknown('the whole video was sent but TikTok did not say whether it has it', cause);
}
