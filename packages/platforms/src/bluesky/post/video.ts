import type { OutgoingMedia, PublishSession } from '../../driver.ts';
import { rulesFor } from '../../http/error-rules.ts';
import { asRecord, asString, type JsonObject } from '../../http/lossless-json.ts';
import { type NetworkAnswer, type NetworkDialect, send } from '../../http/network-client.ts';
import { notFound, refusedFile } from '../../meanings.ts';
import { refusedMedia, streamMediaBytes } from '../../media-bytes.ts';
import { ignore, PlatformError } from '../../platform-error.ts';
import { awaitProcessed } from '../../poll.ts';
import { askBluesky, type BlueskyApi, callBluesky } from '../api.ts';
import { blueskyDialect } from '../errors.ts';
import { readBlob, uploadBlob } from './blob.ts';

const UPLOAD_METHOD = 'com.atproto.repo.uploadBlob';
/** The service hands the file on to the account's server with this permission, after it has processed it. */
const PERMISSION_SECONDS = 1_800;
const JOB_ID = /^[\w-]{1,128}$/;

/**
 * Uploads a video: to the account's server where it takes files of this size, else to the service that processes videos and
 * hands them on.
 * @returns the reference by which the record names it
 * @see https://docs.bsky.app/docs/tutorials/video
 */
export async function uploadVideo(api: BlueskyApi, file: OutgoingMedia, session: PublishSession): Promise<JsonObject> {
  const { onProgress, checkpoint } = session.call;
  const onBytes = (doneBytes: number): void => onProgress?.({ stage: 'uploading', doneBytes, totalBytes: file.bytes });
  const begun = checkpoint?.['step'] === 'video' && checkpoint['sha256'] === file.sha256 ? checkpoint['jobId'] : null;
  if (typeof begun === 'string') {
    // The service forgets its jobs; nothing was published, so that another upload does no harm.
    const done = await awaitJob(api, { jobId: begun, file }, session).catch(ignore(({ kind }) => kind === 'not-found'));
    if (done) return done;
  }
  if (file.bytes <= (await readBlobLimit(api, session))) return uploadBlob(api, { file, onBytes }, session);
  const job = jobIn(await sendToService(api, { file, onBytes }, session));
  if (job.blob) return job.blob;
  await session.call.saveCheckpoint?.({ step: 'video', sha256: file.sha256, jobId: job.jobId });
  return awaitJob(api, { jobId: job.jobId, file }, session);
}

async function readBlobLimit(api: BlueskyApi, { call }: PublishSession): Promise<number> {
  const request = { method: 'com.atproto.server.describeServer', effect: 'none' } as const;
  const limit = (await askBluesky(api, request, call)).body?.['blobUploadLimit'];
  return typeof limit === 'number' ? limit : 0;
}

async function sendToService(
  api: BlueskyApi,
  { file, onBytes }: { readonly file: OutgoingMedia; readonly onBytes: (bytes: number) => void },
  session: PublishSession,
): Promise<NetworkAnswer> {
  const token = await readPermission(api, session);
  const url = new URL(`${api.videoUrl}/xrpc/app.bsky.video.uploadVideo`);
  url.searchParams.set('did', session.account.accountId);
  url.searchParams.set('name', `${file.sha256.slice(0, 16)}.mp4`);
  const headers = { authorization: `Bearer ${token}`, 'content-type': file.contentType };
  const body = { bytes: file.bytes, open: () => streamMediaBytes('bluesky', file, { onBytes }) };
  const request = { method: 'POST', url, headers, body, isUpload: true, through: api.through };
  // A video that was processed before is answered with this status, and its file.
  const limits = { effect: 'none', secrets: [token], answers: [409] } as const;
  return send(serviceDialect, { ...request, ...limits }, session.call);
}

const refusedPermission = refusedFile(
  'the video service of Bluesky does not take this video from this account; send a smaller file',
);
/** The service takes the server's permission, not the token of the connection: a refusal says nothing about that. */
const serviceDialect: NetworkDialect = {
  ...blueskyDialect,
  rules: [
    ...rulesFor(['InvalidToken', 'ExpiredToken', 'AuthMissing'], refusedPermission),
    { status: 401, ...refusedPermission },
    ...blueskyDialect.rules,
  ],
};

/** Asks the account's server for the permission that the service needs. */
async function readPermission(api: BlueskyApi, session: PublishSession): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + PERMISSION_SECONDS;
  const query = { aud: `did:web:${new URL(api.apiUrl).hostname}`, lxm: UPLOAD_METHOD, exp: String(exp) };
  const request = { method: 'com.atproto.server.getServiceAuth', query, effect: 'none' } as const;
  const { body, broken } = await callBluesky(api, request, session);
  const token = asString(body?.['token']);
  if (token === null || !/^[\x21-\x7e]+$/.test(token)) throw broken();
  return token;
}

interface Job {
  readonly jobId: string;
  readonly state: string | null;
  readonly blob: JsonObject | null;
}

function jobIn({ body, broken }: NetworkAnswer): Job {
  const status = asRecord(body?.['jobStatus']) ?? body;
  const blob = readBlob(status?.['blob']);
  const jobId = asString(status?.['jobId']) ?? '';
  if (!blob && !JOB_ID.test(jobId)) throw broken();
  return { jobId, blob, state: asString(status?.['state']) };
}

/** Waits until a video is processed. @throws PlatformError `rejected` when it cannot be, `unavailable` when that takes too long */
async function awaitJob(
  api: BlueskyApi,
  { jobId, file }: { readonly jobId: string; readonly file: OutgoingMedia },
  { call }: PublishSession,
): Promise<JsonObject> {
  const service = { apiUrl: api.videoUrl, ...(api.through && { through: api.through }) };
  const request = {
    method: 'app.bsky.video.getJobStatus',
    query: { jobId },
    effect: 'none',
    answers: [400, 404],
  } as const;
  const ask = async () => {
    const answer = await askBluesky(service, request, call);
    if (answer.status !== 200) throw forgotten();
    const { state, blob } = jobIn(answer);
    if (state === 'JOB_STATE_FAILED' && !blob) {
      throw refusedMedia('bluesky', `Bluesky could not process ${file.fileName}`);
    }
    if (!blob) call.onProgress?.({ stage: 'processing', doneBytes: file.bytes, totalBytes: file.bytes });
    return blob;
  };
  return awaitProcessed('bluesky', ask, { fileName: file.fileName, call });
}

function forgotten(): PlatformError {
  const message = 'Bluesky no longer knows the uploaded video; send the post again';
  return new PlatformError('bluesky', notFound(message));
}
