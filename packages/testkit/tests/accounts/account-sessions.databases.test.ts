import { randomUUID } from 'node:crypto';
import { Browserless, PASSWORD, startStack, useStack } from '@social/testkit';
import { describe, expect, test, vi } from 'vitest';

const WEEK_MS = 7 * 24 * 3_600_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
const FOREIGN: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
];

const { stack } = useStack();

const credentials = (email: string) => ({ body: { email, password: PASSWORD } });

/** Signs up with a new address, or in with one that has an account. */
async function enter(email: string, headers: Record<string, string> = {}, url = stack.url): Promise<Browserless> {
  const browser = new Browserless(url);
  const call = { ...credentials(email), headers };
  const { status } = await browser.visit('POST', '/api/account/sign-up', call);
  if (status === 409) await browser.visit('POST', '/api/account/sign-in', call);
  return browser;
}

async function account(count = 1): Promise<{ email: string; browsers: Browserless[] }> {
  const email = `${randomUUID()}@example.com`;
  const browsers = [];
  for (let index = 0; index < count; index += 1) browsers.push(await enter(email));
  return { email, browsers };
}

const list = async (browser: Browserless) => (await browser.visit('GET', '/api/account/sessions')).body.sessions;
const currentId = async (browser: Browserless): Promise<string> => (await list(browser))[0].id;
const isSignedIn = async (browser: Browserless) => (await browser.visit('GET', '/api/account')).status === 200;
const secretOf = ({ cookies }: Browserless) => decodeURIComponent(cookies.get('social.session_token') ?? '');

describe('the list of sessions', () => {
  test('shows the session of the call first, then the newest first', async () => {
    const { browsers } = await account(3);
    const [first, second, third] = browsers as [Browserless, Browserless, Browserless];
    const ids = [await currentId(first), await currentId(second), await currentId(third)];
    const seen = await list(second);
    expect(seen.map(({ id }: { id: string }) => id)).toEqual([ids[1], ids[2], ids[0]]);
    expect(seen.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([true, false, false]);
  });

  test('says when each began and when it ends, a week later', async () => {
    const before = Date.now();
    const { browsers } = await account();
    const [{ createdAt, expiresAt }] = await list(browsers[0] as Browserless);
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.now());
    expect(Math.abs(Date.parse(expiresAt) - Date.parse(createdAt) - WEEK_MS)).toBeLessThan(5_000);
  });

  test('contains nothing that a cookie could be made from', async () => {
    const { browsers } = await account(2);
    const { text } = await (browsers[0] as Browserless).visit('GET', '/api/account/sessions');
    for (const browser of browsers) {
      const [token = '', signature = ''] = secretOf(browser).split('.');
      expect(token.length).toBeGreaterThan(20);
      expect(text).not.toContain(token);
      expect(text).not.toContain(signature);
    }
    for (const { id } of JSON.parse(text).sessions) {
      const headers = { cookie: `social.session_token=${id}` };
      expect((await stack.anonymous('GET', '/api/account', { headers })).status).toBe(401);
    }
  });

  test('leaves out expired sessions, which cannot be ended either', async () => {
    const { browsers } = await account(2);
    const [kept, expired] = browsers as [Browserless, Browserless];
    const id = await currentId(expired);
    await stack.query(`update session set "expiresAt" = '2020-01-01T00:00:00.000Z' where id = '${id}'`);
    expect((await list(kept)).map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([true]);
    expect((await kept.visit('DELETE', `/api/account/sessions/${id}`)).status).toBe(404);
    expect(await isSignedIn(expired)).toBe(false);
  });

  test('is empty for a workspace that the command made, until its user signs in', async () => {
    const workspace = await stack.createWorkspace();
    const ofAccount = `select s.id from session s join "user" u on u.id = s."userId" where u.email = '${workspace.email}'`;
    expect(await stack.query(ofAccount)).toEqual([]);
    expect(await list(await workspace.browser())).toHaveLength(1);
  });

  test('does not grow by asking', async () => {
    const { browsers } = await account();
    const browser = browsers[0] as Browserless;
    const before = await list(browser);
    await isSignedIn(browser);
    expect(await list(browser)).toEqual(before);
  });
});

describe('ending a session', () => {
  test('ends it at once, and no other', async () => {
    const { browsers } = await account(3);
    const [first, second, third] = browsers as [Browserless, Browserless, Browserless];
    const { status, body, headers } = await first.visit('DELETE', `/api/account/sessions/${await currentId(second)}`);
    expect([status, body, headers.getSetCookie()]).toEqual([200, { ok: true }, []]);
    expect(await isSignedIn(second)).toBe(false);
    expect(await isSignedIn(first)).toBe(true);
    expect(await isSignedIn(third)).toBe(true);
  });

  test('that has ended already answers 404', async () => {
    const { browsers } = await account(2);
    const [first, second] = browsers as [Browserless, Browserless];
    const path = `/api/account/sessions/${await currentId(second)}`;
    await first.visit('DELETE', path);
    const { status, body } = await first.visit('DELETE', path);
    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  test('of another account answers as if it did not exist, and ends nothing', async () => {
    const [one, other] = [await account(), await account()];
    const [mine, theirs] = [one.browsers[0] as Browserless, other.browsers[0] as Browserless];
    const foreign = await mine.visit('DELETE', `/api/account/sessions/${await currentId(theirs)}`);
    const unknown = await mine.visit('DELETE', '/api/account/sessions/4wK2mZ0eYtq1Lr8sVn3BxA');
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(foreign.body.error).toBe(unknown.body.error);
    expect(await isSignedIn(theirs)).toBe(true);
  });

  test('of the call itself signs out and deletes the cookie', async () => {
    const { browsers } = await account(2);
    const [first, second] = browsers as [Browserless, Browserless];
    const old = secretOf(first);
    const { status } = await first.visit('DELETE', `/api/account/sessions/${await currentId(first)}`);
    expect(status).toBe(200);
    expect(first.cookies.size).toBe(0);
    const headers = { cookie: `social.session_token=${encodeURIComponent(old)}` };
    expect((await stack.anonymous('GET', '/api/account', { headers })).status).toBe(401);
    expect(await isSignedIn(second)).toBe(true);
  });

  test.each(['x'.repeat(101), '%00'])('an impossible id ("%s") ends nothing', async (id) => {
    const { browsers } = await account();
    const browser = browsers[0] as Browserless;
    expect((await browser.visit('DELETE', `/api/account/sessions/${id}`)).status).toBe(400);
    expect(await isSignedIn(browser)).toBe(true);
  });
});

test('expired sessions are deleted, with their addresses', async () => {
  await using own = await startStack();
  const email = `${randomUUID()}@example.com`;
  const [living, expired] = [await enter(email, {}, own.url), await enter(email, {}, own.url)];
  const [{ id }, { id: ended }] = [(await list(living))[0], (await list(expired))[0]];
  await own.query(`update session set "expiresAt" = '2020-01-01T00:00:00.000Z' where id = '${ended}'`);
  await own.restart();
  const kept = () => own.query('select id from session');
  await vi.waitFor(async () => expect(await kept()).toEqual([{ id }]), 15_000);
});

test('signing out everywhere else leaves this session and other accounts alone', async () => {
  const [{ browsers }, other] = [await account(4), await account()];
  const [first, ...rest] = browsers as [Browserless, ...Browserless[]];
  const { status, body } = await first.visit('DELETE', '/api/account/sessions');
  expect([status, body]).toEqual([200, { ok: true }]);
  expect(await list(first)).toHaveLength(1);
  expect(await Promise.all(rest.map(isSignedIn))).toEqual([false, false, false]);
  expect(await isSignedIn(other.browsers[0] as Browserless)).toBe(true);
});

describe('the browser of a session', () => {
  test('is its user agent and its address', async () => {
    const [session] = await list(await enter(`${randomUUID()}@example.com`, { 'user-agent': FIREFOX }));
    expect([session.userAgent, session.address]).toEqual([FIREFOX, '127.0.0.1']);
  });

  test('is that of the sign-in, not of the sign-up', async () => {
    const { email } = await account();
    const [session] = await list(await enter(email, { 'user-agent': FIREFOX }));
    expect([session.userAgent, session.address]).toEqual([FIREFOX, '127.0.0.1']);
  });

  test('is shortened and has no control characters', async () => {
    const name = `Tab\there${String.fromCharCode(0x85, 0x9b)}${'x'.repeat(2_000)}`;
    const [session] = await list(await enter(`${randomUUID()}@example.com`, { 'user-agent': name }));
    expect(session.userAgent).toBe(`Tabhere${'x'.repeat(393)}`);
  });

  test('is null if the browser sends no user agent', async () => {
    const [session] = await list(await enter(`${randomUUID()}@example.com`, { 'user-agent': '' }));
    expect(session.userAgent).toBeNull();
  });

  test('cannot be forged by headers', async () => {
    const names = ['x-forwarded-for', 'x-real-ip', 'x-client-ip', 'x-social-client', 'cf-connecting-ip'];
    const headers = Object.fromEntries(names.map((name) => [name, '203.0.113.9']));
    const [session] = await list(await enter(`${randomUUID()}@example.com`, headers));
    expect(session.address).toBe('127.0.0.1');
  });

  test('is the client’s address behind a trusted proxy, whatever the client claims', async () => {
    await using own = await startStack({ env: { SOCIAL_TRUST_PROXY: '127.0.0.0/8' } });
    const addressFor = async (forwarded: string) => {
      const headers = { 'x-forwarded-for': forwarded, 'x-social-client': '203.0.113.9' };
      const [session] = await list(await enter(`${randomUUID()}@example.com`, headers, own.url));
      return session.address;
    };
    expect(await addressFor('192.0.2.7')).toBe('192.0.2.7');
    expect(await addressFor('198.51.100.1, 192.0.2.7')).toBe('192.0.2.7');
    expect(await addressFor('2001:DB8:0:1::7')).toBe('2001:db8:0:1::7');
    expect(await addressFor('::ffff:192.0.2.7')).toBe('192.0.2.7');
    expect(await addressFor('not an address')).toBe('127.0.0.1');
  });
});

describe.each([
  ['GET', '/api/account/sessions', undefined],
  ['DELETE', '/api/account/sessions', undefined],
  ['DELETE', '/api/account/sessions/4wK2mZ0eYtq1Lr8sVn3BxA', undefined],
  ['POST', '/api/account/password', { currentPassword: PASSWORD, newPassword: 'staple wrong horse' }],
])('%s %s', (method, path, body) => {
  const call = body ? { body } : {};

  test('refuses API keys and calls without a session', async () => {
    const workspace = await stack.createWorkspace();
    for (const answer of [await workspace.api(method, path, call), await stack.anonymous(method, path, call)]) {
      expect([answer.status, answer.body.code]).toEqual([401, 'session_required']);
    }
  });

  if (method === 'GET') return;

  test('is refused from another site, without an effect', async () => {
    const { browsers, email } = await account(2);
    const [first, second] = browsers as [Browserless, Browserless];
    const target = path.endsWith('BxA') ? `/api/account/sessions/${await currentId(second)}` : path;
    for (const headers of FOREIGN) {
      const answer = await first.visit(method, target, { ...call, headers });
      expect([headers, answer.status, answer.body.code]).toEqual([headers, 403, 'cross_site_request']);
    }
    expect(await Promise.all([first, second].map(isSignedIn))).toEqual([true, true]);
    await stack.browser().signIn(email, PASSWORD);
  });
});
