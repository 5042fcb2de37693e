import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { hostMedia } from '../../support/media.ts';
import { type Answer, open, test } from '../../support/sandbox.ts';
import { DpopClient, keyPair, signJwt, type Tokens } from './dpop-client.ts';

const scope = 'atproto transition:generic';
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

type Program = Awaited<ReturnType<typeof hostProgram>>;

/** Hosts the documents of a program, and returns the key and the documents, which may be changed. */
async function hostProgram() {
  const files: Record<string, Buffer> = {};
  const base = await hostMedia(files);
  const key = keyPair();
  const id = `${base}/client.json`;
  const metadata: Record<string, unknown> = {
    ...{ client_id: id, client_name: 'A program under test', redirect_uris: ['http://127.0.0.1:9/callback'] },
    ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'], scope },
    ...{ application_type: 'web', token_endpoint_auth_method: 'private_key_jwt', dpop_bound_access_tokens: true },
    ...{ token_endpoint_auth_signing_alg: 'ES256', jwks_uri: `${base}/jwks.json` },
  };
  const publish = (changes: Record<string, unknown> = {}, keys: readonly object[] = [{ ...key.jwk, kid: 'key-1' }]) => {
    files['client.json'] = Buffer.from(JSON.stringify({ ...metadata, ...changes }));
    files['jwks.json'] = Buffer.from(JSON.stringify({ keys }));
  };
  publish();
  return { id, key, publish };
}

function clientOf(base: string, { id, key }: Program, changes: object = {}, header: object = {}): DpopClient {
  const client = new DpopClient(base, id);
  client.more = () => {
    const iat = Math.floor(Date.now() / 1000);
    const claims = { iss: id, sub: id, aud: base, jti: randomUUID(), iat, ...changes };
    const assertion = signJwt(key.privateKey, { alg: 'ES256', kid: 'key-1', ...header }, claims);
    return { client_assertion_type: assertionType, client_assertion: assertion };
  };
  return client;
}

function errorOf({ status, body }: Answer): readonly unknown[] {
  return [status, (body as { error?: string }).error];
}

test('a confidential program signs in with its key, and stays signed in for three months', async () => {
  const clock = { now: Date.now() };
  const sandbox = await open({ clock: () => clock.now });
  const client = clientOf(sandbox.networks.bluesky, await hostProgram());
  const tokens = await client.signIn(scope);
  clock.now += 80 * 24 * 3_600_000;
  await client.refresh(tokens.refresh_token);
  expect(await client.refresh(tokens.refresh_token)).toMatchObject({ status: 200, body: { scope } });
});

test('the consent page shows the name of the program', async () => {
  const sandbox = await open();
  await sandbox.settings({ autoApprove: false });
  const program = await hostProgram();
  const client = clientOf(sandbox.networks.bluesky, program);
  await client.push(scope);
  const { request_uri: uri } = (await client.push(scope)).body as { request_uri: string };
  const query = new URLSearchParams({ client_id: program.id, request_uri: uri });
  const page = await fetch(`${client.base}/oauth/authorize?${query}`);
  expect(await page.text()).toContain('A program under test asks for access');
});

test.for([
  ['another subject', { sub: 'http://127.0.0.1/x' }, {}, 'invalid_client'],
  ['another server', { aud: 'http://127.0.0.1/x' }, {}, 'invalid_client'],
  ['an old time', { iat: 1000 }, {}, 'invalid_client'],
  ['no id', { jti: undefined }, {}, 'invalid_client'],
  ['an unknown key', {}, { kid: 'key-2' }, 'invalid_client'],
] as const)('an assertion with %s is refused', async ([, changes, header, error], { sandbox }) => {
  const client = clientOf(sandbox.networks.bluesky, await hostProgram(), changes, header);
  await client.push(scope);
  expect(errorOf(await client.push(scope))).toEqual([400, error]);
});

test('an assertion is needed, and accepted once', async ({ sandbox }) => {
  const client = clientOf(sandbox.networks.bluesky, await hostProgram());
  const [first, second] = [client.more(), client.more()];
  client.more = () => ({});
  await client.push(scope);
  expect(errorOf(await client.push(scope))).toEqual([400, 'invalid_request']);
  const malformed = [{ client_assertion: 'x.y.z' }, { client_assertion_type: 'x' }];
  for (const changes of malformed) {
    client.more = () => ({ ...first, ...changes });
    expect(errorOf(await client.push(scope))).toEqual([400, 'invalid_request']);
  }
  client.more = () => first;
  expect((await client.push(scope)).status).toBe(201);
  expect(errorOf(await client.push(scope))).toEqual([400, 'invalid_grant']);
  client.more = () => second;
  expect((await client.push(scope)).status).toBe(201);
});

test('the sessions of a key end when the program no longer publishes it', async ({ sandbox }) => {
  const program = await hostProgram();
  const client = clientOf(sandbox.networks.bluesky, program);
  const tokens: Tokens = await client.signIn(scope);
  const other = keyPair();
  program.publish({}, [{ ...other.jwk, kid: 'key-1' }]);
  expect(errorOf(await client.refresh(tokens.refresh_token))).toEqual([400, 'invalid_client']);
  const changed = clientOf(sandbox.networks.bluesky, { ...program, key: other });
  changed.key.privateKey = client.key.privateKey;
  changed.key.jwk = client.key.jwk;
  await changed.push(scope);
  expect(errorOf(await changed.refresh(tokens.refresh_token))).toEqual([400, 'invalid_grant']);
});

test.for([
  [{ client_id: 'http://127.0.0.1:9/other.json' }],
  [{ dpop_bound_access_tokens: false }],
  [{ response_types: ['token'] }],
  [{ grant_types: ['refresh_token'] }],
  [{ redirect_uris: [] }],
  [{ client_name: 5 }],
  [{ scope: 'transition:generic' }],
  [{ token_endpoint_auth_method: 'client_secret_basic' }],
  [{ jwks: { keys: [] } }],
  [{ token_endpoint_auth_signing_alg: undefined }],
])('a document with %o is refused', async ([changes], { sandbox }) => {
  const program = await hostProgram();
  program.publish(changes);
  const client = clientOf(sandbox.networks.bluesky, program);
  await client.push(scope);
  expect(errorOf(await client.push(scope))).toEqual([400, 'invalid_client_metadata']);
});

test('a program without keys is public', async ({ sandbox }) => {
  const program = await hostProgram();
  const changes = {
    token_endpoint_auth_method: 'none',
    token_endpoint_auth_signing_alg: undefined,
    jwks_uri: undefined,
  };
  program.publish(changes);
  const client = new DpopClient(sandbox.networks.bluesky, program.id);
  expect(await client.signIn(scope)).toMatchObject({ token_type: 'DPoP', scope });
});
