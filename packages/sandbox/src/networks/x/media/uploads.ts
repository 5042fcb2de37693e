import type { Call, Json, Reply, Route } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import type { FoundFile } from '../../../world/files/found-file.ts';
import { look } from '../../../world/files/look.ts';
import { storedBytesOf } from '../../../world/stored-bytes.ts';
import { problemOf } from '../../check-media.ts';
import type { FileLimits } from '../../media-limits.ts';
import { advance, checksUntilReady } from '../../processing.ts';
import { refuseBody, refuseParameter } from '../errors.ts';
import { mediaLimits } from '../media-limits.ts';
import { mediaKeyOf } from '../posts/media.ts';
import { type Endpoint, pathId, protect, type Session } from '../session.ts';
import type { Upload, XState } from '../state.ts';
import { readAltText, readAnnouncement, readSegment, readWholeUpload } from './upload-body.ts';

const scopes = ['media.write'];
const lifetimeSeconds = 86_400;

/**
 * Uploads in one request or in chunks, as JSON with base64 or as multipart forms.
 *
 * @see https://docs.x.com/x-api/media/quickstart/media-upload-chunked
 */
export function mediaRoutes(state: XState): readonly Route[] {
  const upload = { operation: 'upload', scopes } as const;
  const endpoints: readonly Endpoint[] = [
    { ...upload, method: 'POST', path: '/2/media/upload', calls: 500, handle: uploadAtOnce },
    { ...upload, method: 'GET', path: '/2/media/upload', calls: 1000, handle: showStatus },
    { ...upload, method: 'POST', path: '/2/media/upload/initialize', calls: 1875, handle: initialize },
    { ...upload, method: 'POST', path: '/2/media/upload/:id/append', calls: 1875, handle: append },
    { ...upload, method: 'POST', path: '/2/media/upload/:id/finalize', calls: 1875, handle: finalize },
    { ...upload, method: 'POST', path: '/2/media/metadata', calls: 500, handle: describe },
  ];
  return endpoints.map((endpoint) => protect(state, endpoint));
}

function create(
  state: XState,
  user: Account,
  about: { category: string; mediaType: string; totalBytes?: number },
): Upload {
  const upload: Upload = {
    id: state.nextId(),
    accountId: user.id,
    ...about,
    segments: new Map(),
    expiresAt: state.world.now() + lifetimeSeconds * 1000,
    pendingChecks: 0,
  };
  state.uploads.set(upload.id, upload);
  return upload;
}

function uploadAtOnce(state: XState, call: Call, { account: user }: Session): Reply {
  const { data, category } = readWholeUpload(call);
  const found = look(storedBytesOf(data));
  if (!found || found.shows === 'video') return refuseBody('$.media: Media type unrecognized.');
  checkPicture(found, data.length);
  const upload = create(state, user, { category, mediaType: found.type });
  upload.data = data;
  return { status: 200, json: { data: presentUpload(upload) } };
}

function initialize(state: XState, call: Call, { account: user }: Session): Reply {
  const { mediaType, totalBytes, category } = readAnnouncement(call);
  const upload = create(state, user, { category, mediaType, totalBytes });
  return { status: 200, json: { data: presentUpload(upload) } };
}

function append(state: XState, call: Call, { account: user }: Session): Reply {
  const upload = requireUpload(state, pathId(call, 'id'), user);
  if (upload.data) refuseBody('The upload is already finalized.');
  const { index, data } = readSegment(call);
  upload.segments.set(index, data);
  return { status: 200, json: { data: { expires_at: Math.floor(upload.expiresAt / 1000) } } };
}

function finalize(state: XState, call: Call, { account: user }: Session): Reply {
  const upload = requireUpload(state, pathId(call, 'id'), user);
  const segments = [...upload.segments].sort(([left], [right]) => left - right);
  if (segments.some(([index], position) => index !== position)) refuseBody('Segments do not add up to the whole file.');
  const data = Buffer.concat(segments.map(([, segment]) => segment));
  if (data.length === 0 || (upload.totalBytes && data.length !== upload.totalBytes)) {
    refuseBody('Segments do not add up to provided total file size.');
  }
  if (!upload.mediaType.startsWith('text/')) checkFile(upload, data);
  upload.data = data;
  upload.pendingChecks = upload.mediaType.startsWith('video/') ? checksUntilReady : 0;
  return { status: 200, json: { data: presentUpload(upload) } };
}

/** Shows an upload's status. */
function showStatus(state: XState, call: Call, { account: user }: Session): Reply {
  const command = call.query.get('command') ?? '';
  if (command !== 'STATUS') refuseParameter('command', command);
  const upload = requireUpload(state, call.query.get('media_id') ?? '', user);
  advance(state.world, upload);
  return { status: 200, json: { data: presentUpload(upload, { withState: true }) } };
}

function describe(state: XState, call: Call, { account: user }: Session): Reply {
  const { mediaId, altText } = readAltText(call);
  const upload = requireUpload(state, mediaId, user);
  upload.altText = altText;
  return { status: 200, json: { data: { id: upload.id, associated_metadata: { alt_text: { text: altText } } } } };
}

function presentUpload(upload: Upload, { withState = false } = {}): Json {
  const isVideo = upload.mediaType.startsWith('video/');
  return {
    id: upload.id,
    media_key: mediaKeyOf(upload.id, upload.mediaType),
    expires_after_secs: lifetimeSeconds,
    ...(upload.data && { size: upload.data.length }),
    ...(upload.data && (withState || isVideo) && { processing_info: processingInfo(upload) }),
  };
}

function processingInfo(upload: Upload): Json {
  if (upload.pendingChecks === 0 && upload.isBroken) {
    return { state: 'failed', error: { code: 1, name: 'InvalidMedia', message: 'Unsupported video format' } };
  }
  if (upload.pendingChecks === 0) return { state: 'succeeded', progress_percent: 100 };
  if (upload.pendingChecks === 1) return { state: 'in_progress', check_after_secs: 1, progress_percent: 50 };
  return { state: 'pending', check_after_secs: 1 };
}

function requireUpload(state: XState, mediaId: string, user: Account): Upload {
  const upload = state.uploads.get(mediaId);
  if (upload && upload.accountId === user.id && upload.expiresAt > state.world.now()) return upload;
  return refuseParameter('id', mediaId);
}

/** Checks a file that was sent in chunks: a picture at once, the form and length of a video when it is processed. */
function checkFile(upload: Upload, data: Buffer): void {
  const found = look(storedBytesOf(data));
  if (found?.type !== upload.mediaType) refuseBody('Media type unrecognized.');
  if (found.shows === 'video') checkVideo(upload, found, data.length);
  else checkPicture(found, data.length);
}

function checkVideo(upload: Upload, found: FoundFile, bytes: number): void {
  const problem = problemOf(found, bytes, mediaLimits.videos);
  if (problem === 'bytes') refuseSize(mediaLimits.videos);
  upload.isBroken = problem !== undefined;
}

function checkPicture(found: FoundFile, bytes: number): void {
  const { animations, pictures } = mediaLimits;
  const limits = found.type === 'image/gif' ? animations : pictures;
  const problem = problemOf(found, bytes, limits);
  if (problem === 'type') refuseBody('$.media: Media type unrecognized.');
  if (problem === 'bytes') refuseSize(limits);
  if (problem !== undefined) refuseBody('$.media: Your GIF has too many pixels or frames.');
}

function refuseSize({ maxBytes }: FileLimits): never {
  return refuseBody(`$.media: File size exceeds ${maxBytes} bytes.`);
}
