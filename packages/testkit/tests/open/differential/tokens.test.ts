import { test } from 'vitest';
import { query, type Scenario, useBothServers } from './both-servers.ts';
import { send } from './exchange.ts';
import { OAuthClient, tokensOf } from './oauth-client.ts';
import { GENERIC, GET_SESSION, showSession, signedIn } from './session-scenario.ts';

const { expectSame } = useBothServers();
const TOMORROW = Math.floor(Date.now() / 1000) + 86_400;

test.for<readonly [what: string, answer: string, scenario: Scenario]>([
  ['shows its session', '200', signedIn((session) => showSession(session))],
  [
    'before the first nonce',
    '401 use_dpop_nonce',
    signedIn(({ client, access }) => client.callOnce(access, GET_SESSION)),
  ],
  ['with a wrong nonce', '401 use_dpop_nonce', signedIn((session) => showSession(session, { nonce: 'x' }))],
  [
    'with a proof for another token',
    '401 invalid_dpop_proof',
    signedIn((session) => showSession(session, { ath: 'x' })),
  ],
  [
    'with a proof for no token',
    '401 invalid_dpop_proof',
    signedIn((session) => showSession(session, { ath: undefined })),
  ],
  [
    'with a proof for another method',
    '401 invalid_dpop_proof',
    signedIn((session) => showSession(session, { htm: 'POST' })),
  ],
  [
    'with a proof for another address',
    '401 invalid_dpop_proof',
    signedIn((session) => showSession(session, { htu: 'http://127.0.0.1/x' })),
  ],
  ['with an old proof', '401 invalid_dpop_proof', signedIn((session) => showSession(session, { iat: 1000 }))],
  [
    'with a proof of tomorrow',
    '401 invalid_dpop_proof',
    signedIn((session) => showSession(session, { iat: TOMORROW })),
  ],
  [
    'with a proof of no time',
    '401 invalid_dpop_proof',
    signedIn((session) => showSession(session, { iat: undefined })),
  ],
  [
    'with a proof twice',
    '401 invalid_dpop_proof',
    signedIn(async (session) => (await showSession(session, { jti: 'one' })) && showSession(session, { jti: 'one' })),
  ],
  [
    'without a proof',
    '401 invalid_dpop_proof',
    signedIn(({ client, access }) => client.call(access, GET_SESSION, undefined, null)),
  ],
  [
    'with a word as proof',
    '401 invalid_dpop_proof',
    signedIn(({ client, access }) => client.call(access, GET_SESSION, undefined, 'x.y.z')),
  ],
  [
    'without the scheme of proofs',
    '400 InvalidToken',
    signedIn(({ access, peer }) => query(peer, GET_SESSION, {}, access)),
  ],
  ['that nobody has issued', '401 invalid_token', signedIn(({ client }) => client.call('x', GET_SESSION))],
  ['that is for renewal', '401 invalid_token', signedIn(({ client, refresh }) => client.call(refresh, GET_SESSION))],
  [
    'of an app password in the scheme of proofs',
    '401 invalid_token',
    signedIn(({ client, peer }) => client.call(peer.ada.access, GET_SESSION)),
  ],
  [
    'with the key of another',
    '401 invalid_token',
    signedIn(({ access, peer }) => new OAuthClient(peer, GENERIC).call(access, GET_SESSION)),
  ],
  [
    'after a renewal',
    '401 invalid_token',
    signedIn(
      async (session) =>
        (await showSession(session)) && (await session.client.refresh(session.refresh)) && showSession(session),
    ),
  ],
])('an access token %s: %s', ([, answer, scenario]) => expectSame(scenario, answer));

test.for<readonly [what: string, answer: string, scenario: Scenario]>([
  ['renews a session', '200', signedIn(({ client, refresh }) => client.refresh(refresh))],
  [
    'renews the renewed session',
    '200',
    signedIn(async ({ client, refresh }) => client.refresh(tokensOf(await client.refresh(refresh)).refresh)),
  ],
  [
    'is used twice',
    '400 invalid_grant',
    signedIn(async ({ client, refresh }) => (await client.refresh(refresh)) && client.refresh(refresh)),
  ],
  ['that nobody has issued', '400 invalid_grant', signedIn(({ client }) => client.refresh('ref-x'))],
  ['that is for access', '400 invalid_grant', signedIn(({ client, access }) => client.refresh(access))],
  [
    'with the key of another',
    '400 invalid_grant',
    signedIn(async ({ refresh, peer }) => (await new OAuthClient(peer, GENERIC).greet()).refresh(refresh)),
  ],
  [
    'of another program',
    '400 invalid_grant',
    signedIn(async ({ refresh, peer }) => (await new OAuthClient(peer, 'atproto').greet()).refresh(refresh)),
  ],
  ['without a proof', '401 invalid_dpop_proof', signedIn(({ client, refresh }) => client.refresh(refresh, null))],
  [
    'is refused for its nonce, and works then',
    '200',
    signedIn(
      async ({ client, refresh }) =>
        (await client.refresh(refresh, { claims: { nonce: 'x' } })) && client.refresh(refresh),
    ),
  ],
])('a token for renewal %s: %s', ([, answer, scenario]) => expectSame(scenario, answer));

test.for<readonly [what: string, answer: string, scenario: Scenario]>([
  [
    'a second use of a token for renewal ends the renewed session',
    '401 invalid_token',
    signedIn(async ({ client, refresh }) => {
      const renewed = tokensOf(await client.refresh(refresh));
      await client.call(renewed.access, GET_SESSION);
      await client.refresh(refresh);
      return client.call(renewed.access, GET_SESSION);
    }),
  ],
  [
    'after a second use of a token for renewal, its successor is refused',
    '400 invalid_grant',
    signedIn(async ({ client, refresh }) => {
      const renewed = tokensOf(await client.refresh(refresh));
      await client.refresh(refresh);
      return client.refresh(renewed.refresh);
    }),
  ],
  ['revoking succeeds', '200', signedIn(({ client, access }) => client.revoke(access))],
  [
    'revoking twice succeeds',
    '200',
    signedIn(async ({ client, access }) => (await client.revoke(access)) && client.revoke(access)),
  ],
  ['revoking an unknown token succeeds', '200', signedIn(({ client }) => client.revoke('x'))],
  [
    'revoking for nobody is refused',
    '400 invalid_request',
    signedIn(({ client, access }) => client.form('/oauth/revoke', { token: access, client_id: undefined })),
  ],
  [
    'revoking without a proof succeeds',
    '200',
    signedIn(({ client, access }) => client.form('/oauth/revoke', { token: access }, null)),
  ],
  ['revoking nothing is refused', '400 invalid_request', signedIn(({ client }) => client.form('/oauth/revoke', {}))],
  [
    'a revoked token is refused',
    '401 invalid_token',
    signedIn(
      async (session) =>
        (await showSession(session)) && (await session.client.revoke(session.access)) && showSession(session),
    ),
  ],
  [
    'a revoked session is not renewed',
    '400 invalid_grant',
    signedIn(async ({ client, access, refresh }) => (await client.revoke(access)) && client.refresh(refresh)),
  ],
  [
    'revoking the token for renewal ends the session',
    '401 invalid_token',
    signedIn(
      async (session) =>
        (await showSession(session)) && (await session.client.revoke(session.refresh)) && showSession(session),
    ),
  ],
  [
    'a method that no server has needs a token that is valid',
    '401 invalid_token',
    signedIn(({ client }) => client.call('x', 'com.example.nope')),
  ],
])('%s: %s', ([, answer, scenario]) => expectSame(scenario, answer));

test('a session that began in the browser is not shown to a refresh of passwords', () =>
  expectSame(
    signedIn(({ refresh, peer }) =>
      send(`${peer.url}/xrpc/com.atproto.server.refreshSession`, {
        method: 'POST',
        headers: { authorization: `Bearer ${refresh}` },
      }),
    ),
    '400 InvalidToken',
  ));
