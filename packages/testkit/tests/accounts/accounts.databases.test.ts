import { randomUUID } from 'node:crypto';
import { type Browserless, PASSWORD, startStack, useStack, WRONG_PASSWORD } from '@social/testkit';
import { describe, expect, test } from 'vitest';

/** Password that takes its time to hash, in which several sign-ups overlap. */
const SLOW_PASSWORD = 'correct horse battery';

const { stack } = useStack();

const newEmail = () => `${randomUUID()}@example.com`;
const signUp = (email: string, password: unknown = PASSWORD, browser = stack.browser()) =>
  browser.visit('POST', '/api/account/sign-up', { body: { email, password } });
const sessionOf = ({ cookies }: Browserless) => cookies.get('social.session_token') ?? '';

/** Asks with a cookie that a browser once had. */
const askWith = (session: string) =>
  stack.anonymous('GET', '/api/account', { headers: { cookie: `social.session_token=${session}` } });

describe('signing up', () => {
  test('creates a workspace on the free plan with a default profile, and signs in', async () => {
    const [email, browser] = [newEmail(), stack.browser()];
    const { status, body } = await signUp(email, PASSWORD, browser);
    expect(status).toBe(201);
    expect(body).toEqual({ email, workspaceId: expect.any(String), role: 'owner' });
    expect((await browser.visit('GET', '/api/account')).body).toEqual(body);
    const { profiles } = (await browser.visit('GET', '/api/profiles')).body;
    expect(profiles).toMatchObject([{ name: 'Default', slug: 'default', isDefault: true }]);
    const usage = (await browser.visit('GET', '/api/usage')).body;
    expect(usage).toMatchObject({ plan: { id: 'free', price: 0 }, credits: { balance: 500 } });
  });

  test('sets a cookie that scripts cannot read and other sites do not send', async () => {
    const { headers } = await signUp(newEmail());
    const cookie = headers.getSetCookie().find((line) => line.startsWith('social.session_token=')) ?? '';
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(cookie).toMatch(/Path=\//i);
    expect(cookie).not.toMatch(/Secure|Domain=/i);
  });

  test('with a password of blanks alone answers 400 and creates nothing', async () => {
    const { status, body } = await signUp(newEmail(), '        ');
    expect([status, body.details.field]).toEqual([400, 'password']);
  });

  test('with an address that has an account answers 409, whatever its case', async () => {
    const email = newEmail();
    await signUp(email);
    for (const again of [email, email.toUpperCase()]) {
      const { status, body } = await signUp(again, 'another password');
      expect([status, body.code]).toEqual([409, 'email_taken']);
    }
  });

  test('five times at once with one address creates one account', async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 5 }, () => signUp(email, SLOW_PASSWORD)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  test.each([
    ['no address', undefined, PASSWORD, 'email'],
    ['an invalid address', 'ada', PASSWORD, 'email'],
    ['an address that is too long', `${'a'.repeat(250)}@example.com`, PASSWORD, 'email'],
    ['no password', newEmail(), null, 'password'],
    ['a short password', newEmail(), 'seven77', 'password'],
    ['a password beyond 128 characters', newEmail(), 'p'.repeat(129), 'password'],
    ['a number for a password', newEmail(), 12_345_678, 'password'],
  ])('with %s is refused', async (_name, email, password, field) => {
    const { status, body } = await stack.browser().visit('POST', '/api/account/sign-up', { body: { email, password } });
    expect([status, body.details?.field]).toEqual([400, field]);
  });

  test('cannot choose plan, credits or workspace', async () => {
    const browser = stack.browser();
    const body = { email: newEmail(), password: PASSWORD };
    for (const more of [{ plan: 'pro' }, { balance: 9 }, { workspaceId: randomUUID() }]) {
      const { status } = await browser.visit('POST', '/api/account/sign-up', { body: { ...body, ...more } });
      expect(status).toBe(400);
    }
    expect((await browser.visit('POST', '/api/account/sign-up', { body })).status).toBe(201);
    expect((await browser.visit('GET', '/api/usage')).body).toMatchObject({
      plan: { id: 'free' },
      credits: { balance: 500 },
    });
  });

  test.each([
    ['closed', 0],
    ['first', 1],
  ])('on a server with SOCIAL_SIGN_UP=%s works %i times', async (policy, allowed) => {
    const own = await startStack({ env: { SOCIAL_SIGN_UP: policy } });
    try {
      const statuses = [];
      for (let count = 0; count < 2; count += 1) {
        const { status, body } = await signUp(newEmail(), PASSWORD, own.browser());
        statuses.push(status);
        if (status === 403) expect(body.code).toBe('sign_up_closed');
      }
      expect(statuses).toEqual(allowed === 1 ? [201, 403] : [403, 403]);
      const made = await own.createWorkspace();
      await made.browser();
    } finally {
      await own.close();
    }
  });
});

test('of five first accounts at once on a server that takes one, one is made', async () => {
  const own = await startStack({ env: { SOCIAL_SIGN_UP: 'first' } });
  try {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => signUp(newEmail(), SLOW_PASSWORD, own.browser())),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403, 403]);
    expect(await own.query('select id from workspace')).toHaveLength(1);
    expect(await own.query('select id from "user"')).toHaveLength(1);
  } finally {
    await own.close();
  }
});

describe('signing in', () => {
  test('answers the same for a wrong password and an unknown address', async () => {
    const email = newEmail();
    await signUp(email);
    const attempt = (as: string, password: string) =>
      stack.browser().visit('POST', '/api/account/sign-in', { body: { email: as, password } });
    const [wrong, unknown] = [await attempt(email, WRONG_PASSWORD), await attempt(newEmail(), PASSWORD)];
    for (const { status, body, headers } of [wrong, unknown]) {
      expect([status, body.code]).toEqual([401, 'unauthorized']);
      expect(body.error).toBe(wrong.body.error);
      expect(headers.getSetCookie()).toEqual([]);
    }
  });

  test('starts a new session, whatever cookie the browser sends', async () => {
    const email = newEmail();
    const [first, second] = [stack.browser(), stack.browser()];
    await signUp(email, PASSWORD, first);
    second.cookies.set('social.session_token', sessionOf(first));
    await second.signIn(email, PASSWORD);
    expect(sessionOf(second)).not.toBe(sessionOf(first));
    const planted = stack.browser();
    planted.cookies.set('social.session_token', 'chosen-by-somebody-else');
    await planted.signIn(email, PASSWORD);
    expect(sessionOf(planted)).not.toContain('chosen-by-somebody-else');
    expect((await askWith('chosen-by-somebody-else')).status).toBe(401);
  });

  test('takes the address in any case', async () => {
    const email = newEmail();
    await signUp(email);
    await stack.browser().signIn(email.toUpperCase(), PASSWORD);
  });

  test('is not limited when limits are switched off', async () => {
    const email = newEmail();
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const { status } = await stack
        .browser()
        .visit('POST', '/api/account/sign-in', { body: { email, password: WRONG_PASSWORD } });
      expect(status).toBe(401);
    }
  });
});

describe('a session', () => {
  test('survives a restart and ends with signing out, everywhere', async () => {
    const browser = stack.browser();
    await signUp(newEmail(), PASSWORD, browser);
    const session = sessionOf(browser);
    await stack.restart();
    expect((await askWith(session)).status).toBe(200);
    const { status, body } = await browser.visit('POST', '/api/account/sign-out');
    expect([status, body]).toEqual([200, { ok: true }]);
    expect(browser.cookies.size).toBe(0);
    const refused = await askWith(session);
    expect([refused.status, refused.body.code]).toEqual([401, 'session_required']);
  });

  test('that is signed out leaves other sessions of the account alone', async () => {
    const email = newEmail();
    const [one, two] = [stack.browser(), stack.browser()];
    await signUp(email, PASSWORD, one);
    await two.signIn(email, PASSWORD);
    await one.visit('POST', '/api/account/sign-out');
    expect((await two.visit('GET', '/api/account')).status).toBe(200);
  });

  test('is not needed to sign out', async () => {
    expect((await stack.anonymous('POST', '/api/account/sign-out')).status).toBe(200);
  });

  test.each(['', 'x', 'undefined', 'a.b', `${'a'.repeat(32)}.${'b'.repeat(43)}=`])(
    '"%s" is not accepted as one',
    async (session) => {
      expect((await askWith(session)).status).toBe(401);
    },
  );

  test('is refused when its cookie was changed by one character', async () => {
    const browser = stack.browser();
    await signUp(newEmail(), PASSWORD, browser);
    const session = sessionOf(browser);
    expect((await askWith(session)).status).toBe(200);
    const at = session.indexOf('.') + 5;
    const changed = `${session.slice(0, at)}${session[at] === 'a' ? 'b' : 'a'}${session.slice(at + 1)}`;
    expect((await askWith(changed)).status).toBe(401);
  });

  test('cannot be made from the content of the database', async () => {
    const browser = stack.browser();
    await signUp(newEmail(), PASSWORD, browser);
    const dump = await stack.dump();
    expect(dump).not.toContain(sessionOf(browser));
    expect(dump).not.toContain(decodeURIComponent(sessionOf(browser)));
    expect(dump).not.toContain(PASSWORD);
    const rows = await stack.query('select token from session');
    for (const { token } of rows.slice(0, 3)) expect((await askWith(String(token))).status).toBe(401);
  });

  test('is not replaced by an API key', async () => {
    const workspace = await stack.createWorkspace();
    const { status, body } = await workspace.api('GET', '/api/account');
    expect([status, body.code]).toEqual([401, 'session_required']);
  });
});

test.each([
  ['GET', '/api/usage', undefined, 200],
  ['GET', '/api/logs', undefined, 200],
  ['GET', '/api/profiles', undefined, 200],
  ['GET', '/api/keys', undefined, 200],
  ['GET', '/api/v1/posts', undefined, 200],
  ['GET', '/api/connect/status', undefined, 200],
  ['POST', '/api/profiles', { name: 'By session' }, 201],
  ['POST', '/api/keys', { name: 'By session' }, 201],
  ['POST', '/api/v1/posts', { text: 'By session', platforms: ['video'] }, 201],
  ['POST', '/api/connect/profnet/disconnect', {}, 201],
])('%s %s accepts a session instead of a key', async (method, path, body, expected) => {
  const browser = stack.browser();
  await signUp(newEmail(), PASSWORD, browser);
  expect((await browser.visit(method, path, body ? { body } : {})).status).toBe(expected);
  await browser.visit('POST', '/api/account/sign-out');
  expect((await browser.visit(method, path, body ? { body } : {})).status).toBe(401);
});

test('X-API-Key is taken by the webhook only', async () => {
  const { apiKey } = await stack.createWorkspace();
  const headers = { 'x-api-key': apiKey };
  const webhook = await stack.anonymous('POST', '/api/webhooks/incoming?test=true', {
    body: { body: 'Hello' },
    headers,
  });
  expect(webhook.status).toBe(201);
  expect((await stack.anonymous('GET', '/api/usage', { headers })).status).toBe(401);
  const post = await stack.anonymous('POST', '/api/v1/posts', { body: { text: 'x', platforms: ['video'] }, headers });
  expect(post.status).toBe(401);
});

test('the webhook takes a session too, as every call does that takes a Bearer key', async () => {
  const browser = stack.browser();
  await signUp(newEmail(), PASSWORD, browser);
  const { status } = await browser.visit('POST', '/api/webhooks/incoming?test=true', {
    body: { body: 'Hello' },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(status).toBe(201);
});
