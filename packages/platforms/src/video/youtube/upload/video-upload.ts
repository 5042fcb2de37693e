import { unavailable, unknownOutcome } from '../../../meanings.ts';
import { readMediaPart } from '../../../media-bytes.ts';
import { PlatformError } from '../../../platform-error.ts';
import { pause } from '../../../repeat.ts';
import type { UploadSession, YoutubeApi } from '../api.ts';
import { isOfFile, readCheckpoint, type UploadCheckpoint, writeCheckpoint } from './checkpoint.ts';
import { openSession, probeSession, sendPart, type Upload, type UploadAnswer } from './upload-session.ts';

/** A multiple of 256 KiB, as the network wants every part but the last. */
const PART_BYTES = 8 * 1024 * 1024;
/** Successive failures without a byte of progress after which the driver gives up an upload. */
const MAX_STALLS = 5;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 60_000;
const MAX_SESSIONS = 3;

/** A video that the network has completely. */
export type UploadedVideo = Extract<UploadAnswer, { kind: 'done' }>;

/** State of one session. */
interface Transfer {
  readonly url: URL;
  /** The checkpoint already says that the last byte is sent. */
  isLastByteNoted: boolean;
  /** The last byte was sent without an answer: from then on no failure proves that nothing was published. */
  isEndLost: boolean;
  /** The driver has to ask how many bytes the network has before it sends more. */
  isUncertain: boolean;
}

/**
 * Finds the video of an interrupted publish whose last byte may have been sent; null when the network lacks some of it.
 * @throws PlatformError of the kind `outcome-unknown` when the network does not say
 */
export async function findUploaded(api: YoutubeApi, session: UploadSession): Promise<UploadedVideo | null> {
  const { checkpoint, signal } = session.call;
  if (!checkpoint || checkpoint['isLastByteSent'] === false) return null;
  const earlier = readCheckpoint(api, checkpoint);
  if (!earlier) throw endLost();
  const asked = { url: earlier.uploadUrl, totalBytes: earlier.bytes };
  for (let stalls = 1; ; stalls += 1) {
    const answer = await probeSession(asked, session).catch((error: unknown) => {
      throw endLost(error);
    });
    if (answer.kind === 'done') return answer;
    if (answer.kind === 'open') return null;
    if (answer.kind === 'gone') throw endLost();
    if (stalls > MAX_STALLS || signal?.aborted) throw endLost(answer.error);
    await backOff(stalls, answer, session);
  }
}

/**
 * Uploads a video in parts and returns it once the network has the last byte, which publishes it. Resumes after cuts and
 * from the checkpoint of an earlier process. Starts again for another file than the checkpoint's, which `findUploaded` has
 * found unpublished. @throws PlatformError
 */
export async function uploadVideo(api: YoutubeApi, upload: Upload, session: UploadSession): Promise<UploadedVideo> {
  const earlier = readCheckpoint(api, session.call.checkpoint);
  if (earlier && isOfFile(earlier, upload.media)) {
    const published = await transfer(upload, resumed(earlier), session);
    if (published) return published;
  }
  for (let sessions = 0; sessions < MAX_SESSIONS; sessions += 1) {
    const url = await openSession(api, upload, session);
    await save({ url, isLastByteSent: false }, upload, session);
    const begun = { url, isLastByteNoted: false, isEndLost: false, isUncertain: false };
    const published = await transfer(upload, begun, session);
    if (published) return published;
  }
  const message = 'YouTube ended the upload again and again before the video was complete; nothing was published';
  throw new PlatformError('video', unavailable(message));
}

function resumed({ uploadUrl, isLastByteSent }: UploadCheckpoint): Transfer {
  return { url: uploadUrl, isLastByteNoted: isLastByteSent, isEndLost: isLastByteSent, isUncertain: true };
}

/** Sends the missing parts. Returns null when the session is gone and provably nothing was published. */
async function transfer(upload: Upload, state: Transfer, session: UploadSession): Promise<UploadedVideo | null> {
  try {
    return await sendAll(upload, state, session);
  } catch (error) {
    if (state.isEndLost) throw endLost(error);
    // A checkpoint that keeps the mark makes a later process doubt what certainly was not published.
    if (state.isLastByteNoted && error instanceof PlatformError && error.kind !== 'outcome-unknown') {
      await save({ url: state.url, isLastByteSent: false }, upload, session);
    }
    throw error;
  }
}

async function sendAll(upload: Upload, state: Transfer, session: UploadSession): Promise<UploadedVideo | null> {
  const { call } = session;
  const { bytes: totalBytes } = upload.media;
  let confirmed = 0;
  let furthest = 0;
  let stalls = 0;
  for (;;) {
    const isProbe = state.isUncertain;
    const answer = isProbe
      ? await probeSession({ url: state.url, totalBytes }, session)
      : await sendNext(upload, { state, start: confirmed }, session);
    if (answer.kind === 'done') return answer;
    if (answer.kind === 'gone') {
      if (state.isEndLost) throw endLost();
      return null;
    }
    state.isUncertain = answer.kind === 'lost';
    if (answer.kind === 'open') {
      ({ confirmed } = answer);
      const hasAdvanced = confirmed > furthest;
      if (hasAdvanced) stalls = 0;
      furthest = Math.max(furthest, confirmed);
      call.onProgress?.({ stage: 'uploading', doneBytes: confirmed, totalBytes });
      if (isProbe || hasAdvanced) continue;
    }
    stalls += 1;
    if (answer.kind === 'lost' && (stalls > MAX_STALLS || call.signal?.aborted)) throw answer.error;
    if (stalls > MAX_STALLS) throw stuck();
    await backOff(stalls, answer, session);
  }
}

/** Sends the next part. Stores that the last one is sent before it is. */
async function sendNext(
  upload: Upload,
  { state, start }: { readonly state: Transfer; readonly start: number },
  session: UploadSession,
): Promise<UploadAnswer> {
  const { bytes: totalBytes, contentType } = upload.media;
  const part = await readMediaPart('video', upload.media, { start, length: PART_BYTES });
  const isLast = start + part.length === totalBytes;
  // A call that was ended sends nothing.
  if (isLast && !state.isLastByteNoted && !session.call.signal?.aborted) {
    await save({ url: state.url, isLastByteSent: true }, upload, session);
    state.isLastByteNoted = true;
  }
  const answer = await sendPart({ url: state.url, totalBytes, start, part, contentType }, session);
  // A request that provably was not sent is `unavailable` even when it carried the last byte.
  if (isLast && answer.kind === 'lost' && answer.error.kind === 'outcome-unknown') state.isEndLost = true;
  return answer;
}

async function save(
  { url, isLastByteSent }: { readonly url: URL; readonly isLastByteSent: boolean },
  { media: { bytes, sha256 } }: Upload,
  { call }: UploadSession,
): Promise<void> {
  await call.saveCheckpoint?.(writeCheckpoint({ uploadUrl: url, bytes, sha256, isLastByteSent }));
}

/** Waits before the next attempt: not after the first failure, then longer each time, or as long as the network asks. */
async function backOff(stalls: number, answer: UploadAnswer, { call }: UploadSession): Promise<void> {
  const asked = answer.kind === 'lost' ? (answer.error.retryAfterMs ?? 0) : 0;
  const grown = stalls === 1 ? 0 : FIRST_WAIT_MS * 2 ** (stalls - 2);
  await pause(Math.min(Math.max(asked, grown), MAX_WAIT_MS), call.signal);
}

function stuck(): PlatformError {
  const message = 'YouTube keeps nothing of what is uploaded; nothing was published, try again later';
  return new PlatformError('video', unavailable(message));
}

function endLost(cause?: unknown): PlatformError {
  const reason = 'the whole video was sent but YouTube did not say whether it has it';
  const message = `${reason}, so it may be published; check the channel before sending it again`;
  return new PlatformError('video', { ...unknownOutcome(message), cause });
}
