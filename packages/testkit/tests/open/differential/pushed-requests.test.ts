import { test } from 'vitest';
import { type Scenario, useBothServers } from './both-servers.ts';
import { type Answer, send, textAt } from './exchange.ts';
import { OAuthClient } from './oauth-client.ts';
import { GENERIC } from './session-scenario.ts';

const { expectSame } = useBothServers();

/** A scenario of a program that knows a nonce. */
function greeted(run: (client: OAuthClient) => Promise<Answer>, scope = GENERIC): Scenario {
  return async (peer) => run(await new OAuthClient(peer, scope).greet());
}

test.for<readonly [what: string, answer: string, changes: Readonly<Record<string, string | undefined>>]>([
  ['as it should be', '201', {}],
  ['without a hint', '201', { login_hint: undefined }],
  ['without a state', '201', { state: undefined }],
  ['that hints at a name that nobody has', '201', { login_hint: 'nobody.test' }],
  ['with a smaller scope', '201', { scope: 'atproto' }],
  ['that repeats its scope', '201', { scope: 'atproto atproto' }],
  ['by query', '201', { response_mode: 'query' }],
  ['for a token', '400 unsupported_response_type', { response_type: 'token' }],
  ['for nothing', '400 invalid_request', { response_type: undefined }],
  ['with the plain challenge', '400 invalid_request', { code_challenge_method: 'plain' }],
  ['without a challenge', '400 invalid_request', { code_challenge: undefined }],
  ['with a short challenge', '201', { code_challenge: 'x' }],
  ['to a name of the machine', '400 invalid_request', { redirect_uri: 'http://localhost:9/callback' }],
  ['to another path', '400 invalid_request', { redirect_uri: 'http://127.0.0.1:9/other' }],
  ['to another host', '400 invalid_request', { redirect_uri: 'https://a.example/callback' }],
  ['to no address', '400 invalid_request', { redirect_uri: 'x' }],
  ['without the basic scope', '400 invalid_scope', { scope: 'transition:generic' }],
  ['with a larger scope', '400 invalid_scope', { scope: 'atproto transition:email' }],
  ['with a hint of spaces', '400 invalid_request', { login_hint: 'x y' }],
  ['that must not ask', '400 invalid_request', { prompt: 'none' }],
  ['of nobody', '400 invalid_client', { client_id: '' }],
  ['of a program at a port', '400 invalid_client_metadata', { client_id: 'http://localhost:80/x' }],
  ['of a program at a number', '400 invalid_client_metadata', { client_id: 'http://192.0.2.1/client.json' }],
  ['of a program at a reserved name', '400 invalid_client_id', { client_id: 'https://client.example/client.json' }],
  ['of a program at another reserved name', '400 invalid_client_id', { client_id: 'https://client.test/client.json' }],
  [
    'of a program at a name for examples',
    '400 invalid_client_metadata',
    { client_id: 'https://example.com/client.json' },
  ],
  ['of a program without a path', '400 invalid_client_metadata', { client_id: 'https://social-test.app' }],
  [
    'of a program with a fragment',
    '400 invalid_client_metadata',
    { client_id: 'https://social-test.app/client.json#a' },
  ],
  [
    'of a program at a port of a name',
    '400 invalid_client_metadata',
    { client_id: 'https://social-test.app:8443/client.json' },
  ],
  [
    'of a program with a slash at the end',
    '400 invalid_client_metadata',
    { client_id: 'https://social-test.app/client/' },
  ],
  [
    'of a program without encryption',
    '400 invalid_client_metadata',
    { client_id: 'http://social-test.app/client.json' },
  ],
  [
    'of a program in a folder above',
    '400 invalid_client_metadata',
    { client_id: 'https://social-test.app/a/../client.json' },
  ],
  ['of a program without an address', '400 invalid_client_metadata', { client_id: 'x' }],
])('a pushed request %s: %s', ([, answer, changes]) =>
  expectSame(
    greeted((client) => client.push(changes)),
    answer,
  ),
);

test.for<readonly [what: string, answer: string, scenario: Scenario]>([
  ['before the first nonce', '400 use_dpop_nonce', (peer) => new OAuthClient(peer, GENERIC).push()],
  ['with a wrong nonce', '400 use_dpop_nonce', greeted((client) => client.push({}, { claims: { nonce: 'x' } }))],
  ['without a proof', '201', greeted((client) => client.push({}, null))],
  ['with an empty proof', '401 invalid_dpop_proof', greeted((client) => client.push({}, ''))],
  ['with a word as proof', '401 invalid_dpop_proof', greeted((client) => client.push({}, 'x.y.z'))],
  [
    'with a proof for another method',
    '401 invalid_dpop_proof',
    greeted((client) => client.push({}, { claims: { htm: 'GET' } })),
  ],
  [
    'with a proof for another address',
    '401 invalid_dpop_proof',
    greeted((client) => client.push({}, { claims: { htu: 'http://127.0.0.1/x' } })),
  ],
  [
    'with a proof without an id',
    '401 invalid_dpop_proof',
    greeted((client) => client.push({}, { claims: { jti: undefined } })),
  ],
  ['with an old proof', '401 invalid_dpop_proof', greeted((client) => client.push({}, { claims: { iat: 1000 } }))],
  [
    'with a proof for a token',
    '401 invalid_dpop_proof',
    greeted((client) => client.push({}, { claims: { ath: 'x' } })),
  ],
  [
    'with a token of another type as proof',
    '401 invalid_dpop_proof',
    greeted((client) => client.push({}, { header: { typ: 'jwt' } })),
  ],
  [
    'with a proof by another algorithm',
    '401 invalid_dpop_proof',
    greeted((client) => client.push({}, { header: { alg: 'RS256' } })),
  ],
  [
    'with a proof without a key',
    '401 invalid_dpop_proof',
    greeted((client) => client.push({}, { header: { jwk: undefined } })),
  ],
  [
    'with a proof twice',
    '401 invalid_dpop_proof',
    greeted(
      async (client) =>
        (await client.push({}, { claims: { jti: 'once' } })) && client.push({}, { claims: { jti: 'once' } }),
    ),
  ],
])('a pushed request %s: %s', ([, answer, scenario]) => expectSame(scenario, answer));

test.for<readonly [what: string, answer: string, scenario: Scenario]>([
  [
    'without a pushed request',
    '400',
    ({ url }) =>
      openPage(url, {
        response_type: 'code',
        scope: 'atproto',
        redirect_uri: 'http://127.0.0.1/callback',
        client_id: 'http://localhost',
      }),
  ],
  [
    'of an unknown request',
    '400',
    ({ url }) =>
      openPage(url, {
        client_id: 'http://localhost',
        request_uri: 'urn:ietf:params:oauth:request_uri:req-00000000000000000000000000000000',
      }),
  ],
])('the page %s: %s', ([, answer, scenario]) => expectSame(scenario, answer));

function openPage(url: string, parameters: Record<string, string>): Promise<Answer> {
  return send(`${url}/oauth/authorize?${new URLSearchParams(parameters)}`);
}

test('a pushed request has a number that the page takes', () =>
  expectSame(
    greeted(async (client) => {
      const pushed = await client.push();
      return { ...pushed, body: textAt(pushed, 'request_uri').replace(/[0-9a-f]{32}$/, 'number') };
    }),
    '201',
  ));
