import { test } from 'vitest';
import { type Scenario, useBothServers } from './both-servers.ts';
import type { Answer } from './exchange.ts';
import { OAuthClient, tokensOf } from './oauth-client.ts';
import { GENERIC, GET_SESSION } from './session-scenario.ts';

const { expectSame } = useBothServers();

/** A scenario of a program with a code. */
function withCode(run: (client: OAuthClient, code: string) => Promise<Answer>): Scenario {
  return async (peer) => {
    const client = new OAuthClient(peer, GENERIC);
    return run(client, await client.authorize());
  };
}

test.for<readonly [what: string, answer: string, scenario: Scenario]>([
  ['gives tokens', '200', withCode((client, code) => client.exchange(code))],
  [
    'with another verifier',
    '400 invalid_grant',
    withCode((client, code) => client.exchange(code, { code_verifier: 'x'.repeat(43) })),
  ],
  [
    'with a short verifier',
    '400 invalid_grant',
    withCode((client, code) => client.exchange(code, { code_verifier: 'x' })),
  ],
  [
    'without a verifier',
    '400 invalid_grant',
    withCode((client, code) => client.exchange(code, { code_verifier: undefined })),
  ],
  [
    'with another address',
    '400 invalid_grant',
    withCode((client, code) => client.exchange(code, { redirect_uri: 'http://127.0.0.1:1/callback' })),
  ],
  [
    'without an address',
    '400 invalid_grant',
    withCode((client, code) => client.exchange(code, { redirect_uri: undefined })),
  ],
  ['by nobody', '400 invalid_grant', withCode((client, code) => client.exchange(code, { client_id: undefined }))],
  [
    'by another program',
    '400 invalid_grant',
    withCode((client, code) => client.exchange(code, { client_id: 'http://localhost' })),
  ],
  ['without a proof', '401 invalid_dpop_proof', withCode((client, code) => client.exchange(code, {}, null))],
  [
    'with a wrong nonce',
    '400 use_dpop_nonce',
    withCode((client, code) => client.exchange(code, {}, { claims: { nonce: 'x' } })),
  ],
  [
    'after it was refused for its nonce',
    '200',
    withCode(
      async (client, code) => (await client.exchange(code, {}, { claims: { nonce: 'x' } })) && client.exchange(code),
    ),
  ],
  [
    'a second time',
    '400 invalid_grant',
    withCode(async (client, code) => (await client.exchange(code)) && client.exchange(code)),
  ],
  [
    'after it was tried with another verifier',
    '400 invalid_grant',
    withCode(
      async (client, code) => (await client.exchange(code, { code_verifier: 'x'.repeat(43) })) && client.exchange(code),
    ),
  ],
  ['that nobody has issued', '400 invalid_grant', withCode((client) => client.exchange('cod-x'))],
  [
    'of another kind of grant',
    '400 invalid_grant',
    withCode((client, code) => client.exchange(code, { grant_type: 'password' })),
  ],
  [
    'of no kind of grant',
    '400 invalid_grant',
    withCode((client, code) => client.exchange(code, { grant_type: undefined })),
  ],
])('a code %s: %s', ([, answer, scenario]) => expectSame(scenario, answer));

test.for<readonly [what: string, answer: string, scenario: Scenario]>([
  [
    'that is used by another key',
    '400 invalid_grant',
    async (peer) => {
      const code = await new OAuthClient(peer, GENERIC).authorize();
      return (await new OAuthClient(peer, GENERIC).greet()).exchange(code);
    },
  ],
  [
    'that is used again ends the session',
    '401 invalid_token',
    withCode(async (client, code) => {
      const { access } = tokensOf(await client.exchange(code));
      await client.call(access, GET_SESSION);
      await client.exchange(code);
      return client.call(access, GET_SESSION);
    }),
  ],
])('a code %s: %s', ([, answer, scenario]) => expectSame(scenario, answer));
