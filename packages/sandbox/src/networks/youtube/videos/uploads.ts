import { randomBytes } from 'node:crypto';
import { type Call, Refusal, type Reply, type Route } from '../../../http/route.ts';
import { StoredBytes, storedBytesOf } from '../../../world/stored-bytes.ts';
import { apiError, badParameter, invalidMetadata, mediaBodyRequired } from '../errors.ts';
import { protect, readParts, type Session } from '../session.ts';
import type { YoutubeState } from '../state.ts';
import { readRelatedParts } from './multipart-related.ts';
import { receivePut, transferOperation, writableParts } from './resumable.ts';
import { readVideoMetadata } from './video-body.ts';
import { createVideo, presentVideo } from './videos.ts';

/** The network does not document how long a session lasts. */
const sessionLifetimeMs = 24 * 60 * 60 * 1000;
/** The network's discovery document has the second path. */
const paths = ['/upload/youtube/v3/videos', '/resumable/upload/youtube/v3/videos'] as const;

/** Uploading videos. @see https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol */
export function uploadRoutes(state: YoutubeState): readonly Route[] {
  return paths.flatMap((path): Route[] => [
    protect(state, {
      method: 'POST',
      path,
      operation: (call) => (call.query.get('uploadType') === 'multipart' ? 'publish' : 'upload'),
      scopes: ['youtube.upload', 'youtube', 'youtube.force-ssl'],
      quota: { bucket: 'upload', units: 1 },
      handle: (call, session) => beginUpload(state, call, session),
    }),
    {
      method: 'PUT',
      path,
      operation: transferOperation,
      takesStream: true,
      handle: (call) => receivePut(state, call),
    },
  ]);
}

function beginUpload(state: YoutubeState, call: Call, session: Session): Reply {
  const parts = readParts(call, writableParts);
  switch (call.query.get('uploadType')) {
    case 'resumable':
      return openSession(state, { call, session, parts });
    case 'multipart':
      return receiveWhole(state, { call, session, parts });
    default:
      return badParameter('uploadType', 'The uploadType has to be resumable or multipart.');
  }
}

interface Beginning {
  readonly call: Call;
  readonly session: Session;
  readonly parts: readonly string[];
}

function openSession(state: YoutubeState, { call, session, parts }: Beginning): Reply {
  if (call.body.kind !== 'json') return invalidMetadata();
  const metadata = readVideoMetadata(call.body.value, call, parts);
  const announced = call.headers['x-upload-content-length'];
  if (announced !== undefined && !/^[1-9]\d{0,14}$/.test(String(announced))) return mediaBodyRequired();
  const uploadId = randomBytes(24).toString('base64url');
  state.sessions.set(uploadId, {
    channelId: session.account.id,
    metadata,
    totalBytes: announced === undefined ? null : Number(announced),
    contentType: requireVideoType(String(call.headers['x-upload-content-type'] ?? 'application/octet-stream')),
    expiresAt: state.world.now() + sessionLifetimeMs,
    blob: new StoredBytes(),
    writer: null,
  });
  const query = new URLSearchParams({ uploadType: 'resumable', upload_id: uploadId });
  for (const part of call.query.getAll('part')) query.append('part', part);
  return {
    status: 200,
    headers: { location: `${call.base}${call.path}?${query}`, 'x-guploader-uploadid': uploadId },
  };
}

/** Receives metadata and bytes in one request, as the official client sends them. */
function receiveWhole(state: YoutubeState, { call, session, parts }: Beginning): Reply {
  const related =
    call.body.kind === 'bytes' ? readRelatedParts(call.body.data, call.headers['content-type'] ?? '') : undefined;
  if (!related) return mediaBodyRequired();
  const metadata = readVideoMetadata(related.metadata, call, parts);
  const contentType = requireVideoType(related.contentType);
  if (related.data.length === 0) return mediaBodyRequired();
  const upload = { channelId: session.account.id, metadata, blob: storedBytesOf(related.data), contentType };
  return { status: 200, json: presentVideo(state, createVideo(state, upload), parts) };
}

function requireVideoType(contentType: string): string {
  if (contentType.startsWith('video/') || contentType === 'application/octet-stream') return contentType;
  const message = `Media type '${contentType}' is not supported. Valid media types: [video/*, application/octet-stream]`;
  throw new Refusal(apiError(400, 'badContent', message, { domain: 'global' }));
}
