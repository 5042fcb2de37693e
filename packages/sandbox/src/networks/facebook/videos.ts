import { randomBytes } from 'node:crypto';
import { Blob } from '../../blobs.ts';
import { pullFile } from '../../http/pull-file.ts';
import type { Call, Reply, Route } from '../../network.ts';
import { createMedia } from '../../posts.ts';
import { sniff } from '../../sniff.ts';
import { graphError, refuse, refuseParameter } from '../meta-graph/errors.ts';
import { type GraphRequest, readGraphRequest, text } from '../meta-graph/request.ts';
import type { GraphEndpoint } from '../meta-graph/routes.ts';
import { addPost, readMessage } from './posts.ts';
import { authenticate, requirePublisher } from './session.ts';
import type { FacebookState, UploadSession } from './state.ts';

const checksUntilReady = 2;
const maxPulledBytes = 1024 ** 3;
const videoTypes = new Set(['video/mp4', 'video/quicktime']);

/**
 * Videos: an upload session that can be resumed, then the post that names its handle.
 *
 * @see https://developers.facebook.com/docs/video-api/guides/publishing
 */
export function videoEndpoints(state: FacebookState): readonly GraphEndpoint[] {
  return [
    { method: 'POST', path: '*/uploads', operation: 'upload', handle: (request) => startUpload(state, request) },
    { method: 'POST', path: '*/videos', operation: 'publish', handle: (request) => createVideo(state, request) },
  ];
}

/** The bytes of an upload, of any size. */
export function uploadRoutes(state: FacebookState): readonly Route[] {
  return ['/upload\\::key', '/:version/upload\\::key'].flatMap((path): Route[] => [
    { method: 'POST', path, operation: 'upload', takesStream: true, handle: (call) => receive(state, call) },
    { method: 'GET', path, operation: 'read', handle: (call) => showOffset(state, call) },
  ]);
}

function startUpload(state: FacebookState, request: GraphRequest): Reply {
  const { token } = authenticate(state, request);
  if (request.segments[0] !== token.clientId) return refuseParameter('The app id does not match the access token');
  const fileLength = Number(text(request.params, 'file_length'));
  if (!Number.isSafeInteger(fileLength) || fileLength < 1)
    return refuseParameter('file_length must be a number of bytes');
  const type = text(request.params, 'file_type') ?? '';
  if (!videoTypes.has(type) && !['image/jpeg', 'image/png', 'application/pdf'].includes(type)) {
    return refuseParameter('file_type is not supported');
  }
  const id = `upload:${randomBytes(24).toString('base64url')}`;
  state.uploads.set(id, { id, clientId: token.clientId, fileLength, blob: new Blob(), writer: undefined });
  return { status: 200, json: { id } };
}

/** Bytes must begin where the last ones ended. What came before a connection was cut is kept. */
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
  // What is told must stay true: bytes of an earlier request that are still on their way do not count any more.
  upload.writer = undefined;
  return { status: 200, json: { id: upload.id, file_offset: upload.blob.bytes } };
}

function findUpload(state: FacebookState, call: Call): UploadSession {
  const { token } = authenticate(state, readGraphRequest(call));
  const upload = state.uploads.get(`upload:${call.params['key'] ?? ''}`);
  if (upload?.clientId === token.clientId) return upload;
  return refuse({ code: 100, message: '(#100) The upload session does not exist or has expired' });
}

async function createVideo(state: FacebookState, request: GraphRequest): Promise<Reply> {
  const page = requirePublisher(state, request);
  const { params } = request;
  const description = readMessage(request, 'description');
  const handle = text(params, 'fbuploader_video_file_chunk');
  const url = text(params, 'file_url');
  const uploaded = [...state.uploads.values()].find((upload) => handle !== undefined && upload.handle === handle);
  const blob = uploaded?.blob ?? (url === undefined ? undefined : await pullFile(url, { maxBytes: maxPulledBytes }));
  if (!blob) {
    return refuse({
      code: 352,
      subcode: 2_069_019,
      message: '(#352) Sorry, the video file you selected is in a format that we do not support.',
    });
  }
  if (uploaded) state.uploads.delete(uploaded.id);
  const id = state.nextId();
  const type = sniff(blob.read(0, 4096))?.type ?? '';
  const isPlayable = videoTypes.has(type);
  state.videos.set(id, { id, pageId: page.id, isPlayable, pendingChecks: checksUntilReady });
  if (isPlayable) addPost(state, page, { id, text: description, media: [createMedia(blob, type)] });
  return { status: 200, json: { id } };
}
