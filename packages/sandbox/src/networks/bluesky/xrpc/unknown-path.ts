import type { Call, Reply, Route } from '../../../http/route.ts';
import { noSuchPage, xrpcError } from '../errors.ts';
import { requireCaller } from '../sessions/caller.ts';
import type { BlueskyState } from '../state.ts';

const methodPath = /^\/xrpc\/[a-zA-Z0-9.-]+$/;

/**
 * Answers a path that has no route: no method at all, a method called in the wrong way, or a method of another server. The
 * server passes the last on for its users alone.
 */
export function answerUnknownPath(state: BlueskyState, routes: readonly Route[], call: Call): Reply {
  const { method, path } = call;
  if (!path.startsWith('/xrpc/')) return noSuchPage(method, path);
  if (!methodPath.test(path)) return xrpcError(400, 'InvalidRequest', 'invalid xrpc path');
  if (method !== 'GET' && method !== 'POST') {
    return xrpcError(400, 'InvalidRequest', 'XRPC requests only supports GET and POST');
  }
  const known = routes.find((route) => route.path === path);
  if (known) return xrpcError(400, 'InvalidRequest', `Incorrect HTTP method (${method}) expected ${known.method}`);
  requireCaller(state, call);
  return xrpcError(501, 'MethodNotImplemented', 'Method Not Implemented');
}
