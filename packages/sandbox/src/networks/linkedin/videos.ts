import { randomBytes } from 'node:crypto';
import { isRecord, jsonFields } from '../../http/request-body.ts';
import { type Call, type Json, Refusal, type Reply, type Route } from '../../http/route.ts';
import { look } from '../../world/files/look.ts';
import { StoredBytes } from '../../world/stored-bytes.ts';
import { problemOf } from '../check-media.ts';
import { advance, checksUntilReady } from '../processing.ts';
import { publishingScopes } from './authors.ts';
import { coded, invalidField, missingField } from './errors.ts';
import { mediaLimits } from './media-limits.ts';
import { protect, type Session } from './session.ts';
import type { LinkedinState, VideoUpload } from './state.ts';
import { beginUpload } from './uploads.ts';

const partBytes = 4 * 1024 * 1024;

/**
 * Registering videos, receiving them in parts, and telling how far their processing is.
 *
 * @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/videos-api
 */
export function videoRoutes(state: LinkedinState): readonly Route[] {
  return [
    protect(state, {
      method: 'POST',
      path: '/rest/videos',
      operation: 'upload',
      resource: 'videos.ACTION',
      scopes: publishingScopes,
      handle: (call, session) => act(state, call, session),
    }),
    {
      method: 'PUT',
      path: '/dms-uploads/:key/part/:number',
      operation: 'upload',
      handle: (call) => receivePart(state, call),
    },
    protect(state, {
      method: 'GET',
      path: '/rest/videos/:urn',
      operation: 'read',
      resource: 'videos.GET',
      scopes: publishingScopes,
      handle: (call) => showStatus(state, call),
    }),
  ];
}

function act(state: LinkedinState, call: Call, session: Session): Reply {
  const action = call.query.get('action');
  if (action === 'initializeUpload') return initializeUpload(state, call, session);
  if (action === 'finalizeUpload') return finalizeUpload(state, call);
  return coded(400, 'ILLEGAL_ARGUMENT', 'The action has to be initializeUpload or finalizeUpload');
}

function initializeUpload(state: LinkedinState, call: Call, session: Session): Reply {
  const kind = { resource: 'videos.ACTION', prefix: 'D4E05AQ' };
  const { request, ownerId, key, expiresAt } = beginUpload(state, call, session, kind);
  const { fileSizeBytes, uploadCaptions, uploadThumbnail } = request;
  for (const [name, value] of Object.entries({ uploadCaptions, uploadThumbnail })) {
    if (value !== undefined && typeof value !== 'boolean') return invalidField(name, 'true or false is expected');
  }
  const bytes = Number.isSafeInteger(fileSizeBytes) ? Number(fileSizeBytes) : 0;
  if (bytes < mediaLimits.videos.minBytes || bytes > mediaLimits.videos.maxBytes) {
    return invalidField('fileSizeBytes', 'between 75 KB and 500 MB are expected');
  }
  const urn = `urn:li:video:${key}`;
  const etags = Array.from({ length: Math.ceil(bytes / partBytes) }, () => null);
  state.videos.set(urn, {
    ...{ urn, ownerId, expiresAt, bytes, etags, parts: new Map(), pendingChecks: checksUntilReady },
    status: 'WAITING_UPLOAD',
  });
  const uploadInstructions = etags.map((_, index) => {
    const firstByte = index * partBytes;
    const lastByte = Math.min(firstByte + partBytes, bytes) - 1;
    return { uploadUrl: `${call.base}/dms-uploads/${key}/part/${index}`, firstByte, lastByte };
  });
  const value = { uploadUrlsExpireAt: expiresAt, video: urn, uploadInstructions, uploadToken: '' };
  return { status: 200, json: { value } };
}

/** Takes one part; the address is its permission. */
function receivePart(state: LinkedinState, call: Call): Reply {
  const upload = state.videos.get(`urn:li:video:${call.params['key']}`);
  const index = Number(call.params['number']);
  if (!upload || !(index < upload.etags.length)) return coded(404, 'RESOURCE_NOT_FOUND', 'There is no such upload');
  if (upload.expiresAt <= state.world.now()) return coded(403, 'EXPIRED_UPLOAD_URL', 'The upload address has expired');
  const data = call.body.kind === 'bytes' ? call.body.data : Buffer.alloc(0);
  const expected = Math.min(partBytes, upload.bytes - index * partBytes);
  if (data.length !== expected) return invalidField('body', `${expected} bytes are expected`);
  const etag = `/ambry-video/signedId/${randomBytes(18).toString('base64url')}.mp4`;
  upload.etags[index] = etag;
  upload.parts.set(index, data);
  return { status: 200, headers: { etag } };
}

function finalizeUpload(state: LinkedinState, call: Call): Reply {
  const request = jsonFields(call.body)?.['finalizeUploadRequest'];
  if (!isRecord(request)) return missingField('finalizeUploadRequest');
  const { video, uploadToken, uploadedPartIds } = request;
  if (typeof video !== 'string') return missingField('video');
  if (typeof uploadToken !== 'string') return missingField('uploadToken');
  const upload = state.videos.get(video);
  if (!upload) return coded(404, 'RESOURCE_NOT_FOUND', `Could not find entity ${video}`);
  const given: Json = Array.isArray(uploadedPartIds) ? uploadedPartIds : [];
  if (JSON.stringify(given) !== JSON.stringify(upload.etags)) {
    return invalidField('uploadedPartIds', 'the ETags of all parts are expected, in their order');
  }
  if (upload.status === 'WAITING_UPLOAD') complete(upload);
  state.world.changed();
  return { status: 200 };
}

function complete(upload: VideoUpload): void {
  const blob = new StoredBytes();
  for (let index = 0; index < upload.etags.length; index += 1) blob.append(upload.parts.get(index) ?? Buffer.alloc(0));
  upload.parts.clear();
  upload.blob = blob;
  upload.status = 'PROCESSING';
}

function showStatus(state: LinkedinState, { params }: Call): Reply {
  const urn = params['urn'] ?? '';
  const upload = state.videos.get(urn);
  if (!upload) return coded(404, 'RESOURCE_NOT_FOUND', `Could not find entity ${urn}`);
  if (upload.status === 'PROCESSING') {
    advance(state.world, upload);
    if (upload.pendingChecks === 0) finish(upload);
  }
  const { status, failure } = upload;
  return { status: 200, json: { id: urn, status, ...(failure && { processingFailureReason: failure }) } };
}

function finish(upload: VideoUpload): void {
  const found = upload.blob && look(upload.blob);
  const problem = problemOf(found, upload.bytes, mediaLimits.videos);
  upload.status = problem === undefined ? 'AVAILABLE' : 'PROCESSING_FAILED';
  if (found) upload.type = found.type;
  if (problem !== undefined) upload.failure = `The video is not supported: ${problem}`;
}

/** Returns a video that a post of its owner may name. */
export function requireVideo(state: LinkedinState, urn: string, ownerId: string): { blob: StoredBytes; type: string } {
  const upload = state.videos.get(urn);
  if (upload?.ownerId !== ownerId) throw new Refusal(coded(404, 'RESOURCE_NOT_FOUND', `Could not find entity ${urn}`));
  const { blob, type, status } = upload;
  if (status === 'AVAILABLE' && blob && type !== undefined) return { blob, type };
  throw new Refusal(coded(400, `MEDIA_ASSET_${status}`, `Media asset ${urn} is ${status}`));
}
