import { randomBytes } from 'node:crypto';
import { isRecord, jsonFields } from '../../http/request-body.ts';
import type { Call, Reply, Route } from '../../http/route.ts';
import { look } from '../../world/files/look.ts';
import { storedBytesOf } from '../../world/stored-bytes.ts';
import { problemOf } from '../check-media.ts';
import { isOwn, publishingScopes, requireAuthor } from './authors.ts';
import { accessDenied, coded, invalidField, missingField } from './errors.ts';
import { mediaLimits } from './media-limits.ts';
import { authenticate, protect, type Session } from './session.ts';
import type { LinkedinState } from './state.ts';

const uploadLifetimeMs = 24 * 60 * 60 * 1000;
const { pictures } = mediaLimits;

/**
 * Registering pictures and receiving their bytes.
 *
 * @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/images-api
 */
export function imageRoutes(state: LinkedinState): readonly Route[] {
  return [
    protect(state, {
      method: 'POST',
      path: '/rest/images',
      operation: 'upload',
      resource: 'images.ACTION-initializeUpload',
      scopes: publishingScopes,
      handle: (call, session) => initializeUpload(state, call, session),
    }),
    { method: 'PUT', path: '/dms-uploads/:key', operation: 'upload', handle: (call) => receiveBytes(state, call) },
    // A member's token cannot read the status of a picture.
    protect(state, {
      method: 'GET',
      path: '/rest/images/:urn',
      operation: 'read',
      resource: 'images.GET',
      scopes: ['r_member_social'],
      handle: () => ({ status: 404 }),
    }),
  ];
}

function initializeUpload(state: LinkedinState, call: Call, session: Session): Reply {
  if (call.query.get('action') !== 'initializeUpload')
    return coded(400, 'ILLEGAL_ARGUMENT', 'The action has to be initializeUpload');
  const request = jsonFields(call.body)?.['initializeUploadRequest'];
  if (!isRecord(request)) return missingField('initializeUploadRequest');
  const { owner } = request;
  if (typeof owner !== 'string') return missingField('owner');
  const { id: ownerId } = requireAuthor(state, session, owner, { resource: 'images.ACTION' });
  const key = `C4E10AQ${randomBytes(12).toString('base64url')}`;
  const expiresAt = state.world.now() + uploadLifetimeMs;
  const urn = `urn:li:image:${key}`;
  state.images.set(urn, { urn, ownerId, expiresAt });
  return {
    status: 200,
    json: { value: { uploadUrlExpiresAt: expiresAt, uploadUrl: `${call.base}/dms-uploads/${key}`, image: urn } },
  };
}

function receiveBytes(state: LinkedinState, call: Call): Reply {
  const session = authenticate(state, call);
  const upload = state.images.get(`urn:li:image:${call.params['key']}`);
  if (!upload || upload.expiresAt <= state.world.now())
    return coded(404, 'RESOURCE_NOT_FOUND', 'There is no such upload');
  if (!isOwn(state, session, upload.ownerId)) return accessDenied('an upload of another owner');
  const data = call.body.kind === 'bytes' ? call.body.data : Buffer.alloc(0);
  if (data.length === 0) return invalidField('body', 'the bytes of the image are expected');
  const found = look(storedBytesOf(data));
  const problem = problemOf(found, data.length, pictures);
  if (!found || problem === 'type') return coded(415, 'UNSUPPORTED_MEDIA_TYPE', 'Images have to be JPG, PNG or GIF');
  if (problem === 'sides') return invalidField('body', `images have to have at most ${pictures.maxPixels} pixels`);
  if (problem === 'frames') return invalidField('body', `GIFs have to have at most ${pictures.maxFrames} frames`);
  upload.data = data;
  upload.type = found.type;
  return { status: 201 };
}
