import type { Checkpoint, OutgoingMedia, PublishSession } from '../../../driver.ts';
import { asId, asRecord } from '../../../http/lossless-json.ts';
import { readSegments } from '../../../media-bytes.ts';
import { PlatformError } from '../../../platform-error.ts';
import { persist } from '../../../repeat.ts';
import { callX, X_ID, type XApi } from '../api.ts';
import { waitUntilProcessed } from './processing.ts';

/** The network takes at most 5 MB a segment, and 1000 segments. */
const SEGMENT_BYTES = 4 * 1024 * 1024;

/** The state from which a later call resumes an upload. */
interface Begun {
  readonly mediaId: string;
  readonly segments: number;
  readonly isFinalized: boolean;
}

/**
 * Uploads a video or an animation in segments and returns its media id once the network has processed it. Readers see it
 * only when a post names it, so that every step may be repeated.
 * @see https://docs.x.com/x-api/media/quickstart/media-upload-chunked
 */
export async function uploadInChunks(api: XApi, media: OutgoingMedia, session: PublishSession): Promise<string> {
  const begun = readBegun(session.call.checkpoint, media);
  if (!begun) return finish(api, media, await initialize(api, media, session), session);
  try {
    return await finish(api, media, begun, session);
  } catch (error) {
    // The network forgets an upload after a day. Nothing was published, so a new upload does no harm.
    if (!(error instanceof PlatformError) || !['rejected', 'not-found'].includes(error.kind)) throw error;
    return finish(api, media, await initialize(api, media, session), session);
  }
}

async function initialize(api: XApi, media: OutgoingMedia, session: PublishSession): Promise<Begun> {
  const json = {
    media_type: media.contentType,
    total_bytes: media.bytes,
    media_category: media.kind === 'video' ? 'tweet_video' : 'tweet_gif',
  };
  const request = { method: 'POST', path: '/2/media/upload/initialize', json, effect: 'none' } as const;
  const answer = await persist(() => callX(api, request, session), session.call.signal);
  const mediaId = asId(asRecord(answer.data)?.['id'], X_ID);
  if (mediaId === null) throw answer.broken();
  const begun = { mediaId, segments: 0, isFinalized: false };
  await save(session, media, begun);
  return begun;
}

async function finish(api: XApi, media: OutgoingMedia, begun: Begun, session: PublishSession): Promise<string> {
  const { mediaId } = begun;
  const totalBytes = media.bytes;
  let segments = begun.segments;
  let info: unknown = {};
  if (!begun.isFinalized) {
    const rest = { from: segments * SEGMENT_BYTES, bytes: SEGMENT_BYTES };
    for await (const segment of readSegments('microblog', media, rest)) {
      await persist(() => append(api, { mediaId, index: segments, segment }, session), session.call.signal);
      segments += 1;
      const doneBytes = Math.min(segments * SEGMENT_BYTES, totalBytes);
      session.call.onProgress?.({ stage: 'uploading', doneBytes, totalBytes });
      await save(session, media, { mediaId, segments, isFinalized: false });
    }
    const path = `/2/media/upload/${mediaId}/finalize`;
    const answer = await persist(
      () => callX(api, { method: 'POST', path, effect: 'none' }, session),
      session.call.signal,
    );
    await save(session, media, { mediaId, segments, isFinalized: true });
    info = asRecord(answer.data)?.['processing_info'];
  }
  session.call.onProgress?.({ stage: 'processing', doneBytes: totalBytes, totalBytes });
  const noun = media.kind === 'video' ? 'video' : 'animation';
  await waitUntilProcessed(api, { id: mediaId, info, noun }, session);
  return mediaId;
}

async function append(
  api: XApi,
  { mediaId, index, segment }: { mediaId: string; index: number; segment: Uint8Array<ArrayBuffer> },
  session: PublishSession,
): Promise<void> {
  const form = new FormData();
  form.set('segment_index', String(index));
  form.set('media', new Blob([segment], { type: 'application/octet-stream' }), 'media');
  const path = `/2/media/upload/${mediaId}/append`;
  await callX(api, { method: 'POST', path, form, effect: 'none' }, session);
}

async function save({ call }: PublishSession, { sha256 }: OutgoingMedia, begun: Begun): Promise<void> {
  await call.saveCheckpoint?.({ step: 'upload', sha256, ...begun });
}

function readBegun(checkpoint: Checkpoint | null | undefined, media: OutgoingMedia): Begun | null {
  const { step, sha256, mediaId, segments, isFinalized } = checkpoint ?? {};
  if (step !== 'upload' || sha256 !== media.sha256) return null;
  if (typeof mediaId !== 'string' || !X_ID.test(mediaId) || typeof segments !== 'number') return null;
  return { mediaId, segments, isFinalized: isFinalized === true };
}
