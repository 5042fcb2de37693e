import type { Account } from '../../../world/accounts.ts';
import { sniff } from '../../../world/sniff.ts';
import type { Call, Json, Reply, Route } from '../../network.ts';
import { refuseBody, refuseParameter } from '../errors.ts';
import { pathId, protect } from '../session.ts';
import type { Upload, XState } from '../state.ts';
import { readAltText, readAnnouncement, readSegment, readWholeUpload } from './upload-body.ts';

const scopes = ['media.write'];
const lifetimeSeconds = 86_400;
const megabyte = 1024 * 1024;

/**
 * Uploads in one request or in chunks, as JSON with base64 or as multipart forms.
 *
 * @see https://docs.x.com/x-api/media/quickstart/media-upload-chunked
 */
export function mediaRoutes(state: XState): readonly Route[] {
  const upload = { operation: 'upload', scopes } as const;
  return protect(state, [
    { ...upload, method: 'POST', path: '/2/media/upload', calls: 500, handle: uploadAtOnce },
    { ...upload, method: 'GET', path: '/2/media/upload', calls: 1000, handle: showStatus },
    { ...upload, method: 'POST', path: '/2/media/upload/initialize', calls: 1875, handle: initialize },
    { ...upload, method: 'POST', path: '/2/media/upload/:id/append', calls: 1875, handle: append },
    { ...upload, method: 'POST', path: '/2/media/upload/:id/finalize', calls: 1875, handle: finalize },
    { ...upload, method: 'POST', path: '/2/media/metadata', calls: 500, handle: describe },
  ]);
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

function uploadAtOnce(state: XState, call: Call, user: Account): Reply {
  const { data, category } = readWholeUpload(call);
  const found = sniff(data);
  if (!found || found.type.startsWith('video/')) return refuseBody('$.media: Media type unrecognized.');
  checkSize(data.length, found.type);
  const upload = create(state, user, { category, mediaType: found.type });
  upload.data = data;
  return { status: 200, json: { data: presentUpload(upload) } };
}

function initialize(state: XState, call: Call, user: Account): Reply {
  const { mediaType, totalBytes, category } = readAnnouncement(call);
  const upload = create(state, user, { category, mediaType, totalBytes });
  return { status: 200, json: { data: presentUpload(upload) } };
}

function append(state: XState, call: Call, user: Account): Reply {
  const upload = requireUpload(state, pathId(call, 'id'), user);
  if (upload.data) refuseBody('The upload is already finalized.');
  const { index, data } = readSegment(call);
  upload.segments.set(index, data);
  return { status: 200, json: { data: { expires_at: Math.floor(upload.expiresAt / 1000) } } };
}

function finalize(state: XState, call: Call, user: Account): Reply {
  const upload = requireUpload(state, pathId(call, 'id'), user);
  const segments = [...upload.segments].sort(([left], [right]) => left - right);
  if (segments.some(([index], position) => index !== position)) refuseBody('Segments do not add up to the whole file.');
  const data = Buffer.concat(segments.map(([, segment]) => segment));
  if (data.length === 0 || (upload.totalBytes && data.length !== upload.totalBytes)) {
    refuseBody('Segments do not add up to provided total file size.');
  }
  const found = sniff(data);
  if (!upload.mediaType.startsWith('text/') && found?.type !== upload.mediaType) refuseBody('Media type unrecognized.');
  checkSize(data.length, upload.mediaType);
  upload.data = data;
  upload.pendingChecks = upload.mediaType.startsWith('video/') ? 2 : 0;
  return { status: 200, json: { data: presentUpload(upload) } };
}

/** Shows an upload's status; a video is processed after two calls. */
function showStatus(state: XState, call: Call, user: Account): Reply {
  const command = call.query.get('command') ?? '';
  if (command !== 'STATUS') refuseParameter('command', command);
  const upload = requireUpload(state, call.query.get('media_id') ?? '', user);
  if (upload.pendingChecks > 0) upload.pendingChecks -= 1;
  return { status: 200, json: { data: presentUpload(upload, { withState: true }) } };
}

function describe(state: XState, call: Call, user: Account): Reply {
  const { mediaId, altText } = readAltText(call);
  const upload = requireUpload(state, mediaId, user);
  upload.altText = altText;
  return { status: 200, json: { data: { id: upload.id, associated_metadata: { alt_text: { text: altText } } } } };
}

function presentUpload(upload: Upload, { withState = false } = {}): Json {
  const isVideo = upload.mediaType.startsWith('video/');
  return {
    id: upload.id,
    media_key: `${isVideo ? 7 : 3}_${upload.id}`,
    expires_after_secs: lifetimeSeconds,
    ...(upload.data && { size: upload.data.length }),
    ...(upload.data && (withState || isVideo) && { processing_info: processingInfo(upload) }),
  };
}

function processingInfo(upload: Upload): Json {
  if (upload.pendingChecks === 0) return { state: 'succeeded', progress_percent: 100 };
  if (upload.pendingChecks === 1) return { state: 'in_progress', check_after_secs: 1, progress_percent: 50 };
  return { state: 'pending', check_after_secs: 1 };
}

function requireUpload(state: XState, mediaId: string, user: Account): Upload {
  const upload = state.uploads.get(mediaId);
  if (upload && upload.accountId === user.id && upload.expiresAt > state.world.now()) return upload;
  return refuseParameter('id', mediaId);
}

function checkSize(bytes: number, type: string): void {
  const limit = type.startsWith('video/') ? 512 * megabyte : type === 'image/gif' ? 15 * megabyte : 5 * megabyte;
  if (bytes > limit) refuseBody(`$.media: File size exceeds ${limit} bytes.`);
}
