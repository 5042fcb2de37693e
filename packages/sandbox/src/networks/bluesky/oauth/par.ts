import { randomBytes } from 'node:crypto';
import type { Reply, Route } from '../../../http/route.ts';
import { findAccount } from '../accounts.ts';
import type { BlueskyState } from '../state.ts';
import { answerClient, type ClientCall } from './client-auth.ts';
import { mayReturnTo } from './clients.ts';
import { refuseOAuth } from './errors.ts';
import { isKnownScope } from './scopes.ts';

const requestMs = 5 * 60_000;

/** Pushed authorization requests, with which every sign-in begins. @see https://www.rfc-editor.org/rfc/rfc9126 */
export function parRoutes(state: BlueskyState): readonly Route[] {
  const handle: Route['handle'] = (call) => answerClient(state, call, (request) => push(state, request));
  return [{ method: 'POST', path: '/oauth/par', operation: 'authorize', handle }];
}

function push(state: BlueskyState, request: ClientCall): Reply {
  const { client, fields, clientKey, proofKey } = request;
  const { response_type: type } = fields;
  if (type === undefined)
    refuseOAuth('invalid_request', 'Invalid authorization request: Required at body.response_type');
  if (type !== 'code') refuseOAuth('unsupported_response_type', `Unsupported response_type "${type}"`);
  const redirectUri = fields['redirect_uri'] ?? (client.redirectUris.length === 1 ? client.redirectUris[0] : undefined);
  if (redirectUri === undefined) return refuseOAuth('invalid_request', 'redirect_uri is required');
  if (URL.parse(redirectUri)?.hostname === 'localhost') {
    refuseOAuth('invalid_request', 'Use of "localhost" hostname is not allowed (RFC 8252), use a loopback IP instead');
  }
  if (!mayReturnTo(client, redirectUri)) refuseOAuth('invalid_request', `Invalid redirect_uri ${redirectUri}`);
  const scopes = readScopes(request);
  const challenge = readChallenge(state, fields);
  const { login_hint: hint, prompt } = fields;
  if (prompt === 'none' && !client.keys) {
    refuseOAuth('invalid_request', 'Public clients are not allowed to use silent-sign-on');
  }
  if (hint !== undefined && !/^(?:did:[a-z]+:\S+|[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)+)$/.test(hint)) {
    refuseOAuth('invalid_request', `Invalid login_hint "${hint}"`);
  }
  const account = hint === undefined ? undefined : findAccount(state.world, hint);
  const uri = `urn:ietf:params:oauth:request_uri:req-${randomBytes(16).toString('hex')}`;
  state.pushed.set(uri, {
    ...{ clientId: client.id, clientName: client.name, redirectUri, scopes, challenge },
    ...(fields['state'] !== undefined && { state: fields['state'] }),
    ...(account && { hintedId: account.id }),
    ...(clientKey !== undefined && { clientKey }),
    ...(proofKey !== undefined && { proofKey }),
    expiresAt: state.world.now() + requestMs,
  });
  return { status: 201, json: { request_uri: uri, expires_in: Math.floor(requestMs / 1000) - 1 } };
}

function readScopes({ client, fields }: ClientCall): readonly string[] {
  const scopes = [...new Set((fields['scope'] ?? '').split(' ').filter(Boolean))];
  if (!scopes.includes('atproto')) refuseOAuth('invalid_scope', 'The "atproto" scope is required');
  const undeclared = scopes.find((each) => !client.scopes.includes(each));
  if (undeclared !== undefined) {
    refuseOAuth('invalid_scope', `Scope "${undeclared}" is not declared in the client metadata`);
  }
  return scopes.filter(isKnownScope);
}

/** Reads the challenge of the proof key, which no other sign-in of the last day may have had. */
function readChallenge({ challenges }: BlueskyState, fields: Readonly<Record<string, string>>): string {
  const { code_challenge: challenge, code_challenge_method: method } = fields;
  if (challenge === undefined) return refuseOAuth('invalid_request', 'Use of PKCE is required');
  if (method !== 'S256') {
    refuseOAuth('invalid_request', 'atproto requires use of "S256" code_challenge_method');
  }
  if (challenges.has(challenge)) refuseOAuth('invalid_request', 'Code challenge already used');
  return challenge;
}
