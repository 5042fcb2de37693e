import { startFileServer, useResource } from '@social/testkit';
import { test } from 'vitest';
import { type Scenario, useBothServers } from './both-servers.ts';
import type { Answer } from './exchange.ts';
import { OAuthClient, tokensOf } from './oauth-client.ts';
import { type ProgramChanges, publishProgram } from './programs.ts';
import { GENERIC, GET_SESSION } from './session-scenario.ts';

const files = useResource(startFileServer);
const { expectSame } = useBothServers(files);

/** A scenario of a program that describes itself, and that knows a nonce. */
function described(run: (client: OAuthClient) => Promise<Answer>, changes: ProgramChanges = {}): Scenario {
  return async (peer) => {
    const program = publishProgram(files, peer, GENERIC, changes);
    return run(await new OAuthClient(peer, GENERIC, program).greet());
  };
}

const METADATA = '400 invalid_client_metadata';

test.for<readonly [what: string, answer: string, document: Readonly<Record<string, unknown>>]>([
  ['all that it needs', '201', {}],
  ['further fields', '201', { client_uri: undefined, colour: 'red' }],
  ['another id', METADATA, { client_id: 'https://social-test.app/other.json' }],
  ['no id', METADATA, { client_id: undefined }],
  ['tokens without a key', METADATA, { dpop_bound_access_tokens: false }],
  ['tokens of no kind', METADATA, { dpop_bound_access_tokens: undefined }],
  ['another kind of answer', METADATA, { response_types: ['token'] }],
  ['no code', METADATA, { grant_types: ['refresh_token'] }],
  ['no renewal', '201', { grant_types: ['authorization_code'] }],
  ['no way back', METADATA, { redirect_uris: [] }],
  ['no scope', METADATA, { scope: undefined }],
  ['no basic scope', METADATA, { scope: 'transition:generic' }],
  ['a secret', METADATA, { token_endpoint_auth_method: 'client_secret_basic' }],
  ['keys twice', METADATA, { jwks: { keys: [] } }],
  ['no keys', METADATA, { jwks_uri: undefined }],
  ['no algorithm', METADATA, { token_endpoint_auth_signing_alg: undefined }],
  ['a number as name', METADATA, { client_name: 5 }],
  ['no name', '201', { client_name: undefined }],
])('a program whose document has %s: %s', ([, answer, document]) =>
  expectSame(
    described((client) => client.push(), { document }),
    answer,
  ),
);

test.for<readonly [what: string, answer: string, changes: ProgramChanges]>([
  ['of another program', '400 invalid_client', { claims: { iss: 'https://social-test.app/other.json' } }],
  ['for another program', '400 invalid_client', { claims: { sub: 'https://social-test.app/other.json' } }],
  ['for another server', '400 invalid_client', { claims: { aud: 'https://social-test.app' } }],
  ['for no server', '400 invalid_client', { claims: { aud: undefined } }],
  ['of long ago', '400 invalid_client', { claims: { iat: 1000 } }],
  ['without a time', '400 invalid_client', { claims: { iat: undefined } }],
  ['without an id', '400 invalid_client', { claims: { jti: undefined } }],
  ['by an unknown key', '400 invalid_client', { header: { kid: 'key-2' } }],
  ['by no key', '400 invalid_client', { header: { kid: undefined } }],
  ['by another algorithm', '400 invalid_client', { header: { alg: 'RS256' } }],
  ['without a signature', '400 invalid_client', { header: { alg: 'none' } }],
  ['that is malformed', '400 invalid_request', { fields: { client_assertion: 'x.y.z' } }],
  ['of another type', '400 invalid_request', { fields: { client_assertion_type: 'x' } }],
])('a program that identifies by a token %s: %s', ([, answer, changes]) =>
  expectSame(
    described((client) => client.push(), changes),
    answer,
  ),
);

test.for<readonly [what: string, answer: string, scenario: Scenario]>([
  [
    'must identify',
    '400 invalid_request',
    described((client) => client.push({ client_assertion: undefined, client_assertion_type: undefined })),
  ],
  ['may ask for less', '201', described((client) => client.push({ scope: 'atproto' }))],
  [
    'may not ask for more',
    '400 invalid_scope',
    described((client) => client.push({ scope: `${GENERIC} transition:email` })),
  ],
  [
    'must come back where it says',
    '400 invalid_request',
    described((client) => client.push({ redirect_uri: 'https://social-test.app/other' })),
  ],
  [
    'identifies by each token once',
    '400 invalid_grant',
    described(async (client) => (await client.push()) && client.push(), { claims: { jti: 'the-same' } }),
  ],
  ['gets tokens', '200', described(async (client) => client.exchange(await client.authorize()))],
  [
    'must identify for its tokens',
    '400 invalid_request',
    described(async (client) =>
      client.exchange(await client.authorize(), { client_assertion: undefined, client_assertion_type: undefined }),
    ),
  ],
  ['renews its session', '200', described(async (client) => client.refresh((await client.signIn()).refresh))],
  ['uses its token', '200', described(async (client) => client.call((await client.signIn()).access, GET_SESSION))],
  [
    'ends its session',
    '400 invalid_grant',
    described(async (client) => {
      const { access, refresh } = await client.signIn();
      await client.revoke(access);
      return client.refresh(refresh);
    }),
  ],
  [
    'renews its session once',
    '400 invalid_grant',
    described(async (client) => {
      const { refresh } = await client.signIn();
      tokensOf(await client.refresh(refresh));
      return client.refresh(refresh);
    }),
  ],
])('a program with a key %s: %s', ([, answer, scenario]) => expectSame(scenario, answer));

const KEYLESS = { token_endpoint_auth_method: 'none', token_endpoint_auth_signing_alg: undefined, jwks_uri: undefined };
const UNIDENTIFIED = { client_assertion: undefined, client_assertion_type: undefined };

test.for<readonly [what: string, answer: string, scenario: Scenario]>([
  ['may ask', '201', described((client) => client.push(UNIDENTIFIED), { document: KEYLESS })],
  [
    'may not ask in silence',
    '400 invalid_request',
    described((client) => client.push({ ...UNIDENTIFIED, prompt: 'none' }), { document: KEYLESS }),
  ],
])('a program without a key %s: %s', ([, answer, scenario]) => expectSame(scenario, answer));
