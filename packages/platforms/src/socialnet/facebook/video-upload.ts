import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectedAccount, OutgoingMedia, PublishContext } from '../../driver.ts';
import { asId, asRecord } from '../../http/lossless-json.ts';
import { multipartBody } from '../../http/multipart.ts';
import { brokenAnswer, refusalOf, send } from '../../http/network-client.ts';
import { streamMediaPart } from '../../media-part.ts';
import { callGraph, GRAPH_ID, type GraphApi } from '../../meta-graph/graph-call.ts';
import { PlatformError } from '../../platform-error.ts';
import { saveFacebookCheckpoint } from './checkpoint.ts';
import { FORGOTTEN_UPLOAD } from './errors.ts';

const MAX_TRIES_WITHOUT_PROGRESS = 4;
/** Each may cost the whole file again. */
export const MAX_SESSIONS = 3;
const FIRST_WAIT_MS = 250;
const SESSION_ID = /^[\w-]{1,200}$/;

/** Where a video is uploaded to, by whom. */
export interface VideoUpload {
  /** The Graph at the host of videos, with what its refusals of an upload mean. */
  readonly graph: GraphApi;
  /** Path of the page's videos. */
  readonly path: string;
  readonly account: ConnectedAccount;
  readonly call: PublishContext;
}

/** An upload, and the part of the file that the network asks for next; the part is empty once all has arrived. */
export interface VideoSession {
  readonly id: string;
  readonly videoId: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Uploads a video in phases, the way that takes a page's token. The network names each next part; a part that was cut is sent
 * again, and where it had arrived all the same the network refuses it and names the next one. Every part that has arrived is
 * stored, so that another process goes on from there. Nothing is visible before the upload is finished.
 * @see https://developers.facebook.com/docs/graph-api/video-uploads
 */
export async function uploadVideo(
  video: OutgoingMedia,
  upload: VideoUpload & { readonly uploads: readonly string[] },
): Promise<VideoSession> {
  const { call } = upload;
  let session = readSession(upload.uploads, video);
  let isResumed = session !== null;
  let furthest = session?.start ?? 0;
  let sessions = 0;
  let fruitless = 0;
  for (;;) {
    if (!session) {
      if (sessions === MAX_SESSIONS) throw endlessUpload();
      session = await startSession(video, upload);
      furthest = session.start;
      sessions += 1;
    }
    if (session.start === video.bytes) return session;
    try {
      const next: VideoSession = await transfer(video, session, upload);
      // The network may ask for an earlier part again: only one that it has not asked for yet is progress.
      fruitless = next.start > furthest ? 0 : fruitless + 1;
      furthest = Math.max(furthest, next.start);
      session = next;
      isResumed = false;
      await saveFacebookCheckpoint(call, [video], { stage: 'uploading', uploads: namesOf(session) });
      if (fruitless === MAX_TRIES_WITHOUT_PROGRESS) throw endlessUpload();
    } catch (error) {
      if (!(error instanceof PlatformError) || call.signal?.aborted) throw error;
      if (isForgotten(error, isResumed)) {
        if (sessions === MAX_SESSIONS) throw error;
        session = null;
        isResumed = false;
        continue;
      }
      fruitless += 1;
      if (error.code !== 'network_unavailable' || fruitless >= MAX_TRIES_WITHOUT_PROGRESS) throw error;
      await pause(fruitless, call);
    }
  }
}

/** A session as a checkpoint names it. */
export function namesOf({ id, videoId, start, end }: VideoSession): readonly string[] {
  return [id, videoId, String(start), String(end)];
}

/** The session of an earlier process; null where there was none, or one of another kind of upload. */
function readSession(
  [id = '', videoId = '', start, end]: readonly string[],
  video: OutgoingMedia,
): VideoSession | null {
  const part = readPart({ start_offset: start, end_offset: end }, video);
  return part && SESSION_ID.test(id) && GRAPH_ID.test(videoId) ? { id, videoId, ...part } : null;
}

async function startSession(video: OutgoingMedia, { graph, path, account, call }: VideoUpload): Promise<VideoSession> {
  const json = { upload_phase: 'start', file_size: video.bytes };
  const request = { method: 'POST', path, json, effect: 'none' } as const;
  const { body, broken } = await callGraph(graph, request, { accessToken: account.accessToken, call });
  const id = asId(body['upload_session_id'], SESSION_ID);
  const videoId = asId(body['video_id'], GRAPH_ID);
  const part = readPart(body, video);
  if (id === null || videoId === null || !part) throw broken();
  const session = { id, videoId, ...part };
  await saveFacebookCheckpoint(call, [video], { stage: 'uploading', uploads: namesOf(session) });
  return session;
}

/** Sends the part that is asked for, and returns the session with the next one. */
async function transfer(
  video: OutgoingMedia,
  session: VideoSession,
  { graph, path, account, call }: VideoUpload,
): Promise<VideoSession> {
  const { id, start, end } = session;
  const onBytes = (bytes: number) =>
    call.onProgress?.({ stage: 'uploading', doneBytes: start + bytes, totalBytes: video.bytes });
  const { contentType, body } = multipartBody([
    { name: 'upload_phase', value: 'transfer' },
    { name: 'upload_session_id', value: id },
    { name: 'start_offset', value: String(start) },
    {
      ...{ name: 'video_file_chunk', fileName: video.fileName, contentType: video.contentType, bytes: end - start },
      open: () => streamMediaPart('socialnet', video, { start, end, onBytes }),
    },
  ]);
  const { accessToken } = account;
  const request = { effect: 'none', secrets: [accessToken] } as const;
  const dialect = graph.dialects.of('none');
  const answer = await send(
    dialect,
    {
      ...request,
      method: 'POST',
      url: new URL(`${graph.apiUrl}/${graph.apiVersion}${path}`),
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': contentType },
      body,
      isUpload: true,
      answers: 'all',
    },
    call,
  );
  const isRefusal = answer.status < 200 || answer.status >= 300;
  // A refusal that names the part to go on with is an answer.
  const next = readPart(isRefusal ? asRecord(asRecord(answer.body?.['error'])?.['error_data']) : answer.body, video);
  if (next) return { ...session, ...next };
  throw isRefusal ? refusalOf(dialect, request, answer) : brokenAnswer(dialect, request, answer.status);
}

/** The part that is asked for, as numbers or texts; null where these are none. Only a whole file has no further part. */
function readPart(
  offsets: Readonly<Record<string, unknown>> | null,
  { bytes }: OutgoingMedia,
): Pick<VideoSession, 'start' | 'end'> | null {
  const [start, end] = [offsets?.['start_offset'], offsets?.['end_offset']].map((offset) =>
    Number(offset ?? Number.NaN),
  );
  if (start === undefined || end === undefined || !Number.isSafeInteger(start) || !Number.isSafeInteger(end))
    return null;
  const isPart = start >= 0 && start <= end && end <= bytes && (start < end || start === bytes);
  return isPart ? { start, end } : null;
}

/** The network does not know the session, or no longer knows it; it may say so of a session of an earlier process in general words. */
function isForgotten({ upstreamCode, code }: PlatformError, isResumed: boolean): boolean {
  return upstreamCode === FORGOTTEN_UPLOAD || (isResumed && code === 'invalid_request');
}

/** Waits longer each time, at most until the call is ended; that shows in the next request, which is not sent any more. */
export async function pause(round: number, { signal }: PublishContext): Promise<void> {
  await sleep(FIRST_WAIT_MS * 2 ** (round - 1), undefined, { ...(signal && { signal }) }).catch(() => undefined);
}

export function endlessUpload(): PlatformError {
  return new PlatformError('socialnet', {
    kind: 'unavailable',
    code: 'network_unavailable',
    message: 'the network took the video and asked for it again and again; nothing was published, try again later',
  });
}
