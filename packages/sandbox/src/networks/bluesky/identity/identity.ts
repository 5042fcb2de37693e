import type { Call, Reply, Route } from '../../../http/route.ts';
import { findAccount, handleDomain } from '../accounts.ts';
import { noSuchPage, refuse, refuseRequest } from '../errors.ts';
import { object, parameters, text } from '../lexicon/schema.ts';
import type { BlueskyState } from '../state.ts';
import { publicQuery } from '../xrpc/endpoint.ts';
import { didDocument } from './did-document.ts';
import { serverDid } from './server-address.ts';

/**
 * Handles, DIDs and the description of the server.
 *
 * @see https://atproto.com/specs/handle (read 2026-11-24)
 */
export function identityRoutes(state: BlueskyState): readonly Route[] {
  const read = { method: 'GET', operation: 'identity' } as const;
  return [
    publicQuery({
      ...{ id: 'com.atproto.identity.resolveHandle', operation: 'identity' },
      input: parameters({ handle: text({ format: 'handle' }) }),
      handle: ({ input }) => resolveHandle(state, input.handle),
    }),
    publicQuery({
      ...{ id: 'com.atproto.server.describeServer', operation: 'identity', input: object({}) },
      handle: ({ call }) => describeServer(state, call.base),
    }),
    { ...read, path: '/xrpc/_health', handle: () => ({ status: 200, json: { version: '0.5.35' } }) },
    // The directory of DIDs is a server of its own; the sandbox has one host for all.
    { ...read, path: '/plc/:did', handle: (call) => showDocument(state, call) },
  ];
}

/** The directory for clients that replace any path of its address. These routes come after all others. */
export function directoryRoutes(state: BlueskyState): readonly Route[] {
  const isDid = ({ params }: Call) => params['did']?.startsWith('did:') ?? false;
  return [
    {
      ...{ method: 'GET', path: '/:did', operation: 'identity' },
      handle: (call) => (isDid(call) ? showDocument(state, call) : noSuchPage(call.method, call.path)),
    },
  ];
}

function resolveHandle({ world }: BlueskyState, handle: string): Reply {
  const account = handle.startsWith('did:') ? undefined : findAccount(world, handle);
  if (account) return { status: 200, json: { did: account.id } };
  if (handle.toLowerCase().endsWith(handleDomain)) return refuse(400, 'HandleNotFound', 'Unable to resolve handle');
  return refuseRequest('Unable to resolve handle');
}

function describeServer({ settings }: BlueskyState, base: string): Reply {
  const about = { did: serverDid(base), availableUserDomains: [handleDomain], inviteCodeRequired: false };
  const { blobUploadLimit } = settings;
  return { status: 200, json: { ...about, blobUploadLimit, links: {}, contact: {} } };
}

function showDocument(state: BlueskyState, { params, base }: Call): Reply {
  const did = params['did'] ?? '';
  const account = state.world.accounts.find('bluesky', did);
  if (!account) return { status: 404, json: { message: `DID not registered: ${did}` } };
  return {
    status: 200,
    json: didDocument(state, account, base),
    headers: { 'content-type': 'application/did+ld+json; charset=utf-8' },
  };
}
