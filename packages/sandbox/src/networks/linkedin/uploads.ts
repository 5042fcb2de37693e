import { randomBytes } from 'node:crypto';
import { isRecord, jsonFields } from '../../http/request-body.ts';
import { type Call, Refusal } from '../../http/route.ts';
import { isOwn, requireAuthor } from './authors.ts';
import { accessDenied, coded, invalidField, missingField } from './errors.ts';
import { authenticate, type Session } from './session.ts';
import type { LinkedinState } from './state.ts';

const uploadLifetimeMs = 24 * 60 * 60 * 1000;

/** A kind of file: the resource that permission errors name, and the beginning of its keys. */
interface UploadKind {
  readonly resource: string;
  readonly prefix: string;
}

/** Reads the request that begins an upload. @throws Refusal for a member who may not publish as the owner */
export function beginUpload(state: LinkedinState, call: Call, session: Session, { resource, prefix }: UploadKind) {
  if (call.query.get('action') !== 'initializeUpload') {
    throw new Refusal(coded(400, 'ILLEGAL_ARGUMENT', 'The action has to be initializeUpload'));
  }
  const request = jsonFields(call.body)?.['initializeUploadRequest'];
  if (!isRecord(request)) throw new Refusal(missingField('initializeUploadRequest'));
  const { owner } = request;
  if (typeof owner !== 'string') throw new Refusal(missingField('owner'));
  const { id: ownerId } = requireAuthor(state, session, owner, { resource });
  const key = `${prefix}${randomBytes(12).toString('base64url')}`;
  return { request, ownerId, key, expiresAt: state.world.now() + uploadLifetimeMs };
}

/** Reads the bytes that the owner of an upload sends whole. @throws Refusal */
export function receivedBytes(state: LinkedinState, call: Call, ownerId: string, noun: string): Buffer {
  if (!isOwn(state, authenticate(state, call), ownerId)) throw new Refusal(accessDenied('an upload of another owner'));
  const data = call.body.kind === 'bytes' ? call.body.data : Buffer.alloc(0);
  if (data.length > 0) return data;
  throw new Refusal(invalidField('body', `the bytes of the ${noun} are expected`));
}
