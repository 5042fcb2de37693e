import { setTimeout as sleep } from 'node:timers/promises';
import type { Checkpoint, ConnectedAccount, OutgoingMedia, PublishContext } from '../../driver.ts';
import { asId, asRecord } from '../../http/lossless-json.ts';
import { readSegments } from '../../media-segments.ts';
import { PlatformError } from '../../platform-error.ts';
import { callX, X_ID } from './api.ts';
import { waitUntilProcessed } from './processing.ts';

/** The network takes at most 5 MB a piece, and 1000 pieces. */
const SEGMENT_BYTES = 4 * 1024 * 1024;
const MAX_TRIES = 4;
const FIRST_WAIT_MS = 500;

interface Session {
  readonly account: ConnectedAccount;
  readonly call: PublishContext;
}

/** How far an upload has come: what a later call goes on from. */
interface Begun {
  readonly mediaId: string;
  readonly segments: number;
  readonly isFinalized: boolean;
}

/**
 * Uploads a video or an animation piece by piece and returns its media id once the network has processed it. Nothing is
 * visible before a post names it, so that every step may be repeated.
 * @see https://docs.x.com/x-api/media/quickstart/media-upload-chunked
 */
export async function uploadInChunks(apiUrl: string, media: OutgoingMedia, session: Session): Promise<string> {
  const begun = readBegun(session.call.checkpoint, media);
  if (!begun) return finish(apiUrl, media, await initialize(apiUrl, media, session), session);
  try {
    return await finish(apiUrl, media, begun, session);
  } catch (error) {
    // An upload lasts a day; what it was lost for is no matter, for nothing was published.
    if (!(error instanceof PlatformError) || !['rejected', 'not-found'].includes(error.kind)) throw error;
    return finish(apiUrl, media, await initialize(apiUrl, media, session), session);
  }
}

async function initialize(apiUrl: string, media: OutgoingMedia, session: Session): Promise<Begun> {
  const json = {
    media_type: media.contentType,
    total_bytes: media.bytes,
    media_category: media.kind === 'video' ? 'tweet_video' : 'tweet_gif',
  };
  const request = { method: 'POST', path: '/2/media/upload/initialize', json, effect: 'none' } as const;
  const answer = await persist(session, () => callX(apiUrl, request, session));
  const mediaId = asId(asRecord(answer.data)?.['id'], X_ID);
  if (mediaId === null) throw answer.broken();
  const begun = { mediaId, segments: 0, isFinalized: false };
  await save(session, media, begun);
  return begun;
}

async function finish(apiUrl: string, media: OutgoingMedia, begun: Begun, session: Session): Promise<string> {
  const { mediaId } = begun;
  const progress = { totalBytes: media.bytes } as const;
  let segments = begun.segments;
  let info: unknown = {};
  if (!begun.isFinalized) {
    for await (const segment of readSegments('microblog', media, {
      from: segments * SEGMENT_BYTES,
      bytes: SEGMENT_BYTES,
    })) {
      await persist(session, () => append(apiUrl, { mediaId, index: segments, segment }, session));
      segments += 1;
      const doneBytes = Math.min(segments * SEGMENT_BYTES, media.bytes);
      session.call.onProgress?.({ stage: 'uploading', doneBytes, ...progress });
      await save(session, media, { mediaId, segments, isFinalized: false });
    }
    const path = `/2/media/upload/${mediaId}/finalize`;
    const answer = await persist(session, () => callX(apiUrl, { method: 'POST', path, effect: 'none' }, session));
    await save(session, media, { mediaId, segments, isFinalized: true });
    info = asRecord(answer.data)?.['processing_info'];
  }
  session.call.onProgress?.({ stage: 'processing', doneBytes: media.bytes, ...progress });
  const noun = media.kind === 'video' ? 'video' : 'animation';
  await waitUntilProcessed(apiUrl, { id: mediaId, info, noun }, session);
  return mediaId;
}

async function append(
  apiUrl: string,
  { mediaId, index, segment }: { mediaId: string; index: number; segment: Uint8Array<ArrayBuffer> },
  session: Session,
): Promise<void> {
  const form = new FormData();
  form.set('segment_index', String(index));
  form.set('media', new Blob([segment], { type: 'application/octet-stream' }), 'media');
  const path = `/2/media/upload/${mediaId}/append`;
  await callX(apiUrl, { method: 'POST', path, form, effect: 'none' }, session);
}

/** Repeats what the network did not answer: a piece that comes twice counts once. */
async function persist<Result>({ call }: Session, step: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await step();
    } catch (error) {
      const isLost = error instanceof PlatformError && error.kind === 'unavailable';
      if (!isLost || tries === MAX_TRIES || call.signal?.aborted) throw error;
      const waitMs = FIRST_WAIT_MS * 2 ** (tries - 1);
      // A call that is ended meanwhile fails in its next step.
      await sleep(waitMs, undefined, call.signal ? { signal: call.signal } : {}).catch(() => undefined);
    }
  }
}

async function save({ call }: Session, { sha256 }: OutgoingMedia, begun: Begun): Promise<void> {
  await call.saveCheckpoint?.({ step: 'upload', sha256, ...begun });
}

function readBegun(checkpoint: Checkpoint | null | undefined, media: OutgoingMedia): Begun | null {
  const { step, sha256, mediaId, segments, isFinalized } = checkpoint ?? {};
  if (step !== 'upload' || sha256 !== media.sha256) return null;
  if (typeof mediaId !== 'string' || !X_ID.test(mediaId) || typeof segments !== 'number') return null;
  return { mediaId, segments, isFinalized: isFinalized === true };
}
