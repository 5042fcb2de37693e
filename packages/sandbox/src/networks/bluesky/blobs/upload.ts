import { type Call, type Json, Refusal, type Reply, type Route } from '../../../http/route.ts';
import { look } from '../../../world/files/look.ts';
import { StoredBytes } from '../../../world/stored-bytes.ts';
import { findAccount } from '../accounts.ts';
import { internalError, refuse, refuseRequest } from '../errors.ts';
import { parameters, text } from '../lexicon/schema.ts';
import { decodeJwt } from '../oauth/jwk.ts';
import { spend } from '../rate-limits.ts';
import { fileCid } from '../repo/ipld.ts';
import { type Caller, readAuthorization } from '../sessions/caller.ts';
import type { BlueskyState } from '../state.ts';
import { publicQuery, withCaller } from '../xrpc/endpoint.ts';

/**
 * Uploading files and reading them.
 *
 * @see https://atproto.com/specs/blob (read 2026-11-24)
 */
export function blobRoutes(state: BlueskyState): readonly Route[] {
  const answerUser = withCaller(state, (call, caller) => upload(state, call, caller));
  const input = parameters({ did: text({ format: 'DID' }), cid: text({ format: 'CID string' }) });
  return [
    {
      ...{ method: 'POST', path: '/xrpc/com.atproto.repo.uploadBlob', operation: 'upload', takesStream: true },
      handle: (call) => {
        requireReadableToken(call);
        return answerUser(call);
      },
    },
    publicQuery({
      ...{ id: 'com.atproto.sync.getBlob', operation: 'read', input },
      handle: ({ input: { did, cid } }) => {
        if (!findAccount(state.world, did)) refuse(400, 'RepoNotFound', `Could not find repo for DID: ${did}`);
        const stored = state.blobs.get(`${did}/${cid}`);
        // A file without a record is not shown.
        if (!stored || stored.usedBy.length === 0) return refuseRequest('Blob not found');
        return { status: 200, bytes: { type: stored.type, data: stored.blob.read() } };
      },
    }),
  ];
}

/** Here other services may call as well, and the server fails at a token in which it cannot read whom it is for. */
function requireReadableToken(call: Call): void {
  const authorization = readAuthorization(call);
  if (authorization?.scheme === 'BEARER' && !decodeJwt(authorization.token)) throw new Refusal(internalError());
}

async function upload(state: BlueskyState, call: Call, { account, permissions }: Caller): Promise<Reply> {
  const type = requireType(call);
  permissions.requireBlob(type);
  spend(state, 'uploads', { subject: account.id, points: 1 });
  const blob = await receive(call, state.settings.blobUploadLimit);
  return { status: 200, json: { blob: storeBlob(state, account.id, { blob, type }) } };
}

/** Returns the content type of a file. */
export function requireType({ headers }: Call): string {
  const type = headers['content-type']?.split(';', 1)[0]?.trim();
  return type ? type : refuseRequest('Request encoding (Content-Type) required but not provided');
}

/** Receives a file as a stream. */
export async function receive({ body, headers }: Call, maxBytes: number): Promise<StoredBytes> {
  const blob = new StoredBytes();
  if (Number(headers['content-length']) > maxBytes) throw new Refusal(tooLarge());
  for await (const chunk of body.kind === 'stream' ? body.chunks : []) {
    if (blob.bytes + chunk.length > maxBytes) throw new Refusal(tooLarge());
    blob.append(chunk);
  }
  blob.complete();
  return blob;
}

function tooLarge(): Reply {
  return { status: 413, json: { error: 'PayloadTooLarge', message: 'request entity too large' } };
}

/** Stores a file until a record uses it. Its type is the one found in the bytes, or else the one that was named. */
export function storeBlob(
  { blobs, world }: BlueskyState,
  did: string,
  { blob, type: named }: { readonly blob: StoredBytes; readonly type: string },
): Json {
  const cid = fileCid(blob.sha256);
  const type = look(blob)?.type ?? named;
  const usedBy = blobs.get(`${did}/${cid}`)?.usedBy ?? [];
  blobs.set(`${did}/${cid}`, { type, blob, uploadedAt: world.now(), usedBy });
  return { $type: 'blob', ref: { $link: cid }, mimeType: type, size: blob.bytes };
}
