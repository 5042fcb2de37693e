import { randomBytes } from 'node:crypto';
import type { Call, Reply, Route } from '../../../http/route.ts';
import { StoredBytes } from '../../../world/stored-bytes.ts';
import { graphError, refuse, refuseParameter } from '../../meta-graph/errors.ts';
import { type GraphRequest, readGraphRequest, text } from '../../meta-graph/request.ts';
import type { GraphEndpoint } from '../../meta-graph/routes.ts';
import { requireDeveloper } from '../session.ts';
import type { FacebookState, UploadSession } from '../state.ts';

const fileTypes = new Set(['application/pdf', 'image/jpeg', 'image/jpg', 'image/png', 'video/mp4']);

/**
 * Upload sessions of an app, whose handles posts refer to. Only people with a role in the app may use them, never pages.
 *
 * @see https://developers.facebook.com/docs/graph-api/guides/upload
 * @see https://developers.facebook.com/docs/graph-api/reference/application/uploads
 */
export function uploadEndpoint(state: FacebookState): GraphEndpoint {
  return { method: 'POST', path: '*/uploads', operation: 'upload', handle: (request) => startUpload(state, request) };
}

/** Receiving the bytes of an upload, of any size. */
export function uploadRoutes(state: FacebookState): readonly Route[] {
  return ['/upload\\::key', '/:version/upload\\::key'].flatMap((path): Route[] => [
    { method: 'POST', path, operation: 'upload', takesStream: true, handle: (call) => receive(state, call) },
    { method: 'GET', path, operation: 'read', handle: (call) => showOffset(state, call) },
  ]);
}

function startUpload(state: FacebookState, request: GraphRequest): Reply {
  const { token } = requireDeveloper(state, request);
  if (request.segments[0] !== token.clientId) return refuseParameter('The app id does not match the access token');
  const fileLength = Number(text(request.params, 'file_length'));
  if (!Number.isSafeInteger(fileLength) || fileLength < 1)
    return refuseParameter('file_length must be a number of bytes');
  const type = text(request.params, 'file_type') ?? '';
  if (!fileTypes.has(type)) return refuseParameter(`file_type must be one of ${[...fileTypes].join(', ')}`);
  const id = `upload:${randomBytes(24).toString('base64url')}`;
  state.uploads.set(id, { id, clientId: token.clientId, fileLength, blob: new StoredBytes(), writer: undefined });
  return { status: 200, json: { id } };
}

/** Receives bytes, which must begin where the last ones ended. Bytes that came before a connection was cut are kept. */
async function receive(state: FacebookState, call: Call): Promise<Reply> {
  const upload = findUpload(state, call);
  const offset = call.headers['file_offset'];
  if (upload.handle !== undefined || offset !== String(upload.blob.bytes)) {
    return graphError({ code: 100, message: `(#100) file_offset must be ${upload.blob.bytes}` });
  }
  if (call.body.kind !== 'stream') return refuseParameter('the bytes of the file are missing');
  const writer = {};
  upload.writer = writer;
  for await (const chunk of call.body.chunks) {
    if (upload.writer !== writer) return refuseParameter('the upload went on in another request');
    if (upload.blob.bytes + chunk.length > upload.fileLength) return refuseParameter('more bytes than file_length');
    upload.blob.append(chunk);
  }
  if (upload.blob.bytes < upload.fileLength) return refuseParameter('fewer bytes than file_length');
  upload.handle = `4:${randomBytes(48).toString('base64url')}`;
  return { status: 200, json: { h: upload.handle } };
}

function showOffset(state: FacebookState, call: Call): Reply {
  const upload = findUpload(state, call);
  // The offset in the answer must stay true, so bytes of an earlier request no longer count.
  upload.writer = undefined;
  return { status: 200, json: { id: upload.id, file_offset: upload.blob.bytes } };
}

function findUpload(state: FacebookState, call: Call): UploadSession {
  const { token } = requireDeveloper(state, readGraphRequest(call));
  const upload = state.uploads.get(`upload:${call.params['key'] ?? ''}`);
  if (upload?.clientId === token.clientId) return upload;
  return refuse({ code: 100, message: '(#100) The upload session does not exist or has expired' });
}
