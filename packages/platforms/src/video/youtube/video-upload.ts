import { setTimeout as sleep } from 'node:timers/promises';
import type { OutgoingMedia, PublishContext } from '../../driver.ts';
import { readMediaPart } from '../../media-part.ts';
import { PlatformError } from '../../platform-error.ts';
import type { Session, YoutubeApi } from './api.ts';
import { isOfFile, readCheckpoint, type UploadCheckpoint, writeCheckpoint } from './checkpoint.ts';
import type { VideoResource } from './metadata.ts';
import { openSession, probeSession, sendPart, type UploadAnswer } from './upload-session.ts';

/** A multiple of 256 KiB, as the network wants every part but the last. */
const PART_BYTES = 8 * 1024 * 1024;
/** Failures in a row, without a byte of progress, after which an upload is given up. */
const MAX_STALLS = 5;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 60_000;
const MAX_SESSIONS = 3;

/** A video that the network has completely. */
export type UploadedVideo = Extract<UploadAnswer, { kind: 'done' }>;

interface Upload {
  readonly media: OutgoingMedia;
  readonly resource: VideoResource;
}

interface UploadContext extends Session {
  readonly call: PublishContext;
}

/** One session on its way. */
interface Transfer {
  readonly url: URL;
  /** Whether the checkpoint says already that the last byte is sent. */
  isLastByteNoted: boolean;
  /** Whether the last byte was sent without an answer. From then on no failure proves that nothing was published. */
  isEndLost: boolean;
  /** Whether the network has to be asked first how far it is. */
  isUncertain: boolean;
}

/**
 * The video of an interrupted publish whose last byte may have been sent; null when the network does not have all of it.
 * @throws PlatformError of the kind `outcome-unknown` when the network does not say
 */
export async function findUploaded(api: YoutubeApi, context: UploadContext): Promise<UploadedVideo | null> {
  const { checkpoint, signal } = context.call;
  if (!checkpoint || checkpoint['isLastByteSent'] === false) return null;
  const earlier = readCheckpoint(api, checkpoint);
  if (!earlier) throw endLost();
  const asked = { url: earlier.uploadUrl, totalBytes: earlier.bytes };
  for (let stalls = 1; ; stalls += 1) {
    const answer = await probeSession(asked, context).catch((error: unknown) => {
      throw endLost(error);
    });
    if (answer.kind === 'done') return answer;
    if (answer.kind === 'open') return null;
    if (answer.kind === 'gone') throw endLost();
    if (stalls > MAX_STALLS || signal?.aborted) throw endLost(answer.error);
    await pause(stalls, answer, context);
  }
}

/**
 * Uploads a video in parts, going on after cuts and from the checkpoint of an earlier process, and returns it once the
 * network has its last byte: that publishes it. Begins anew for another file than the checkpoint's, which `findUploaded` has
 * found unpublished before. @throws PlatformError
 */
export async function uploadVideo(api: YoutubeApi, upload: Upload, context: UploadContext): Promise<UploadedVideo> {
  const earlier = readCheckpoint(api, context.call.checkpoint);
  if (earlier && isOfFile(earlier, upload.media)) {
    const published = await transfer(upload, resumed(earlier), context);
    if (published) return published;
  }
  for (let sessions = 0; sessions < MAX_SESSIONS; sessions += 1) {
    const url = await openSession(api, upload, context);
    await save({ url, isLastByteSent: false }, upload, context);
    const begun = { url, isLastByteNoted: false, isEndLost: false, isUncertain: false };
    const published = await transfer(upload, begun, context);
    if (published) return published;
  }
  throw new PlatformError('video', {
    kind: 'unavailable',
    code: 'network_unavailable',
    message: 'the network ended the upload again and again before the video was complete; nothing was published',
  });
}

function resumed({ uploadUrl, isLastByteSent }: UploadCheckpoint): Transfer {
  return { url: uploadUrl, isLastByteNoted: isLastByteSent, isEndLost: isLastByteSent, isUncertain: true };
}

/** Sends what is missing. Null when the session is gone and provably nothing was published. */
async function transfer(upload: Upload, state: Transfer, context: UploadContext): Promise<UploadedVideo | null> {
  try {
    return await sendAll(upload, state, context);
  } catch (error) {
    if (state.isEndLost) throw endLost(error);
    // Left standing, it would make whoever goes on from the checkpoint doubt what certainly was not published.
    if (state.isLastByteNoted && error instanceof PlatformError && error.kind !== 'outcome-unknown') {
      await save({ url: state.url, isLastByteSent: false }, upload, context);
    }
    throw error;
  }
}

async function sendAll(upload: Upload, state: Transfer, context: UploadContext): Promise<UploadedVideo | null> {
  const { call } = context;
  const { bytes: totalBytes } = upload.media;
  let confirmed = 0;
  let furthest = 0;
  let stalls = 0;
  for (;;) {
    const isProbe = state.isUncertain;
    const answer = isProbe
      ? await probeSession({ url: state.url, totalBytes }, context)
      : await sendNext(upload, { state, start: confirmed }, context);
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
    await pause(stalls, answer, context);
  }
}

/** The next part. That the last one is on its way is stored before it is. */
async function sendNext(
  upload: Upload,
  { state, start }: { readonly state: Transfer; readonly start: number },
  context: UploadContext,
): Promise<UploadAnswer> {
  const { bytes: totalBytes, contentType } = upload.media;
  const part = await readMediaPart('video', upload.media, { start, length: PART_BYTES });
  const isLast = start + part.length === totalBytes;
  // A call that was ended sends nothing any more.
  if (isLast && !state.isLastByteNoted && !context.call.signal?.aborted) {
    await save({ url: state.url, isLastByteSent: true }, upload, context);
    state.isLastByteNoted = true;
  }
  const answer = await sendPart({ url: state.url, totalBytes, start, part, contentType }, context);
  // A request that provably was not sent is `unavailable` even when it carried the last byte.
  if (isLast && answer.kind === 'lost' && answer.error.kind === 'outcome-unknown') state.isEndLost = true;
  return answer;
}

async function save(
  { url, isLastByteSent }: { readonly url: URL; readonly isLastByteSent: boolean },
  { media: { bytes, sha256 } }: Upload,
  { call }: UploadContext,
): Promise<void> {
  await call.saveCheckpoint?.(writeCheckpoint({ uploadUrl: url, bytes, sha256, isLastByteSent }));
}

/** The first failure is looked into at once, later ones after growing waits, or as long as the network asks for. */
async function pause(stalls: number, answer: UploadAnswer, { call }: UploadContext): Promise<void> {
  const asked = answer.kind === 'lost' ? (answer.error.retryAfterMs ?? 0) : 0;
  const grown = stalls === 1 ? 0 : FIRST_WAIT_MS * 2 ** (stalls - 2);
  // An ended call shows in the next request, which is not sent any more.
  await sleep(Math.min(Math.max(asked, grown), MAX_WAIT_MS), undefined, {
    ...(call.signal && { signal: call.signal }),
  }).catch(() => undefined);
}

function stuck(): PlatformError {
  return new PlatformError('video', {
    kind: 'unavailable',
    code: 'network_unavailable',
    message: 'the network keeps nothing of what is uploaded; nothing was published, try again later',
  });
}

function endLost(cause?: unknown): PlatformError {
  return new PlatformError('video', {
    kind: 'outcome-unknown',
    code: 'outcome_unknown',
    message:
      'the whole video was sent but the network did not say whether it has it, so it may be published; check the channel before sending it again',
    ...(cause !== undefined && { cause }),
  });
}
