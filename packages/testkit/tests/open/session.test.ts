import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createApi,
  createTestClock,
  PASSWORD,
  startStack,
  uniqueText,
  useResource,
  type Workspace,
} from '@social/testkit';
import { beforeAll, describe, expect, test } from 'vitest';
import { queryDatabase } from '../../src/databases/databases.ts';
import {
  FAULTS_PROGRAM,
  makeWorkspace,
  runServer,
  startServer,
  temporaryDirectory,
} from '../../src/programs/server-process.ts';
import { type BlueskyAccount, startBlueskyServer } from '../../src/servers/bluesky-server.ts';
import { freePort } from '../../src/servers/local-server.ts';
import { connectByPassword, leadTo } from './bluesky-stack.ts';
import { consentTo, sendRaw } from './consent.ts';

const MINUTE_MS = 60_000;

describe('a session', () => {
  const bluesky = useResource(() => startBlueskyServer());
  const clock = createTestClock(new Date().toISOString());
  const stack = useResource(() => startStack({ env: leadTo(bluesky), clock }));
  let account: BlueskyAccount;
  beforeAll(async () => {
    account = await bluesky.createAccount('ada');
  });

  async function signIn(workspace: Workspace): Promise<void> {
    const browser = await workspace.browser();
    const start = await browser.visit('GET', `/api/auth/bluesky?handle=${account.handle}`);
    const callback = await consentTo(start.headers.get('location') ?? '', account);
    expect((await browser.visit('GET', callback)).status).toBe(302);
    const { body } = await browser.visit('GET', '/api/connect/bluesky/options');
    const confirmed = { body: { option: body.options[0] } };
    expect((await browser.visit('POST', '/api/connect/bluesky/confirm', confirmed)).status).toBe(201);
  }

  const publish = async (workspace: Workspace) => {
    const { body } = await workspace.publish({ text: uniqueText('In a session'), platforms: ['bluesky'] });
    return body.platformResults.bluesky;
  };
  const ways = [
    ['the browser', signIn],
    ['an app password', (workspace: Workspace) => connectByPassword(bluesky, workspace, account)],
  ] as const;

  test.each(ways)('that began with %s is renewed when its token expires, and again', async (_way, connect) => {
    clock.set(new Date().toISOString());
    const workspace = await stack.createWorkspace();
    await connect(workspace);
    const ok = { ok: true, state: 'published' };
    expect(await publish(workspace)).toMatchObject(ok);
    const tokens = async () =>
      stack.query(`select access_token, token_version from connection where workspace_id = '${workspace.workspaceId}'`);
    const versions = [];
    for (let round = 0; round < 2; round += 1) {
      versions.push((await tokens())[0]?.['token_version']);
      clock.advance(3 * 60 * MINUTE_MS);
      expect(await publish(workspace)).toMatchObject(ok);
    }
    expect([...versions, (await tokens())[0]?.['token_version']].map(Number)).toEqual([1, 2, 3]);
  });

  test.each(ways)('that began with %s ends at the server when the account is disconnected', async (_way, connect) => {
    const workspace = await stack.createWorkspace();
    await connect(workspace);
    expect((await workspace.api('POST', '/api/connect/bluesky/disconnect', { body: {} })).status).toBe(201);
    expect((await workspace.connections()).bluesky.connected).toBe(false);
    expect(stack.log.join('\n')).not.toContain('could not revoke a grant');
  });
});

describe('a server with a public name', () => {
  const HOST = 'social-test.app';
  const CALLER = { host: HOST, 'x-forwarded-proto': 'https' };

  /** Calls the server as its proxy does. */
  async function visit(address: string, headers: Record<string, string> = {}, body?: object) {
    const json = body && { 'content-type': 'application/json' };
    const answer = await sendRaw(address, { ...CALLER, ...json, ...headers }, body);
    const cookies = answer.headers['set-cookie'] ?? [];
    return { ...answer, cookie: cookies.map((line) => line.split(';')[0]).join('; ') };
  }

  test('describes an app with a key, with which accounts sign in, and which is kept when the keys of the server change', async () => {
    const port = await freePort();
    const listener = `http://127.0.0.1:${port}`;
    await using bluesky = await startBlueskyServer({ clients: { [HOST]: listener } });
    using directory = temporaryDirectory();
    const [first, second] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
    const offset = join(directory.path, 'clock');
    writeFileSync(offset, '0');
    const env = {
      ...{ ...leadTo(bluesky), SOCIAL_DATA_DIR: directory.path, SOCIAL_PORT: String(port), SOCIAL_SECRET_KEYS: first },
      ...{ SOCIAL_BASE_URL: `https://${HOST}`, SOCIAL_TRUST_PROXY: '127.0.0.1' },
      SOCIAL_FAULT_CLOCK_FILE: offset,
    };
    const how = { program: FAULTS_PROGRAM, hashesQuickly: true };
    const { apiKey, profileId } = await makeWorkspace(env, 'owner@example.com');
    const account = await bluesky.createAccount('ada');
    const api = createApi(listener, apiKey);

    const publish = async () => {
      const { body } = await api('POST', '/api/v1/posts', { body: { text: uniqueText('Hi'), platforms: ['bluesky'] } });
      return body.platformResults.bluesky;
    };
    const describeApp = async () => JSON.parse((await visit(`${listener}/api/auth/bluesky/client.json`)).text);
    let key: object;
    {
      await using server = await startServer(env, ['--sandbox'], how);
      const app = await describeApp();
      expect(app).toMatchObject({
        client_id: `https://${HOST}/api/auth/bluesky/client.json`,
        redirect_uris: [`https://${HOST}/api/auth/bluesky/callback`],
        token_endpoint_auth_method: 'private_key_jwt',
        jwks: { keys: [{ kty: 'EC', crv: 'P-256', alg: 'ES256', kid: expect.any(String) }] },
      });
      expect(JSON.stringify(app)).not.toContain('"d"');
      [key] = app.jwks.keys;
      const signIn = { email: 'owner@example.com', password: PASSWORD };
      const { cookie: session } = await visit(`${listener}/api/account/sign-in`, { origin: `https://${HOST}` }, signIn);
      const start = await visit(`${listener}/api/auth/bluesky?handle=${account.handle}`, { cookie: session });
      const callback = await consentTo(start.headers.location ?? '', account);
      const back = await visit(callback.replace(`https://${HOST}`, listener), {
        cookie: `${session}; ${start.cookie}`,
      });
      expect([back.status, back.headers.location]).toEqual([302, '/connect/bluesky']);
      const headers = { cookie: `${session}; ${back.cookie}`, origin: `https://${HOST}` };
      const { options } = JSON.parse((await visit(`${listener}/api/connect/bluesky/options`, headers)).text);
      const chosen = { option: options[0], profileId };
      expect((await visit(`${listener}/api/connect/bluesky/confirm`, headers, chosen)).status).toBe(201);
      expect(await publish()).toMatchObject({ ok: true, state: 'published' });
      await server.stop();
    }
    // The key of the app is kept when the key changes with which the server encrypts.
    const both = { ...env, SOCIAL_SECRET_KEYS: `${second},${first}` };
    expect((await runServer(['rekey'], both)).code).toBe(0);
    const later = { ...env, SOCIAL_SECRET_KEYS: second };
    await using _server = await startServer(later, ['--sandbox'], how);
    expect((await describeApp()).jwks.keys).toEqual([key]);
    writeFileSync(offset, String(2 * 60 * MINUTE_MS));
    expect(await publish()).toMatchObject({ ok: true, state: 'published' });
    const [connection] = await queryDatabase({ url: undefined, dataDir: directory.path }, 'select * from connection');
    expect(Number(connection?.['token_version'])).toBe(2);
  });
});
