import { type Call, Refusal, type Reply, type Route } from '../../http/route.ts';
import { look } from '../../world/files/look.ts';
import { storedBytesOf } from '../../world/stored-bytes.ts';
import { problemOf } from '../check-media.ts';
import { isOwn, publishingScopes } from './authors.ts';
import { accessDenied, coded } from './errors.ts';
import { mediaLimits } from './media-limits.ts';
import { authenticate, protect, type Session } from './session.ts';
import type { DocumentUpload, LinkedinState } from './state.ts';
import { beginUpload, receivedBytes } from './uploads.ts';

/** Time until a document is processed: members can only wait for it. */
const processingMs = 1_000;

/**
 * Registering documents, receiving their bytes, and telling organizations how far their processing is.
 *
 * @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/documents-api
 */
export function documentRoutes(state: LinkedinState): readonly Route[] {
  return [
    protect(state, {
      method: 'POST',
      path: '/rest/documents',
      operation: 'upload',
      resource: 'documents.ACTION-initializeUpload',
      scopes: publishingScopes,
      handle: (call, session) => initializeUpload(state, call, session),
    }),
    {
      method: 'PUT',
      path: '/dms-uploads/:key/document',
      operation: 'upload',
      handle: (call) => receiveBytes(state, call),
    },
    // The permission of members writes documents, and does not read them.
    protect(state, {
      method: 'GET',
      path: '/rest/documents/:urn',
      operation: 'read',
      resource: 'documents.GET',
      scopes: ['w_organization_social', 'r_organization_social'],
      handle: (call, session) => showStatus(state, call, session),
    }),
  ];
}

function initializeUpload(state: LinkedinState, call: Call, session: Session): Reply {
  const kind = { resource: 'documents.ACTION', prefix: 'D4D10AQ' };
  const { ownerId, key, expiresAt } = beginUpload(state, call, session, kind);
  const urn = `urn:li:document:${key}`;
  state.documents.set(urn, { urn, ownerId, expiresAt });
  const uploadUrl = `${call.base}/dms-uploads/${key}/document`;
  return { status: 200, json: { value: { uploadUrlExpiresAt: expiresAt, uploadUrl, document: urn } } };
}

function receiveBytes(state: LinkedinState, call: Call): Reply {
  authenticate(state, call);
  const upload = state.documents.get(`urn:li:document:${call.params['key']}`);
  if (!upload) return coded(404, 'RESOURCE_NOT_FOUND', 'There is no such upload');
  if (upload.expiresAt <= state.world.now()) return coded(403, 'EXPIRED_UPLOAD_URL', 'The upload address has expired');
  upload.blob = storedBytesOf(receivedBytes(state, call, upload.ownerId, 'document'));
  upload.readyAt = state.world.now() + processingMs;
  state.world.changed();
  return { status: 201 };
}

function showStatus(state: LinkedinState, { params }: Call, session: Session): Reply {
  const urn = params['urn'] ?? '';
  const upload = state.documents.get(urn);
  if (!upload) return coded(404, 'RESOURCE_NOT_FOUND', `Could not find entity ${urn}`);
  const isOfMember = upload.ownerId === session.account.id;
  if (isOfMember || !isOwn(state, session, upload.ownerId)) return accessDenied('documents.GET of another owner');
  return {
    status: 200,
    json: { id: urn, owner: `urn:li:organization:${upload.ownerId}`, status: statusOf(state, upload) },
  };
}

function statusOf({ world }: LinkedinState, { blob, readyAt = 0 }: DocumentUpload): string {
  if (!blob) return 'WAITING_UPLOAD';
  if (world.now() < readyAt) return 'PROCESSING';
  return problemOf(look(blob), blob.bytes, mediaLimits.documents) === undefined ? 'AVAILABLE' : 'PROCESSING_FAILED';
}

/** Returns a document that a post of its owner may name. */
export function requireDocument(state: LinkedinState, urn: string, ownerId: string) {
  const upload = state.documents.get(urn);
  if (upload?.ownerId !== ownerId) throw new Refusal(coded(404, 'RESOURCE_NOT_FOUND', `Could not find entity ${urn}`));
  const status = statusOf(state, upload);
  const { blob } = upload;
  const found = blob && look(blob);
  if (status === 'AVAILABLE' && found) return { blob, type: found.type };
  throw new Refusal(coded(400, `MEDIA_ASSET_${status}`, `Media asset ${urn} is ${status}`));
}
