import type { Call, Reply, Route } from '../../http/route.ts';
import { look } from '../../world/files/look.ts';
import { storedBytesOf } from '../../world/stored-bytes.ts';
import { problemOf } from '../check-media.ts';
import { publishingScopes } from './authors.ts';
import { coded, invalidField } from './errors.ts';
import { mediaLimits } from './media-limits.ts';
import { authenticate, protect, type Session } from './session.ts';
import type { LinkedinState } from './state.ts';
import { beginUpload, receivedBytes } from './uploads.ts';

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
  const kind = { resource: 'images.ACTION', prefix: 'C4E10AQ' };
  const { ownerId, key, expiresAt } = beginUpload(state, call, session, kind);
  const urn = `urn:li:image:${key}`;
  state.images.set(urn, { urn, ownerId, expiresAt });
  return {
    status: 200,
    json: { value: { uploadUrlExpiresAt: expiresAt, uploadUrl: `${call.base}/dms-uploads/${key}`, image: urn } },
  };
}

function receiveBytes(state: LinkedinState, call: Call): Reply {
  authenticate(state, call);
  const upload = state.images.get(`urn:li:image:${call.params['key']}`);
  if (!upload || upload.expiresAt <= state.world.now())
    return coded(404, 'RESOURCE_NOT_FOUND', 'There is no such upload');
  const data = receivedBytes(state, call, upload.ownerId, 'image');
  const found = look(storedBytesOf(data));
  const problem = problemOf(found, data.length, pictures);
  if (!found || problem === 'type') return coded(415, 'UNSUPPORTED_MEDIA_TYPE', 'Images have to be JPG, PNG or GIF');
  if (problem === 'sides') return invalidField('body', `images have to have at most ${pictures.maxPixels} pixels`);
  if (problem === 'frames') return invalidField('body', `GIFs have to have at most ${pictures.maxFrames} frames`);
  upload.data = data;
  upload.type = found.type;
  return { status: 201 };
}
