import { afterEach, describe, expect, test, vi } from 'vitest';
import { connectSandbox, type Sandbox, SandboxError, sandboxSeed, startSandbox } from '../../src/index.ts';
import { signInToX, xAuthorizeUrl } from '../networks/x/sign-in.ts';
import { serve } from '../support/media.ts';
import { call, proofKey, send } from '../support/sandbox.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function publish(sandbox: Sandbox, text: string, headers: Record<string, string>) {
  return send(`${sandbox.networks.x}/2/tweets`, 'POST', { text }, headers);
}

test("a client's post and its calls are listed", async () => {
  await using sandbox = await startSandbox({ autoApprove: true });
  const { headers } = await signInToX(sandbox);
  expect((await publish(sandbox, 'hello', headers)).status).toBe(201);
  const [post, ...others] = await sandbox.posts();
  expect(post).toMatchObject({ network: 'x', account: 'sandbox_owner', text: 'hello', media: [], deletedAt: null });
  expect(others).toEqual([]);
  expect((await call(post!.url)).text).toContain('hello');
  expect(await sandbox.posts('linkedin')).toEqual([]);
  const seen = await sandbox.requests('x');
  expect(seen.map(({ operation, status }) => [operation, status])).toEqual([
    ['authorize', 302],
    ['token', 200],
    ['publish', 201],
  ]);
  expect(await sandbox.requests('discord')).toEqual([]);
});

test('a fault breaks the requested number of calls, and a cleared fault breaks none', async () => {
  await using sandbox = await startSandbox({ autoApprove: true });
  const { headers } = await signInToX(sandbox);
  await sandbox.fault({ network: 'x', operation: 'publish', kind: 'rate-limit', retryAfterSeconds: 30 });
  await sandbox.fault({ network: 'x', operation: 'publish', kind: 'server-error', times: 5 });
  expect((await publish(sandbox, 'one', headers)).status).toBe(429);
  expect((await publish(sandbox, 'one', headers)).status).toBe(500);
  await sandbox.clearFaults();
  expect((await publish(sandbox, 'one', headers)).status).toBe(201);
});

test('added accounts and apps can sign in, and settings are returned in full', async () => {
  await using sandbox = await startSandbox();
  const ada = await sandbox.addAccount({ network: 'x', username: 'ada', name: 'Ada Example' });
  expect(ada).toMatchObject({ network: 'x', username: 'ada', name: 'Ada Example', type: 'person' });
  const changed = await sandbox.settings({ autoApprove: true, authorizeAs: 'ada' });
  expect(changed).toMatchObject({ autoApprove: true, authorizeAs: 'ada', rateLimits: false });
  expect(await sandbox.settings()).toEqual(changed);
  const { headers } = await signInToX(sandbox);
  await publish(sandbox, 'by ada', headers);
  expect(await sandbox.posts()).toMatchObject([{ account: 'ada' }]);

  const redirectUri = 'https://app.example/callback';
  const { challenge } = proofKey();
  const asked = { client_id: 'mine', redirect_uri: redirectUri, code_challenge: challenge };
  const url = xAuthorizeUrl(sandbox, { ...asked, code_challenge_method: 'S256' });
  expect((await call(url)).status).toBe(400);
  await sandbox.addApp({ network: 'x', clientId: 'mine', redirectUris: [redirectUri] });
  expect((await call(url)).headers.get('location')).toContain(`${redirectUri}?`);
});

test('a reset restores the state of the start', async () => {
  await using sandbox = await startSandbox({ autoApprove: true });
  const { headers } = await signInToX(sandbox);
  await publish(sandbox, 'gone', headers);
  await sandbox.settings({ autoApprove: false, rateLimits: true });
  await sandbox.fault({ network: 'x', operation: 'publish', kind: 'server-error' });
  await sandbox.reset();
  expect([await sandbox.posts(), await sandbox.requests()]).toEqual([[], []]);
  expect(await sandbox.settings()).toMatchObject({ autoApprove: true, rateLimits: false });
  expect((await publish(sandbox, 'again', headers)).status).toBe(401);
  expect((await publish(sandbox, 'again', (await signInToX(sandbox)).headers)).status).toBe(201);
});

test('sandboxes of one process share nothing', async () => {
  await using one = await startSandbox({ autoApprove: true });
  await using two = await startSandbox();
  const { headers } = await signInToX(one);
  await one.fault({ network: 'x', operation: 'identity', kind: 'unauthorized' });
  await publish(one, 'here only', headers);
  expect(two.url).not.toBe(one.url);
  expect([await two.posts(), await two.requests()]).toEqual([[], []]);
  expect(await two.settings()).toMatchObject({ autoApprove: false });
  expect((await call(`${two.networks.x}/2/users/me`, { headers })).body).toMatchObject({ title: 'Unauthorized' });
  await two.reset();
  expect(await one.posts()).toHaveLength(1);
});

test('every network has an address', async () => {
  await using sandbox = await startSandbox();
  const expected = Object.keys(sandboxSeed).map((id) => [id, `${sandbox.url}/${id}`]);
  expect(Object.entries(sandbox.networks)).toEqual(expected);
});

describe('waiting for a post', () => {
  test('ends as soon as the predicate holds for a post', async () => {
    await using sandbox = await startSandbox({ autoApprove: true });
    const { headers } = await signInToX(sandbox);
    await publish(sandbox, 'first', headers);
    const waiting = sandbox.waitForPost(({ text }) => text === 'second', { network: 'x' });
    await publish(sandbox, 'second', headers);
    expect(await waiting).toMatchObject({ network: 'x', text: 'second' });
    expect(await sandbox.waitForPost(({ text }) => text === 'first')).toMatchObject({ text: 'first' });
  });

  test('lists the posts and calls that there were when time is up', async () => {
    await using sandbox = await startSandbox({ autoApprove: true });
    const { headers } = await signInToX(sandbox);
    await sandbox.fault({ network: 'x', operation: 'publish', kind: 'rate-limit' });
    await publish(sandbox, 'wanted', headers);
    await publish(sandbox, 'other', headers);
    const missed = sandbox.waitForPost(({ text }) => text === 'wanted', { timeoutMs: 50 });
    await expect(missed).rejects.toThrow(SandboxError);
    await expect(missed).rejects.toThrow(
      [
        'no such post was accepted within 50 ms',
        'accepted:',
        '  x sandbox_owner: "other"',
        'last calls:',
        '  GET /x/i/oauth2/authorize 302',
        '  POST /x/2/oauth2/token 200',
        '  POST /x/2/tweets 429',
        '  POST /x/2/tweets 201',
      ].join('\n'),
    );
  });

  test("ends while the test's clock is stopped and its fetch is a fake", async () => {
    await using sandbox = await startSandbox();
    vi.useFakeTimers();
    vi.stubGlobal('fetch', () => Promise.reject(new Error('no network in this test')));
    await expect(sandbox.waitForPost(() => true, { timeoutMs: 50 })).rejects.toThrow('accepted: nothing');
  });
});

test('a refused control call is an error with its status', async () => {
  await using sandbox = await startSandbox();
  const account = { network: 'x', username: 'ada', name: 'Ada Example' } as const;
  await sandbox.addAccount(account);
  await expect(sandbox.addAccount(account)).rejects.toMatchObject({
    name: 'SandboxError',
    message: 'ada already exists',
    status: 409,
  });
  await expect(sandbox.settings({ subscribers: -1 })).rejects.toMatchObject({ status: 400 });
});

describe('a sandbox that runs elsewhere', () => {
  test('is used like a sandbox of this process, and keeps running after close', async () => {
    await using running = await startSandbox({ autoApprove: true });
    const sandbox = connectSandbox(`${running.url}/`);
    expect([sandbox.url, sandbox.networks]).toEqual([running.url, running.networks]);
    const { headers } = await signInToX(sandbox);
    await publish(sandbox, 'from afar', headers);
    expect(await sandbox.waitForPost(({ text }) => text === 'from afar')).toEqual((await running.posts())[0]);
    await sandbox.close();
    expect(await running.posts()).toHaveLength(1);
  });

  test.each(['https://127.0.0.1:1', 'http://api.x.com', 'http://10.0.0.1:4010', 'nowhere', ''])(
    'is never at %j',
    (url) => {
      expect(() => connectSandbox(url)).toThrow(RangeError);
    },
  );

  test('is an error at an address where nothing listens', async () => {
    const sandbox = await startSandbox();
    await sandbox.close();
    await sandbox.close();
    await expect(connectSandbox(sandbox.url).posts()).rejects.toThrow(`there is no sandbox at ${sandbox.url}`);
    await expect(sandbox.reset()).rejects.toThrow(SandboxError);
  });

  test('is distinguished from another server', async () => {
    const url = await serve((_request, response) => response.writeHead(404).end('not here'));
    await expect(connectSandbox(url).posts()).rejects.toMatchObject({ status: 404 });
    await expect(connectSandbox(url).posts()).rejects.toThrow(`the server at ${url} is not a sandbox`);
  });
});
