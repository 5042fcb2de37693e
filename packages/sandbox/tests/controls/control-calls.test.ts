import { request } from 'node:http';
import { expect } from 'vitest';
import { type Sandbox, sandboxSeed, startSandbox } from '../../src/index.ts';
import { linkedinAuthorizeUrl, signInToLinkedin } from '../networks/linkedin/sign-in.ts';
import { signInToX } from '../networks/x/sign-in.ts';
import { type Answer, call, open, send, sendForm, test, textAt } from '../support/sandbox.ts';

function getWith(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });
}

function control(sandbox: Sandbox, method: string, path: string, body?: unknown): Promise<Answer> {
  return send(`${sandbox.url}/_sandbox${path}`, method, body);
}

test('the sandbox listens on loopback only', async () => {
  await expect(startSandbox({ host: '0.0.0.0' })).rejects.toThrow(RangeError);
  await expect(startSandbox({ host: 'example.com' })).rejects.toThrow(RangeError);
});

test('a taken port is an error, not a hang', async ({ sandbox }) => {
  await expect(startSandbox({ port: Number(new URL(sandbox.url).port) })).rejects.toThrow('EADDRINUSE');
});

test.each(['/', '/_sandbox/posts', '/_sandbox/view'])(
  "%s is answered to this machine's names and own pages only",
  async (path) => {
    const sandbox = await open();
    const { host } = new URL(sandbox.url);
    const get = (headers: Record<string, string>) => getWith(sandbox.url + path, headers);
    expect(await get({ host })).toBe(200);
    expect(await get({ host: host.replace('127.0.0.1', 'localhost') })).toBe(200);
    expect(await get({ host, origin: `http://${host}` })).toBe(200);
    expect(await get({ host: 'evil.example' })).toBe(403);
    expect(await get({ host: '127.0.0.1.evil.example' })).toBe(403);
    expect(await get({ host, origin: 'https://evil.example' })).toBe(403);
    expect(await get({ host, origin: 'null' })).toBe(403);
  },
);

test.each([
  ['POST', '/accounts', { network: 'x', username: 'has spaces', name: 'A' }, 'username'],
  ['POST', '/accounts', { network: 'x', username: 'fine' }, 'name'],
  ['POST', '/apps', { network: 'x', clientId: 'a', redirectUris: ['nowhere'] }, 'redirectUris'],
  ['POST', '/apps', { network: 'x', clientId: 'a', redirectUris: [] }, 'redirectUris'],
  ['PUT', '/settings', { autoApprove: 'yes' }, 'autoApprove'],
  ['PUT', '/settings', { tokenLifetimeSeconds: -1 }, 'tokenLifetimeSeconds'],
  ['PUT', '/settings', { colour: 'red' }, 'unknown field colour'],
  ['PUT', '/settings', { mastodon: { colour: 'red' } }, 'unknown field mastodon.colour'],
  ['PUT', '/settings', { mastodon: { kind: 'myspace' } }, 'kind has to be one of: mastodon, gotosocial'],
  ['PUT', '/settings', { mastodon: true }, 'mastodon has to be an object'],
  ['PUT', '/settings', { bluesky: { colour: 'blue' } }, 'unknown field bluesky.colour'],
  ['PUT', '/settings', { bluesky: { videoFailure: 'bored' } }, 'videoFailure has to be one of: validation_failure'],
  ['PUT', '/settings', { telegram: { topics: [{ name: 'News' }] } }, 'every topic has to have an id'],
  ['PUT', '/settings', { telegram: { topics: 5 } }, 'topics has to be a list'],
  ['PUT', '/settings', { discord: { isForum: 'yes' } }, 'isForum has to be true or false'],
  ['PUT', '/settings', { discord: { tags: [{ id: '1' }] } }, 'every tag has to have an id and a name'],
  ['PUT', '/settings', [], 'a JSON object'],
  ['GET', '/posts?network=myspace', undefined, 'network has to be one of: x, linkedin, youtube, tiktok'],
])('%s %s with %j is refused with 400 and the reason', async (method, path, body, sentence) => {
  const sandbox = await open();
  const answer = await control(sandbox, method, path, body);
  expect(answer.status).toBe(400);
  expect(textAt(answer.body, 'error')).toContain(sentence);
});

test('malformed JSON, forms and unknown paths are refused in JSON', async ({ sandbox }) => {
  const url = `${sandbox.url}/_sandbox`;
  const headers = { 'content-type': 'application/json' };
  expect((await call(`${url}/faults`, { method: 'POST', headers, body: '{' })).status).toBe(400);
  expect((await sendForm(`${url}/faults`, { a: 'b' })).status).toBe(400);
  expect(await call(`${url}/nothing`)).toMatchObject({
    status: 404,
    body: { error: 'there is nothing at /_sandbox/nothing' },
  });
  const wrong = await call(`${url}/posts`, { method: 'DELETE' });
  expect(wrong).toMatchObject({ status: 405, body: { error: '/_sandbox/posts does not take DELETE' } });
  expect(wrong.headers.get('allow')).toContain('GET');
  expect((await call(`${sandbox.url}/elsewhere`)).status).toBe(404);
  expect((await call(`${url}/media/unknown`)).status).toBe(404);
});

test('changed settings are merged with the others', async ({ sandbox }) => {
  await control(sandbox, 'PUT', '/settings', { tokenLifetimeSeconds: 60, subscribers: 12 });
  const { body } = await control(sandbox, 'PUT', '/settings', { rateLimits: true });
  const settings = {
    autoApprove: true,
    authorizeAs: 'sandbox_owner',
    tokenLifetimeSeconds: 60,
    subscribers: 12,
    rateLimits: true,
    strictText: false,
    mastodon: expect.objectContaining({ kind: 'mastodon', maxCharacters: null }),
    bluesky: { blobUploadLimit: 5_242_880, processingMs: 2000, videoFailure: null },
    discord: {
      isForum: false,
      tags: expect.arrayContaining([{ id: expect.any(String), name: 'bug' }]),
      requiresTag: false,
    },
    telegram: { topics: [expect.objectContaining({ name: 'Releases' }), expect.objectContaining({ isClosed: true })] },
  };
  expect(body).toEqual(settings);
  expect((await control(sandbox, 'PUT', '/settings', { tokenLifetimeSeconds: null })).body).toEqual({
    ...settings,
    tokenLifetimeSeconds: null,
  });
});

test('an added account can sign in, and has the same id in every sandbox', async () => {
  const [one, two] = [await open(), await open()];
  const about = { network: 'x', username: 'ada', name: 'Ada Example' };
  const created = await control(one, 'POST', '/accounts', about);
  expect(created).toMatchObject({
    status: 201,
    body: { ...about, id: expect.stringMatching(/^\d{19}$/), type: 'person' },
  });
  expect((await control(two, 'POST', '/accounts', about)).body).toEqual(created.body);
  expect((await control(one, 'POST', '/accounts', about)).status).toBe(409);
  await control(one, 'PUT', '/settings', { authorizeAs: 'ada' });
  const { headers } = await signInToX(one);
  expect((await call(`${one.url}/x/2/users/me`, { headers })).body).toMatchObject({ data: { name: 'Ada Example' } });
});

test('every network has its three accounts, and LinkedIn an organization', async ({ sandbox }) => {
  const { body } = await control(sandbox, 'GET', '/accounts');
  const accounts = (body as { accounts: { network: string; id: string; username: string }[] }).accounts;
  for (const network of ['x', 'linkedin', 'tiktok'] as const) {
    const own = accounts.filter((account) => account.network === network);
    const organizations = network === 'linkedin' ? sandboxSeed.linkedin.organizations : {};
    const seeded = { ...sandboxSeed[network].accounts, ...organizations };
    expect(Object.fromEntries(own.map(({ username, id }) => [username, id]))).toEqual(seeded);
  }
});

test('seeded posts are not listed unless requested', async ({ sandbox }) => {
  expect((await control(sandbox, 'GET', '/posts')).body).toEqual({ posts: [] });
  const { body } = await control(sandbox, 'GET', '/posts?network=x&seeded=true');
  expect((body as { posts: { id: string }[] }).posts.map(({ id }) => id)).toEqual(Object.values(sandboxSeed.x.posts));
});

test('an accepted post is listed with all that its network knows of it', async ({ sandbox }) => {
  const { headers } = await signInToX(sandbox);
  const { body } = await send(`${sandbox.url}/x/2/tweets`, 'POST', { text: 'a' }, headers);
  const id = textAt(body, 'data', 'id');
  const post = {
    ...{ network: 'x', id, account: 'sandbox_owner', text: 'a', replyToId: null, media: [] },
    ...{ createdAt: expect.stringMatching(/^\d{4}-.*Z$/), deletedAt: null, url: expect.stringContaining(id) },
  };
  expect(await control(sandbox, 'GET', '/posts')).toMatchObject({ status: 200, body: { posts: [post] } });
});

test('faults can be removed before a call meets them', async ({ sandbox }) => {
  await control(sandbox, 'POST', '/faults', { network: 'x', operation: 'identity', kind: 'server-error' });
  expect(await control(sandbox, 'DELETE', '/faults')).toMatchObject({ status: 200, body: { ok: true } });
  expect((await control(sandbox, 'GET', '/faults')).body).toEqual({ faults: [] });
});

test('a reset clears posts, tokens, faults, settings and the log', async ({ sandbox }) => {
  const { headers } = await signInToX(sandbox);
  await send(`${sandbox.url}/x/2/tweets`, 'POST', { text: 'a' }, headers);
  await control(sandbox, 'POST', '/faults', { network: 'x', operation: 'identity', kind: 'server-error' });
  expect((await control(sandbox, 'POST', '/reset')).body).toEqual({ ok: true });
  expect((await control(sandbox, 'GET', '/posts')).body).toEqual({ posts: [] });
  expect((await control(sandbox, 'GET', '/requests')).body).toEqual({ requests: [] });
  expect((await control(sandbox, 'GET', '/faults')).body).toEqual({ faults: [] });
  expect((await control(sandbox, 'GET', '/settings')).body).toMatchObject({ autoApprove: false });
  expect((await call(`${sandbox.url}/x/2/users/me`, { headers })).status).toBe(401);
});

test('requests are logged with their operation, without secrets, per network', async ({ sandbox }) => {
  await signInToX(sandbox);
  const { headers } = await signInToLinkedin(sandbox);
  await call(`${sandbox.url}/linkedin/v2/userinfo`, { headers });
  const { body, text } = await control(sandbox, 'GET', '/requests?network=linkedin');
  const at = expect.stringMatching(/^\d{4}-.*Z$/);
  expect(body).toEqual({
    requests: [
      {
        network: 'linkedin',
        operation: 'authorize',
        method: 'GET',
        path: '/linkedin/oauth/v2/authorization',
        status: 302,
        at,
      },
      {
        network: 'linkedin',
        operation: 'token',
        method: 'POST',
        path: '/linkedin/oauth/v2/accessToken',
        status: 200,
        at,
      },
      { network: 'linkedin', operation: 'identity', method: 'GET', path: '/linkedin/v2/userinfo', status: 200, at },
    ],
  });
  expect(text).not.toContain('client_id');
});

test('with origins, every network also answers at its own address', async () => {
  const sandbox = await open({ origins: true });
  const { headers } = await signInToX(sandbox);
  expect((await call(`${sandbox.origins['x']}/2/users/me`, { headers })).status).toBe(200);
  expect((await call(`${sandbox.origins['linkedin']}/_sandbox/posts`)).status).toBe(404);
  const discovery = '/oauth/.well-known/openid-configuration';
  const { body } = await call(`${sandbox.origins['linkedin']}${discovery}`);
  expect(textAt(body, 'token_endpoint')).toBe(`${sandbox.origins['linkedin']}/oauth/v2/accessToken`);
  expect((await open()).origins).toEqual({});
});

test('an unknown path of a network is refused in its own words', async ({ sandbox }) => {
  expect(await call(`${sandbox.url}/x/2/nothing`)).toMatchObject({ status: 404, body: { title: 'Not Found' } });
  expect(await call(`${sandbox.url}/linkedin/rest/nothing`)).toMatchObject({
    status: 404,
    body: { code: 'RESOURCE_NOT_FOUND' },
  });
  expect((await call(`${sandbox.url}/x/%E0%A4%A`)).status).toBeLessThan(500);
});

test('without automatic approval a script can post the decision', async ({ sandbox }) => {
  await control(sandbox, 'PUT', '/settings', { autoApprove: false });
  const url = linkedinAuthorizeUrl(sandbox);
  expect((await call(url)).status).toBe(200);
  const decide = (fields: Record<string, string>) => sendForm(url, fields);
  const denied = await decide({ decision: 'deny' });
  expect(denied.status).toBe(303);
  expect(denied.headers.get('location')).toContain('error=user_cancelled_authorize');
  expect(denied.headers.get('location')).toContain('state=state-1');
  expect((await decide({ decision: 'approve', account: 'nobody' })).status).toBe(400);
  const approved = await decide({ decision: 'approve', account: sandboxSeed.linkedin.accounts.sandbox_friend });
  expect(approved.headers.get('location')).toContain('code=');
});
