import { randomUUID } from 'node:crypto';
import type { Call, Json, JsonObject, Reply, Route } from '../../../http/route.ts';
import { look } from '../../../world/files/look.ts';
import { problemOf } from '../../check-media.ts';
import { receive, requireType, storeBlob } from '../blobs/upload.ts';
import { refuse, refuseRequest } from '../errors.ts';
import { serverDid } from '../identity/server-address.ts';
import { parameters, text } from '../lexicon/schema.ts';
import { mediaLimits } from '../media-limits.ts';
import { fileCid } from '../repo/ipld.ts';
import type { BlueskyState, VideoJob } from '../state.ts';
import { publicQuery } from '../xrpc/endpoint.ts';
import { requireServiceUser } from './service-auth.ts';

const { videos } = mediaLimits;
const dailyVideos = 25;
const dailyBytes = 10_000_000_000;
/** The DID of the service. */
const videoDid = 'did:web:video.bsky.app';

/**
 * The service that prepares videos and stores them on the user's server.
 *
 * @see https://docs.bsky.app/docs/tutorials/video (read 2026-11-24)
 */
export function videoRoutes(state: BlueskyState): readonly Route[] {
  return [
    {
      ...{ method: 'POST', path: '/xrpc/app.bsky.video.uploadVideo', operation: 'upload', takesStream: true },
      handle: (call) => upload(state, call),
    },
    publicQuery({
      ...{ id: 'app.bsky.video.getJobStatus', operation: 'read', input: parameters({ jobId: text() }) },
      handle: ({ input }) => {
        const job = state.videoJobs.get(input.jobId);
        if (!job) return refuseRequest('Job not found');
        const now = state.world.now();
        return { status: 200, json: { jobStatus: present(job, storeVideo(state, job, now), now) } };
      },
    }),
    {
      ...{ method: 'GET', path: '/xrpc/app.bsky.video.getUploadLimits', operation: 'read' },
      handle: (call) => showLimits(state, call),
    },
  ];
}

async function upload(state: BlueskyState, call: Call): Promise<Reply> {
  const method = 'com.atproto.repo.uploadBlob';
  const did = requireServiceUser(state, call, { method, audience: serverDid(call.base) });
  if (call.query.get('did') !== did) refuse(403, 'Forbidden', 'the did does not match the token');
  if (requireType(call) !== 'video/mp4') refuseRequest(`Wrong request encoding (Content-Type): ${requireType(call)}`);
  const blob = await receive(call, videos.maxBytes);
  const cid = fileCid(blob.sha256);
  const known = [...state.videoJobs.values()].find((job) => job.did === did && fileCid(job.blob.sha256) === cid);
  const now = state.world.now();
  const stored = known && storeVideo(state, known, now);
  if (known && stored) {
    const jobStatus = { ...present(known, stored, now), error: 'already_exists', message: 'Video already processed' };
    return { status: 409, json: { ...jobStatus, jobStatus } };
  }
  const { processingMs, videoFailure } = state.settings;
  const failure = videoFailure ?? (problemOf(look(blob), blob.bytes, videos) && 'validation_failure');
  const job: VideoJob = {
    ...{ id: randomUUID(), did, blob, startedAt: now, readyAt: now + processingMs },
    ...(failure && { failure }),
  };
  state.videoJobs.set(job.id, job);
  const jobStatus = { jobId: job.id, did, state: 'JOB_STATE_CREATED' };
  return { status: 200, json: { ...jobStatus, jobStatus } };
}

/** Stores a video that is ready on the user's server. @returns A reference to it, or `undefined` for any other. */
function storeVideo(state: BlueskyState, { did, blob, readyAt, failure }: VideoJob, now: number): Json | undefined {
  if (readyAt > now || failure !== undefined) return undefined;
  state.world.changed();
  return storeBlob(state, did, { blob, type: 'video/mp4' });
}

/** Presents a job, with a reference to its video once that is stored. */
function present(job: VideoJob, blob: Json | undefined, now: number): JsonObject {
  const { id: jobId, did, startedAt, readyAt, failure } = job;
  const left = readyAt - now;
  if (left > 0) {
    const progress = Math.floor((100 * (readyAt - startedAt - left)) / (readyAt - startedAt));
    return { jobId, did, state: 'JOB_STATE_ENCODING', progress };
  }
  if (failure !== undefined) {
    const message = 'The video could not be processed';
    return { jobId, did, state: 'JOB_STATE_FAILED', error: failure, failureCode: failure, message };
  }
  return { jobId, did, state: 'JOB_STATE_COMPLETED', progress: 100, blob };
}

function showLimits(state: BlueskyState, call: Call): Reply {
  const method = 'app.bsky.video.getUploadLimits';
  const did = requireServiceUser(state, call, { method, audience: videoDid });
  const dayAgo = state.world.now() - 24 * 60 * 60 * 1000;
  const jobs = [...state.videoJobs.values()].filter((job) => job.did === did && job.startedAt > dayAgo);
  const bytes = jobs.reduce((sum, { blob }) => sum + blob.bytes, 0);
  const left = { remainingDailyVideos: dailyVideos - jobs.length, remainingDailyBytes: dailyBytes - bytes };
  return { status: 200, json: { canUpload: left.remainingDailyVideos > 0, ...left } };
}
