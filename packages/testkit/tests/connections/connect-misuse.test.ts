import { createServer, request } from 'node:http';
import type { FaultKind } from '@social/sandbox';
import { Browserless, useStack, watchRequests } from '@social/testkit';
import { describe, expect, test } from 'vitest';
import { close, listen } from '../../src/servers/local-server.ts';

const { stack, clock, workspace } = useStack({ clock: true, env: { SOCIAL_VIDEO_CLIENT_ID: '' } });

/** Returns a browser that the network has redirected, and the callback's address, which is not visited yet. */
async function comeBack(platform = 'microblog', browser: Browserless = stack.browser()) {
  const start = await browser.visit('GET', `/api/auth/${platform}`);
  const consent = await browser.visit('GET', start.headers.get('location') ?? '');
  const callback = new URL(consent.headers.get('location') ?? '');
  const { state = '', code = '' } = Object.fromEntries(callback.searchParams);
  return { browser, callback: callback.href, state, code };
}

const at = (query: string, platform = 'microblog') => `/api/auth/${platform}/callback?${query}`;

describe('starting', () => {
  test.each(['unknown', 'MICROBLOG', 'Profnet', '__proto__', 'constructor', 'x', 'linkedin', 'profnet%20'])(
    'the platform "%s" answers 404',
    async (platform) => {
      const { status, headers } = await stack.anonymous('GET', `/api/auth/${platform}`);
      expect(status).toBe(404);
      expect(headers.getSetCookie()).toEqual([]);
    },
  );

  test.each(['/api/auth/..%2fprofnet', '/api/auth/', '/api/auth'])('%s answers 404', async (path) => {
    expect((await stack.anonymous('GET', path)).status).toBe(404);
  });

  test('a platform without a browser flow answers 404 and says so', async () => {
    const { status, body } = await stack.anonymous('GET', '/api/auth/chatbot');
    expect([status, body.code]).toEqual([404, 'platform_not_configured']);
    expect(body.error).toContain('social connect chatbot');
  });

  test.each([
    'redirect_uri=https://evil.example',
    'state=chosen',
    'next=//evil.example',
    'profileId=1',
    'profileId=',
    'profileId=00000000-0000-4000-8000-000000000000&profileId=00000000-0000-4000-8000-000000000001',
  ])('with ?%s answers 400 and begins nothing', async (query) => {
    const { status, headers } = await stack.anonymous('GET', `/api/auth/profnet?${query}`);
    expect(status).toBe(400);
    expect(headers.getSetCookie()).toEqual([]);
  });

  test.each(['mastodon?host=', 'bluesky?handle='])(
    '%s of a stranger without a session reaches no server',
    async (query) => {
      const called: string[] = [];
      const server = createServer((incoming, response) => {
        called.push(incoming.url ?? '');
        response.end();
      });
      const port = await listen(server);
      try {
        const { status, headers, body } = await stack.anonymous('GET', `/api/auth/${query}127.0.0.1:${port}`);
        expect([status, body.code, called]).toEqual([401, 'unauthorized', []]);
        expect(headers.get('location')).toBeNull();
        expect(headers.getSetCookie()).toEqual([]);
      } finally {
        await close(server);
      }
    },
  );

  test('of a person without a session, who names a server, leads to the sign-in and back', async () => {
    const address = `/api/auth/mastodon?host=example.social&attempt=${'a'.repeat(43)}`;
    const { status, text } = await stack.anonymous('GET', address, { headers: { accept: 'text/html' } });
    expect(status).toBe(401);
    expect(text).toContain('<h1>Sign in first</h1>');
    expect(text).toContain('<a href="/">Sign in</a>');
    expect(text.replaceAll('&#38;', '&')).toContain(`<a href="${address}">Continue</a>`);
  });

  test.each([
    ['sec-purpose', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender'],
    ['purpose', 'prefetch'],
    ['x-moz', 'prefetch'],
  ])('ahead of time (%s: %s) begins nothing', async (name, value) => {
    const { status, headers } = await stack.anonymous('GET', '/api/auth/profnet', { headers: { [name]: value } });
    expect(status).toBe(503);
    expect(headers.getSetCookie()).toEqual([]);
  });

  test.each(['POST', 'PUT', 'DELETE', 'HEAD'])('by %s begins nothing', async (method) => {
    const answer = await fetch(`${stack.url}/api/auth/profnet`, { method, redirect: 'manual' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toContain('GET');
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('for a profile of another user answers 404 while signed in', async () => {
    const other = await stack.createWorkspace();
    const browser = await workspace.browser();
    const { status, headers } = await browser.visit('GET', `/api/auth/profnet?profileId=${other.profileId}`);
    expect(status).toBe(404);
    expect(headers.getSetCookie()).toEqual([]);
  });

  test('on another host name leads to the configured address first; forwarded names are ignored', async () => {
    const evil = await startBy({ host: 'evil.example' });
    expect(evil.location).toBe(`${stack.url}/api/auth/profnet`);
    expect(evil.cookies.map((cookie) => cookie.split('=')[0])).toEqual(['social.base']);
    const { host } = new URL(stack.url);
    const forwarded = await startBy({ host, 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' });
    expect(new URL(forwarded.location).searchParams.get('redirect_uri')).toBe(`${stack.url}/api/auth/profnet/callback`);
    expect(forwarded.location).not.toContain('evil');
  });
});

/** Starts with headers that `fetch` would not send. */
function startBy(headers: Record<string, string>): Promise<{ location: string; cookies: string[] }> {
  return new Promise((resolve, reject) => {
    const sent = request(`${stack.url}/api/auth/profnet`, { headers }, (answer) => {
      answer.resume();
      resolve({ location: answer.headers.location ?? '', cookies: answer.headers['set-cookie'] ?? [] });
    });
    sent.on('error', reject).end();
  });
}

describe('the callback', () => {
  const cases: [string, (flow: { state: string; code: string }) => string][] = [
    ['no state', ({ code }) => `code=${code}`],
    ['an empty state', ({ code }) => `state=&code=${code}`],
    ['a state that was never given', ({ code }) => `state=${'a'.repeat(43)}&code=${code}`],
    ['half a state', ({ state, code }) => `state=${state.slice(0, 20)}&code=${code}`],
    ['two states', ({ state, code }) => `state=${state}&state=${state}&code=${code}`],
    ['neither code nor error', ({ state }) => `state=${state}`],
    ['an empty code', ({ state }) => `state=${state}&code=`],
    ['two codes', ({ state, code }) => `state=${state}&code=${code}&code=${code}`],
    ['a code beyond all bounds', ({ state }) => `state=${state}&code=${'c'.repeat(5000)}`],
    ['the name of another issuer', ({ state, code }) => `state=${state}&code=${code}&iss=https%3A%2F%2Fevil.example`],
  ];

  test.each(cases)('with %s is a page with status 400, and no token is asked for', async (_name, query) => {
    const flow = await comeBack();
    const seen = await watchRequests(stack);
    const { status, headers } = await flow.browser.visit('GET', at(query(flow)));
    expect([status, headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(await seen()).toEqual([]);
    expect(flow.browser.cookies.has('social.connect.microblog')).toBe(false);
  });

  test("in another user's browser is refused: nobody is connected to a stranger's account", async () => {
    const { callback } = await comeBack();
    const victim = stack.browser();
    await victim.visit('GET', '/api/auth/microblog');
    const seen = await watchRequests(stack);
    expect((await victim.visit('GET', callback)).status).toBe(400);
    expect(await seen()).toEqual([]);
  });

  test('without its flow cookie, or with a changed one, is refused', async () => {
    for (const change of [
      (_: string) => null,
      (value: string) => `${value.slice(0, -1)}${value.endsWith('A') ? 'B' : 'A'}`,
    ]) {
      const { browser, callback } = await comeBack();
      const [[name = '', value = ''] = []] = [...browser.cookies].filter(([each]) => each.includes('flow'));
      const changed = change(value);
      if (changed === null) browser.cookies.delete(name);
      else browser.cookies.set(name, changed);
      const seen = await watchRequests(stack);
      expect((await browser.visit('GET', callback)).status).toBe(400);
      expect(await seen('token')).toEqual([]);
    }
  });

  test('of another platform is refused', async () => {
    const { browser, state, code } = await comeBack('microblog');
    const seen = await watchRequests(stack);
    expect((await browser.visit('GET', at(`state=${state}&code=${code}`, 'profnet'))).status).toBe(400);
    expect(await seen('token')).toEqual([]);
  });

  test('opened twice at once, or again by the back button, exchanges the code once', async () => {
    const { browser, callback } = await comeBack();
    const seen = await watchRequests(stack);
    const cookies = [...browser.cookies];
    const second = new Browserless(stack.url);
    for (const [name, value] of cookies) second.cookies.set(name, value);
    const statuses = (await Promise.all([browser.visit('GET', callback), second.visit('GET', callback)])).map(
      (answer) => answer.status,
    );
    expect(statuses.sort()).toEqual([302, 400]);
    expect((await browser.visit('GET', callback)).status).toBe(400);
    expect(await seen('token')).toHaveLength(1);
  });

  test('works up to ten minutes after the start and no longer', async () => {
    const early = await comeBack();
    clock.advance(10 * 60_000 - 1);
    expect((await early.browser.visit('GET', early.callback)).status).toBe(302);
    const late = await comeBack();
    clock.advance(10 * 60_000);
    const seen = await watchRequests(stack);
    expect((await late.browser.visit('GET', late.callback)).status).toBe(400);
    expect(await seen('token')).toEqual([]);
  });

  test.each(['iframe', 'frame', 'embed', 'object'])('inside an %s is refused', async (destination) => {
    const { browser, callback } = await comeBack();
    const { status } = await browser.visit('GET', callback, { headers: { 'sec-fetch-dest': destination } });
    expect(status).toBe(400);
  });

  test('after signing in as another user is refused', async () => {
    const browser = stack.browser();
    await browser.signIn(workspace.email, workspace.password);
    const { callback } = await comeBack('microblog', browser);
    const other = await stack.createWorkspace();
    await browser.signIn(other.email, other.password);
    const seen = await watchRequests(stack);
    expect((await browser.visit('GET', callback)).status).toBe(400);
    expect(await seen('token')).toEqual([]);
  });

  test.each([
    ['error=access_denied', ''],
    ['error=access_denied&error_description=%3Cscript%3Ealert(1)%3C%2Fscript%3E', ''],
    ['error=server_error', 'code'],
  ])('with %s is a friendly page that closes the flow', async (query, extra) => {
    const { browser, state, code } = await comeBack();
    const seen = await watchRequests(stack);
    const { status, text } = await browser.visit('GET', at(`state=${state}&${query}${extra && `&code=${code}`}`));
    expect(status).toBe(200);
    expect(text).toContain('Nothing was connected');
    expect(text).not.toContain('<script>alert');
    expect(await seen('token')).toEqual([]);
    expect((await browser.visit('GET', at(`state=${state}&code=${code}`))).status).toBe(400);
  });

  test('may carry additional parameters of the network', async () => {
    const { browser, callback } = await comeBack();
    expect((await browser.visit('GET', `${callback}&scope=all&authuser=0`)).status).toBe(302);
  });

  test('never redirects to another site', async () => {
    const { browser, callback } = await comeBack();
    const { headers } = await browser.visit('GET', `${callback}&next=//evil.example&redirect=javascript:alert(1)`);
    expect(headers.get('location')).toBe('/connect/microblog');
  });
});

describe('options and confirmation', () => {
  async function authorized(browser: Browserless = stack.browser()) {
    const flow = await comeBack('microblog', browser);
    await browser.visit('GET', flow.callback);
    return browser;
  }
  const confirm = (browser: Browserless, body: object, headers = {}) =>
    browser.visit('POST', '/api/connect/microblog/confirm', { body, headers });
  const OWNER = { accountId: '1745123456789012480' };

  async function signedInAndAuthorized() {
    const own = await stack.createWorkspace();
    const browser = await authorized(await own.browser());
    const status = async () => (await own.connections()).microblog;
    return { own, browser, status };
  }

  test('need the temporary cookie of the callback', async () => {
    const { status, body } = await stack.anonymous('GET', '/api/connect/microblog/options');
    expect([status, body.code]).toEqual([401, 'session_required']);
    const browser = await workspace.browser();
    const refused = await confirm(browser, { option: OWNER });
    expect([refused.status, refused.body.code]).toEqual([401, 'session_required']);
  });

  test('are of one platform: the cookie of one opens no other', async () => {
    const browser = await authorized();
    const value = browser.cookies.get('social.connect.microblog') ?? '';
    browser.cookies.set('social.connect.profnet', value);
    expect((await browser.visit('GET', '/api/connect/profnet/options')).status).toBe(401);
  });

  test('expire ten minutes after the start', async () => {
    const { browser } = await signedInAndAuthorized();
    clock.advance(10 * 60_000);
    expect((await browser.visit('GET', '/api/connect/microblog/options')).status).toBe(401);
    expect((await confirm(browser, { option: OWNER })).status).toBe(401);
  });

  test.each<FaultKind>(['server-error', 'garbage', 'drop', 'forbidden', 'rate-limit', 'unauthorized'])(
    'answer 502 while the network fails with %s, and work afterwards',
    async (kind) => {
      const { browser } = await signedInAndAuthorized();
      await stack.sandbox.fault({ network: 'x', operation: 'identity', kind, times: 1 });
      expect((await browser.visit('GET', '/api/connect/microblog/options')).status).toBe(502);
      expect((await browser.visit('GET', '/api/connect/microblog/options')).status).toBe(200);
      expect((await confirm(browser, { option: OWNER })).status).toBe(201);
    },
  );

  test('a failed exchange of the code is a page with status 502 and leaves nothing', async () => {
    for (const kind of ['server-error', 'garbage', 'invalid-grant', 'no-id'] as const) {
      const { browser, callback } = await comeBack();
      await stack.sandbox.fault({ network: 'x', operation: 'token', kind });
      const { status, headers } = await browser.visit('GET', callback);
      expect([kind, status, headers.get('content-type')]).toEqual([kind, 502, 'text/html; charset=utf-8']);
      expect([...browser.cookies.keys()]).toEqual([]);
    }
  });

  test('a failure of the server is not blamed on the network: its page names the request id that the log names', async () => {
    const { browser, callback } = await comeBack();
    await stack.query(
      "create trigger broken before update on oauth_flow when new.stage = 'authorized' begin select raise(abort, 'broken'); end",
    );
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(callback, { headers: { accept: 'text/html', cookie }, redirect: 'manual' });
    await stack.query('drop trigger broken');
    const [text, requestId] = [await answer.text(), answer.headers.get('x-request-id') ?? 'none'];
    expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
    expect(text).toContain('The connection could not be made');
    expect(text).toContain('Nothing was connected.');
    expect(text).not.toContain('The network');
    expect(text).toContain(requestId);
    expect(stack.log.some((line) => line.includes(requestId) && line.includes('broken'))).toBe(true);
    expect(await stack.query("select id from oauth_flow where stage = 'exchanging'")).toEqual([]);
  });

  test('confirming needs the dashboard session; an API key is not enough', async () => {
    const browser = await authorized();
    const headers = { authorization: `Bearer ${workspace.apiKey}` };
    const { status, body } = await confirm(browser, { option: OWNER }, headers);
    expect([status, body.code]).toEqual([401, 'session_required']);
  });

  test.each([
    ['no option', {}],
    ['null', { option: null }],
    ['a list', { option: [OWNER] }],
    ['text', { option: OWNER.accountId }],
    ['an option without an id', { option: { name: 'Sandbox Owner' } }],
    ['an id that is a number', { option: { accountId: 1745 } }],
    ['an account that was not offered', { option: { accountId: '1745123467899012481' } }],
    ['an account named like a field', { option: { accountId: '__proto__' } }],
    ['an invalid profile id', { option: OWNER, profileId: 'default' }],
  ])('%s is refused and the flow stays open', async (_name, body) => {
    const { browser, status } = await signedInAndAuthorized();
    expect((await confirm(browser, body)).status).toBe(400);
    expect((await status()).connected).toBe(false);
    expect((await confirm(browser, { option: OWNER })).status).toBe(201);
  });

  test('only the account id of the option counts', async () => {
    const { browser, status } = await signedInAndAuthorized();
    const option = {
      ...OWNER,
      name: 'Forged',
      type: 'organization',
      accountUrn: 'urn:li:person:other',
      accessToken: 'forged',
    };
    expect((await confirm(browser, { option })).status).toBe(201);
    expect(await status()).toMatchObject({ displayName: 'Sandbox Owner', username: 'sandbox_owner' });
    expect(await stack.dump()).not.toContain('forged');
  });

  test('a second confirmation is refused, also with the cookie of the first', async () => {
    const { browser } = await signedInAndAuthorized();
    const cookie = browser.cookies.get('social.connect.microblog') ?? '';
    expect((await confirm(browser, { option: OWNER })).status).toBe(201);
    expect((await confirm(browser, { option: OWNER })).status).toBe(401);
    browser.cookies.set('social.connect.microblog', cookie);
    expect((await confirm(browser, { option: OWNER })).status).toBe(401);
    browser.cookies.delete('social.connect.microblog');
  });

  test('confirming twice at once connects once', async () => {
    const { own, browser } = await signedInAndAuthorized();
    const answers = await Promise.all([confirm(browser, { option: OWNER }), confirm(browser, { option: OWNER })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401]);
    expect(await own.readLog()).toHaveLength(1);
  });

  test("another user's profile cannot be connected, wherever it is named", async () => {
    const victim = await stack.createWorkspace();
    const { browser } = await signedInAndAuthorized();
    const named = await confirm(browser, { option: OWNER, profileId: victim.profileId });
    expect([named.status, named.body.code]).toEqual([404, 'profile_not_found']);
    const attacker = stack.browser();
    await attacker.authorize('microblog', victim.profileId);
    await attacker.signIn(workspace.email, workspace.password);
    expect((await confirm(attacker, { option: OWNER })).status).toBe(404);
    expect((await victim.connections()).microblog.connected).toBe(false);
    expect(await victim.readLog()).toHaveLength(0);
  });

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'content-type': 'text/plain' }, 415],
  ])('confirming with %j is refused', async (headers, expected) => {
    const { browser, status } = await signedInAndAuthorized();
    expect((await confirm(browser, { option: OWNER }, headers)).status).toBe(expected);
    expect((await status()).connected).toBe(false);
  });

  test.each(['unknown', 'MICROBLOG', '__proto__'])('the platform %s answers 404 everywhere', async (platform) => {
    const browser = await workspace.browser();
    const answers = [
      await browser.visit('GET', `/api/connect/${platform}/options`),
      await browser.visit('POST', `/api/connect/${platform}/confirm`, { body: { option: OWNER } }),
      await browser.visit('POST', `/api/connect/${platform}/disconnect`),
      await browser.visit('GET', `/api/auth/${platform}/callback?state=a&code=b`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});
