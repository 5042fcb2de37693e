import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectedAccount, OutgoingMedia, PublishContext } from '../../driver.ts';
import { asString } from '../../http/lossless-json.ts';
import { brokenAnswer } from '../../http/network-client.ts';
import { callGraph, type GraphApi } from '../../meta-graph/graph-call.ts';
import { isPassingTrouble } from '../../meta-graph/passing-trouble.ts';
import { sendFile } from '../../meta-graph/send-file.ts';
import { PlatformError } from '../../platform-error.ts';
import { saveFacebookCheckpoint } from './checkpoint.ts';

const MAX_ATTEMPTS_WITHOUT_PROGRESS = 4;
/** Each may cost the whole file again. */
const MAX_SESSIONS = 3;
const MAX_QUESTIONS = 5;
const FIRST_WAIT_MS = 250;
const SESSION_ID = /^upload:[\w\-.~+/=%?&:]{1,2000}$/;
const HANDLE = /^[\x21-\x7E]{1,8000}$/;

export interface UploadCall {
  readonly account: ConnectedAccount;
  readonly call: PublishContext;
  readonly clientId: string;
}

/** An upload that is whole. */
export interface UploadedVideo {
  readonly session: string;
  /** What a post names. */
  readonly handle: string;
}

/**
 * Uploads a video by the Resumable Upload API. A connection that is cut is followed by the question how much has arrived,
 * and by the bytes after that; so are `uploads` of an earlier process: its session, and the handle if there was one.
 * @see https://developers.facebook.com/docs/graph-api/guides/upload
 */
export async function uploadVideo(
  api: GraphApi,
  video: OutgoingMedia,
  { uploads, ...upload }: UploadCall & { readonly uploads: readonly string[] },
): Promise<UploadedVideo> {
  const [session, known] = uploads;
  if (session !== undefined && known !== undefined) return { session, handle: known };
  let id = session;
  let offset = id === undefined ? null : await insistOnOffset(api, { id, video }, upload);
  for (let fruitless = 0, sessions = 0; ; ) {
    if (id === undefined || offset === null) {
      id = await startSession(api, video, upload);
      offset = 0;
      sessions += 1;
    }
    try {
      return { session: id, handle: await sendFrom(api, video, { id, offset, ...upload }) };
    } catch (error) {
      if (!(error instanceof PlatformError) || !mayGoOn(error) || upload.call.signal?.aborted) throw error;
      const arrived = await insistOnOffset(api, { id, video }, upload);
      if (error.kind === 'rejected' && arrived === offset) throw error;
      if (arrived === null && sessions >= MAX_SESSIONS) throw error;
      fruitless = arrived !== null && arrived > offset ? 0 : fruitless + 1;
      if (fruitless === MAX_ATTEMPTS_WITHOUT_PROGRESS) throw error;
      if (fruitless > 0) await pause(fruitless, upload);
      offset = arrived;
    }
  }
}

/** Waits longer each time, at most until the call is ended; that shows in the next request, which is not sent any more. */
async function pause(round: number, { call }: UploadCall): Promise<void> {
  const options = { ...(call.signal && { signal: call.signal }) };
  await sleep(FIRST_WAIT_MS * 2 ** (round - 1), undefined, options).catch(() => undefined);
}

async function startSession(api: GraphApi, video: OutgoingMedia, { account, call, clientId }: UploadCall) {
  const query = { file_name: video.fileName, file_length: String(video.bytes), file_type: video.contentType };
  const path = `/${encodeURIComponent(clientId)}/uploads`;
  const request = { method: 'POST', path, query, effect: 'none' } as const;
  const { body, broken } = await callGraph(api, request, { accessToken: account.accessToken, call });
  const id = asString(body['id']);
  if (id === null || !SESSION_ID.test(id)) throw broken();
  await saveFacebookCheckpoint(call, [video], { stage: 'uploading', uploads: [id] });
  return id;
}

/**
 * Where a session goes on, asked through trouble that passes. Null when it is gone, or whole without its handle being known:
 * of no use any more, and nothing names it.
 */
async function insistOnOffset(
  api: GraphApi,
  { id, video }: { readonly id: string; readonly video: OutgoingMedia },
  upload: UploadCall,
): Promise<number | null> {
  for (let questions = 1; ; questions += 1) {
    try {
      const arrived = await findOffset(api, id, upload);
      return arrived !== null && arrived < video.bytes ? arrived : null;
    } catch (error) {
      if (!isPassingTrouble(error) || questions === MAX_QUESTIONS || upload.call.signal?.aborted) throw error;
      await pause(questions, upload);
    }
  }
}

/** How many bytes have arrived; null where the network does not know the session any more. */
async function findOffset(api: GraphApi, id: string, { account, call }: UploadCall): Promise<number | null> {
  try {
    const request = { method: 'GET', path: `/${id}`, effect: 'none' } as const;
    const { body, broken } = await callGraph(api, request, { accessToken: account.accessToken, call });
    const offset = Number(body['file_offset'] ?? Number.NaN);
    if (!Number.isSafeInteger(offset) || offset < 0) throw broken();
    return offset;
  } catch (error) {
    if (error instanceof PlatformError && (error.kind === 'rejected' || error.kind === 'not-found')) return null;
    throw error;
  }
}

async function sendFrom(
  api: GraphApi,
  video: OutgoingMedia,
  { id, offset, account, call }: UploadCall & { readonly id: string; readonly offset: number },
): Promise<string> {
  const dialect = api.dialects.of('none');
  const { accessToken } = account;
  const answer = await sendFile(
    dialect,
    {
      url: new URL(`${api.apiUrl}/${api.apiVersion}/${id}`),
      headers: {
        authorization: `OAuth ${accessToken}`,
        file_offset: String(offset),
        'content-type': 'application/octet-stream',
      },
      media: video,
      from: offset,
      accessToken,
      onSent: (doneBytes) => call.onProgress?.({ stage: 'uploading', doneBytes, totalBytes: video.bytes }),
    },
    call,
  );
  const handle = asString(answer.body?.['h']);
  if (handle === null || !HANDLE.test(handle)) throw brokenAnswer(dialect, { effect: 'none' }, answer.status);
  return handle;
}

/**
 * After trouble on the way, which leaves what has arrived where it is; and after a refusal, which may mean no more than
 * that bytes of the cut connection arrived after the network was asked.
 */
function mayGoOn({ kind, code }: PlatformError): boolean {
  return (kind === 'unavailable' && code === 'network_unavailable') || code === 'invalid_request';
}
