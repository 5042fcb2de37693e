import { gzipSync } from 'node:zlib';
import { type ProxyAnswer, uniqueText, useStack } from '@social/testkit';
import { describe, expect, test } from 'vitest';

// Answers of a network cannot be trusted: a proxy between server and sandbox falsifies them.
const { stack, workspace, proxy } = useStack({ proxied: ['microblog', 'profnet'] });

const TOKEN_PATHS = { profnet: '/linkedin/oauth/v2/accessToken', microblog: '/x/2/oauth2/token' };
const IDENTITY_PATHS = { profnet: '/linkedin/v2/userinfo', microblog: '/x/2/users/me' };
const PLATFORMS = ['profnet', 'microblog'] as const;
type Platform = (typeof PLATFORMS)[number];

function answerAt(path: string, answer: ProxyAnswer): void {
  proxy.intercept = (request) => (request.path.startsWith(path) ? answer : undefined);
}

/** Changes the JSON that the network answers at a path. */
function rewriteAt(path: string, change: (body: Record<string, unknown>) => Record<string, unknown>): void {
  proxy.rewrite = (request, body) =>
    request.path.startsWith(path) ? JSON.stringify(change(JSON.parse(body) as Record<string, unknown>)) : undefined;
}

/** Changes the identity of the account in the network's answer. */
function rewriteIdentity(platform: Platform, change: Record<string, unknown>): void {
  rewriteAt(IDENTITY_PATHS[platform], (body) =>
    platform === 'profnet' ? { ...body, ...change } : { ...body, data: { ...(body['data'] as object), ...change } },
  );
}

const status = async (platform: Platform) => (await workspace.connections())[platform];
const json = (body: unknown): ProxyAnswer => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

describe.each(PLATFORMS)('connecting %s', (platform) => {
  test.each<[string, ProxyAnswer]>([
    ['a page', { headers: { 'content-type': 'text/html' }, body: '<title>Hello</title>' }],
    ['nothing', { body: '' }],
    ['a list', json([])],
    ['no token', json({ token_type: 'bearer' })],
    ['a token that is a number', json({ access_token: 5, token_type: 'bearer' })],
    ['a token that is a list', json({ access_token: ['a'], token_type: 'bearer' })],
    ['a token of 10 MB', json({ access_token: 'a'.repeat(10_000_000), token_type: 'bearer' })],
    ['a token that holds a line break', json({ access_token: 'a\r\nX-Evil: 1', token_type: 'bearer' })],
    ['a token of another type', json({ access_token: 'abc', token_type: 'mac' })],
    ['a bomb', { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(50_000_000, 'a')) }],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }],
    [
      'a refusal that quotes the code',
      { status: 400, body: '{"error":"invalid_request","error_description":"<script>alert(1)</script>"}' },
    ],
  ])('fails with a clear page when the token call answers %s, and nothing is stored', async (_name, answer) => {
    const before = await status(platform);
    answerAt(TOKEN_PATHS[platform], answer);
    const browser = await workspace.browser();
    const callback = await browser.authorize(platform);
    expect([callback.status, callback.headers.get('content-type')]).toEqual([502, 'text/html; charset=utf-8']);
    expect(callback.text).not.toContain('<script>alert');
    expect((await browser.visit('GET', `/api/connect/${platform}/options`)).status).toBe(401);
    expect(await stack.query("select id from oauth_flow where tokens is not null and stage = 'exchanging'")).toEqual(
      [],
    );
    expect(await status(platform)).toEqual(before);
  });

  test.each<[string, unknown]>([
    ['missing', undefined],
    ['null', null],
    ['a list', ['1']],
    ['empty', ''],
    ['a path', '../../admin'],
    ['very long', '1'.repeat(5000)],
  ])('fails with 502 at the options when the account id is %s', async (_name, id) => {
    rewriteIdentity(platform, platform === 'profnet' ? { sub: id } : { id });
    const browser = await workspace.browser();
    await browser.authorize(platform);
    expect((await browser.visit('GET', `/api/connect/${platform}/options`)).status).toBe(502);
  });

  test('does not replace the connected account by another', async () => {
    await workspace.connect(platform);
    rewriteIdentity(platform, platform === 'profnet' ? { sub: 'somebodyElse' } : { id: '42' });
    const before = (await status(platform)).displayName;
    expect((await (await workspace.browser()).connect(platform)).status).toBe(201);
    const { displayName, accounts } = await status(platform);
    expect([displayName, accounts.length]).toEqual([before, 2]);
  });

  test.each<[unknown, RegExp | null]>([
    ['3600', /^20/],
    [3600, /^20/],
    [0, null],
    [-1, null],
    [null, null],
    ['soon', null],
    [undefined, null],
    [1e12, /^20[34]/],
  ])('interprets the lifetime %j', async (expires_in, expected) => {
    rewriteAt(TOKEN_PATHS[platform], (body) => ({ ...body, expires_in, refresh_token: undefined }));
    await workspace.connect(platform);
    const { connected, expiresAt } = await status(platform);
    expect(connected).toBe(true);
    if (expected) expect(expiresAt).toMatch(expected);
    else expect(expiresAt).toBeNull();
    const post = { text: uniqueText('Lifetime'), platforms: [platform] };
    const { body } = await workspace.publish(post);
    expect(body.platformResults[platform].ok).toBe(true);
  });

  test('reports permissions that were asked for and not granted', async () => {
    const [kept, separator] = platform === 'profnet' ? ['openid,profile', ','] : ['tweet.read users.read', ' '];
    rewriteAt(TOKEN_PATHS[platform], (body) => ({ ...body, scope: kept }));
    await workspace.connect(platform);
    const { connected, missingScopes } = await status(platform);
    expect(connected).toBe(true);
    expect(missingScopes.length).toBeGreaterThan(1);
    for (const scope of kept.split(separator)) expect(missingScopes).not.toContain(scope);
  });

  test.each([
    ['line breaks and controls', 'Ada\r\n\u0000\u0007Example', /^Ada ?Example$/],
    ['direction overrides', '\u202eelpmaxE\u202c \u2066Ada\u2069', /^elpmaxE Ada$/],
    ['10 KB', 'n'.repeat(10_240), /^n{1,256}$/],
  ])('removes %s from a name', async (_name, name, expected) => {
    rewriteIdentity(platform, { name });
    await workspace.connect(platform);
    expect((await status(platform)).displayName).toMatch(expected);
  });

  test('keeps a name that holds markup as text', async () => {
    rewriteIdentity(platform, { name: '<img src=x onerror=alert(1)>' });
    await workspace.connect(platform);
    expect((await status(platform)).displayName).toBe('<img src=x onerror=alert(1)>');
  });

  test.each([
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'file:///etc/passwd',
    '//example.org/a.png',
    'http://user:pass@example.org/a.png',
    5,
    null,
  ])('drops the picture %j', async (picture) => {
    rewriteIdentity(platform, { picture, profile_image_url: picture });
    const browser = await workspace.browser();
    await browser.authorize(platform);
    const { body } = await browser.visit('GET', `/api/connect/${platform}/options`);
    expect(body.options[0]).not.toHaveProperty('picture');
  });
});

describe('later answers', () => {
  test('a refresh without a new refresh token keeps the old one', async () => {
    await stack.connectWith({ tokenLifetimeSeconds: 30 }, workspace, 'microblog');
    const before = proxy.exchanges.length;
    rewriteAt(TOKEN_PATHS.microblog, (body) => ({ ...body, refresh_token: undefined, expires_in: 1 }));
    for (let call = 0; call < 2; call += 1) await workspace.api('GET', '/api/v1/microblog/timeline');
    const refreshes = proxy.exchanges.slice(before).filter(({ path }) => path === TOKEN_PATHS.microblog);
    const sent = refreshes.map(({ requestBody }) => new URLSearchParams(requestBody).get('refresh_token'));
    expect(sent).toHaveLength(2);
    expect(sent[1]).toBe(sent[0]);
  });

  test.each([
    ['unquoted', 1234567890123456789n],
    ['quoted', '1234567890123456789'],
  ])('an id of 19 digits keeps every digit when it comes %s', async (_name, id) => {
    await workspace.connect('microblog');
    const shown = typeof id === 'bigint' ? String(id) : JSON.stringify(id);
    answerAt('/x/2/tweets', {
      status: 201,
      headers: { 'content-type': 'application/json' },
      body: `{"data":{"id":${shown},"text":"x"}}`,
    });
    const { body } = await workspace.publish({ text: uniqueText('Digits'), platforms: ['microblog'] });
    expect(body.platformResults.microblog).toMatchObject({ ok: true, platformPostId: '1234567890123456789' });
  });

  test.each<[string, ProxyAnswer]>([
    ['an id that is a path', json({ data: { id: '../1', text: 'x' } })],
    ['an id that is an object', json({ data: { id: {}, text: 'x' } })],
    ['a page', { body: '<html></html>' }],
    ['5 MB', json({ data: { id: '1', text: 'x'.repeat(5_000_000) } })],
    ['a redirect', { status: 307, headers: { location: '/x/2/tweets' }, body: '' }],
  ])('a publish that answers %s is unknown, never a success and never sent again', async (_name, answer) => {
    await workspace.connect('microblog');
    const before = proxy.exchanges.length;
    answerAt('/x/2/tweets', answer);
    const { body } = await workspace.publish({ text: uniqueText('Hostile'), platforms: ['microblog'] });
    expect(body.platformResults.microblog).toMatchObject({ ok: false, state: 'unknown', credits: 0 });
    const sent = proxy.exchanges
      .slice(before)
      .filter(({ method, path }) => method === 'POST' && path === '/x/2/tweets');
    expect(sent).toHaveLength(1);
  });

  test('an error text of the network is shown without secrets', async () => {
    await workspace.connect('microblog');
    const { authorization = '' } = proxy.exchanges.findLast(({ path }) => path.startsWith('/x/2/users/me')) ?? {};
    const token = authorization.replace('Bearer ', '');
    expect(token.length).toBeGreaterThan(20);
    answerAt('/x/2/tweets', {
      status: 400,
      ...json({ title: 'Invalid', detail: `bad token ${token} \u001b[31mred`, type: 'about:blank' }),
    });
    const { text, body } = await workspace.publish({ text: uniqueText('Quoted'), platforms: ['microblog'] });
    expect(body.platformResults.microblog).toMatchObject({ ok: false, state: 'failed' });
    expect(text).not.toContain(token);
    expect(body.platformResults.microblog.error).not.toContain('\u001b');
  });
});
