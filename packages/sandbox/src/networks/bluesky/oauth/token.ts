import { randomBytes } from 'node:crypto';
import { formFields } from '../../../http/request-body.ts';
import type { Reply, Route } from '../../../http/route.ts';
import { verifiesChallenge } from '../../../oauth/pkce.ts';
import { tokenOperation } from '../../../oauth/tokens.ts';
import { dayMs, hourMs } from '../../../world/durations.ts';
import type { BlueskyState, IssuedCode, OAuthSession } from '../state.ts';
import { answerClient, type ClientCall } from './client-auth.ts';
import { oauthFailure, refuseOAuth } from './errors.ts';
import { findSession, saveSession } from './sessions.ts';

const accessMs = hourMs;
const publicMs = { refresh: 14 * dayMs, session: 14 * dayMs };
const confidentialMs = { refresh: 91 * dayMs, session: 730 * dayMs };

/**
 * Exchange, rotation and revocation.
 *
 * @see https://atproto.com/specs/oauth#tokens-and-session-lifetime (read 2026-11-24)
 */
export function tokenRoutes(state: BlueskyState): readonly Route[] {
  return [
    {
      ...{ method: 'POST', path: '/oauth/token' },
      operation: (call) => tokenOperation(formFields(call.body)),
      handle: (call) => answerClient(state, call, (request) => issue(state, request)),
    },
    {
      ...{ method: 'POST', path: '/oauth/revoke', operation: 'revoke' },
      handle: (call) => answerClient(state, call, (request) => revoke(state, request)),
    },
  ];
}

function issue(state: BlueskyState, request: ClientCall): Reply {
  const { fields, proofKey } = request;
  if (proofKey === undefined) return oauthFailure(401, 'invalid_dpop_proof', 'DPoP proof required');
  if (fields['grant_type'] === 'authorization_code') return exchange(state, { ...request, proofKey });
  if (fields['grant_type'] === 'refresh_token') return refresh(state, { ...request, proofKey });
  return refuseOAuth('invalid_grant', `Grant type "${fields['grant_type'] ?? ''}" is not supported by the server`);
}

type ProvenCall = ClientCall & { readonly proofKey: string };

/** Exchanges a code. A code that is used again ends the session of its first use. */
function exchange(state: BlueskyState, request: ProvenCall): Reply {
  const { code: value = '', redirect_uri: redirectUri, code_verifier: verifier = '' } = request.fields;
  const code = state.codes.get(value);
  if (!code) {
    const session = findSession(state, value);
    if (session) state.oauthSessions.delete(session.id);
    return refuseOAuth('invalid_grant', 'Invalid code');
  }
  state.codes.delete(value);
  if (code.expiresAt <= state.world.now()) refuseOAuth('invalid_grant', 'This code has expired');
  requireSameClient(request, code);
  if (redirectUri !== code.redirectUri) {
    refuseOAuth('invalid_grant', 'The redirect_uri parameter must match the one used in the authorization request');
  }
  if (!verifiesChallenge({ value: code.challenge, method: 's256' }, verifier)) {
    refuseOAuth('invalid_grant', 'Invalid code_verifier');
  }
  if (state.challenges.has(code.challenge)) refuseOAuth('invalid_grant', 'Code challenge already used');
  state.challenges.add(code.challenge);
  const lifetimes = request.client.keys ? confidentialMs : publicMs;
  const session: OAuthSession = {
    id: randomBytes(16).toString('hex'),
    ...{ did: code.did, clientId: code.clientId, scopes: code.scopes, proofKey: request.proofKey },
    ...(request.clientKey !== undefined && { clientKey: request.clientKey }),
    ...newTokens(state, lifetimes.refresh),
    expiresAt: state.world.now() + lifetimes.session,
  };
  saveSession(state, session, [value]);
  return answerWith(state, session);
}

/** Replaces both tokens. A refresh token that is used again ends the session, and so does any other mistake. */
function refresh(state: BlueskyState, request: ProvenCall): Reply {
  const value = request.fields['refresh_token'] ?? '';
  const session = findSession(state, value);
  if (!session || !value.startsWith('ref-')) return refuseOAuth('invalid_grant', 'Invalid refresh token');
  state.oauthSessions.delete(session.id);
  if (session.refreshToken !== value) refuseOAuth('invalid_grant', 'Refresh token replayed');
  requireSameClient(request, session);
  const now = state.world.now();
  if (session.expiresAt <= now) refuseOAuth('invalid_grant', 'Session expired');
  if (session.refreshExpiresAt <= now) refuseOAuth('invalid_grant', 'Refresh token expired');
  const lifetimes = request.client.keys ? confidentialMs : publicMs;
  const renewed = { ...session, ...newTokens(state, lifetimes.refresh) };
  saveSession(state, renewed, []);
  return answerWith(state, renewed);
}

/** Checks that a code or session is used by the program, and with the keys, for which it was made. */
function requireSameClient(request: ProvenCall, made: Omit<IssuedCode | OAuthSession, 'expiresAt'>): void {
  if (made.clientId !== request.client.id) refuseOAuth('invalid_grant', 'Token was not issued to this client');
  if (made.clientKey !== request.clientKey) {
    const reason = 'The session was initiated with a different key than the client assertion currently used';
    refuseOAuth('invalid_grant', reason);
  }
  if (made.proofKey !== undefined && made.proofKey !== request.proofKey) {
    refuseOAuth('invalid_grant', 'DPoP proof does not match the expected JKT');
  }
}

/** Ends the session that a token belongs to. A token of no session, or of another program's, is left as it is. */
function revoke(state: BlueskyState, { fields, client }: ClientCall): Reply {
  const { token } = fields;
  if (token === undefined) return refuseOAuth('invalid_request', 'Invalid request payload: Required at body.token');
  const session = findSession(state, token);
  if (session?.clientId === client.id) state.oauthSessions.delete(session.id);
  return { status: 200, json: {} };
}

function newTokens({ world }: BlueskyState, refreshMs: number) {
  const { tokenLifetimeSeconds: seconds } = world.settings;
  const now = world.now();
  return {
    accessToken: randomBytes(48).toString('base64url'),
    accessExpiresAt: now + (seconds === null ? accessMs : seconds * 1000),
    refreshToken: `ref-${randomBytes(32).toString('hex')}`,
    refreshExpiresAt: now + refreshMs,
  };
}

function answerWith({ world }: BlueskyState, session: OAuthSession): Reply {
  const json = {
    ...{ access_token: session.accessToken, token_type: 'DPoP', refresh_token: session.refreshToken },
    ...{ scope: session.scopes.join(' '), sub: session.did },
    expires_in: Math.floor((session.accessExpiresAt - world.now()) / 1000),
  };
  return { status: 200, json };
}
