import type { OutgoingMedia, PublishContext, PublishSession } from '../../../driver.ts';
import { multipartBody } from '../../../http/exchange/multipart.ts';
import { asId, asRecord, type JsonObject } from '../../../http/lossless-json.ts';
import { refusalOf, send } from '../../../http/network-client.ts';
import { unavailable } from '../../../meanings.ts';
import { streamMediaPart } from '../../../media-bytes.ts';
import { callGraph, GRAPH_ID, type GraphApi } from '../../../meta-graph/graph-call.ts';
import { PlatformError } from '../../../platform-error.ts';
import { pause } from '../../../repeat.ts';
import { saveFacebookCheckpoint } from '../checkpoint.ts';
import { FORGOTTEN_UPLOAD } from '../errors.ts';

const MAX_TRIES_WITHOUT_PROGRESS = 4;
/** Upload sessions for one publish, of which each may send the whole file again. */
export const MAX_SESSIONS = 3;
const FIRST_WAIT_MS = 250;
const SESSION_ID = /^[\w-]{1,200}$/;

/** Address and account of an upload. */
export interface VideoUpload extends PublishSession {
  /** The Graph at the host of videos, with the meanings of its refusals of an upload. */
  readonly graph: GraphApi;
  /** Path of the page's videos. */
  readonly path: string;
}

/** An upload, and the part of the file that the network asks for next; the part is empty once the network has all bytes. */
export interface VideoSession {
  readonly id: string;
  readonly videoId: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Uploads a video in phases, as the API requires for a page's token. The network names each next part. A part that was cut
 * is sent again; if it had arrived after all, the network refuses it and names the next one. Stores a checkpoint after every
 * part, from which another process resumes. Nothing is visible before the upload is finished.
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
      // The network may ask for an earlier part again; only a new part is progress.
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
      await backOff(fruitless, call);
    }
  }
}

/** Names of a session in a checkpoint. */
export function namesOf({ id, videoId, start, end }: VideoSession): readonly string[] {
  return [id, videoId, String(start), String(end)];
}

/** Reads the session of an earlier process; returns null for anything else. */
function readSession(
  [id = '', videoId = '', start, end]: readonly string[],
  video: OutgoingMedia,
): VideoSession | null {
  const part = readPart({ start_offset: start, end_offset: end }, video);
  return part && SESSION_ID.test(id) && GRAPH_ID.test(videoId) ? { id, videoId, ...part } : null;
}

async function startSession(video: OutgoingMedia, upload: VideoUpload): Promise<VideoSession> {
  const json = { upload_phase: 'start', file_size: video.bytes };
  const request = { method: 'POST', path: upload.path, json, effect: 'none' } as const;
  const { body, broken } = await callGraph(upload.graph, request, upload);
  const id = asId(body['upload_session_id'], SESSION_ID);
  const videoId = asId(body['video_id'], GRAPH_ID);
  const part = readPart(body, video);
  if (id === null || videoId === null || !part) throw broken();
  const session = { id, videoId, ...part };
  await saveFacebookCheckpoint(upload.call, [video], { stage: 'uploading', uploads: namesOf(session) });
  return session;
}

/** Sends the requested part, and returns the session with the next one. */
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
      name: 'video_file_chunk',
      fileName: video.fileName,
      contentType: video.contentType,
      bytes: end - start,
      open: () => streamMediaPart('socialnet', video, { start, end, onBytes }),
    },
  ]);
  const { accessToken } = account;
  const url = new URL(`${graph.apiUrl}/${graph.apiVersion}${path}`);
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': contentType };
  const kind = { isUpload: true, answers: 'all', effect: 'none' } as const;
  const request = { method: 'POST', url, headers, body, ...kind, secrets: [accessToken] };
  const dialect = graph.dialects.of('none');
  const answer = await send(dialect, request, call);
  const isRefusal = answer.status < 200 || answer.status >= 300;
  // A refusal that names the next part is an answer.
  const next = readPart(isRefusal ? asRecord(asRecord(answer.body?.['error'])?.['error_data']) : answer.body, video);
  if (next) return { ...session, ...next };
  throw isRefusal ? refusalOf(dialect, request, answer) : answer.broken();
}

/** Reads the requested part, whose offsets are numbers or texts; null for invalid ones. Only a whole file has no further part. */
function readPart(offsets: JsonObject | null, { bytes }: OutgoingMedia): Pick<VideoSession, 'start' | 'end'> | null {
  const start = Number(offsets?.['start_offset'] ?? Number.NaN);
  const end = Number(offsets?.['end_offset'] ?? Number.NaN);
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end)) return null;
  const isPart = start >= 0 && start <= end && end <= bytes && (start < end || start === bytes);
  return isPart ? { start, end } : null;
}

/** Returns true when the network does not know the session. For one of an earlier process a general refusal means that too. */
function isForgotten({ upstreamCode, code }: PlatformError, isResumed: boolean): boolean {
  return upstreamCode === FORGOTTEN_UPLOAD || (isResumed && code === 'invalid_request');
}

/** Waits longer each time, at most until the call is ended. */
export async function backOff(round: number, { signal }: PublishContext): Promise<void> {
  await pause(FIRST_WAIT_MS * 2 ** (round - 1), signal);
}

/** The error for a video that the network takes without ever finishing its upload. */
export function endlessUpload(): PlatformError {
  const message = 'Facebook took the video and asked for it again and again; nothing was published, try again later';
  return new PlatformError('socialnet', unavailable(message));
}
