import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type Browserless, NEW_PASSWORD, PASSWORD, startStack, useStack, WRONG_PASSWORD } from '@social/testkit';
import { describe, expect, test } from 'vitest';

/** New password that takes its time to hash, in which others act. */
const SLOW_PASSWORD = 'staple wrong horse';
const COOKIE = 'social.session_token';

const { stack } = useStack();

async function signUp(on = stack): Promise<{ email: string; browser: Browserless }> {
  const [email, browser] = [`${randomUUID()}@example.com`, on.browser()];
  await browser.visit('POST', '/api/account/sign-up', { body: { email, password: PASSWORD } });
  return { email, browser };
}

const change = (browser: Browserless, currentPassword: unknown = PASSWORD, newPassword: unknown = NEW_PASSWORD) =>
  browser.visit('POST', '/api/account/password', { body: { currentPassword, newPassword } });

const isSignedIn = async (browser: Browserless) => (await browser.visit('GET', '/api/account')).status === 200;

async function signInStatus(email: string, password: string, browser = stack.browser()): Promise<number> {
  return (await browser.visit('POST', '/api/account/sign-in', { body: { email, password } })).status;
}

describe('changing the password', () => {
  test('makes the new one the only one', async () => {
    const { email, browser } = await signUp();
    const { status, body } = await change(browser);
    expect([status, body]).toEqual([200, { ok: true }]);
    expect(await signInStatus(email, PASSWORD)).toBe(401);
    expect(await signInStatus(email, NEW_PASSWORD)).toBe(200);
  });

  test('ends every other session and replaces its own cookie', async () => {
    const { email, browser } = await signUp();
    const others = [stack.browser(), stack.browser()];
    for (const other of others) await other.signIn(email, PASSWORD);
    const old = stack.browser();
    old.cookies.set(COOKIE, browser.cookies.get(COOKIE) ?? '');
    expect(await isSignedIn(old)).toBe(true);
    const { headers } = await change(browser);
    expect(headers.getSetCookie().join()).toMatch(/^social\.session_token=[^;]+;.*HttpOnly.*SameSite=Lax/i);
    expect(browser.cookies.get(COOKIE)).not.toBe(old.cookies.get(COOKIE));
    expect(await Promise.all([browser, old, ...others].map(isSignedIn))).toEqual([true, false, false, false]);
    const { sessions } = (await browser.visit('GET', '/api/account/sessions')).body;
    expect(sessions).toMatchObject([{ isCurrent: true }]);
  });

  test('leaves other accounts and API keys alone', async () => {
    const [workspace, other] = [await stack.createWorkspace(), await signUp()];
    expect((await change(await workspace.browser())).status).toBe(200);
    expect(await isSignedIn(other.browser)).toBe(true);
    expect((await workspace.api('GET', '/api/usage')).status).toBe(200);
  });

  test('revokes every key of this workspace on request, and says how many', async () => {
    const [own, other] = [await stack.createWorkspace(), await stack.createWorkspace()];
    await own.api('POST', '/api/keys', { body: { name: 'ci' } });
    const browser = await own.browser();
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, revokeKeys: true };
    const wrong = await browser.visit('POST', '/api/account/password', {
      body: { ...body, currentPassword: WRONG_PASSWORD },
    });
    expect([wrong.status, (await own.api('GET', '/api/usage')).status]).toEqual([400, 200]);
    const answer = await browser.visit('POST', '/api/account/password', { body });
    expect([answer.status, answer.body]).toEqual([200, { ok: true, revokedKeys: 2 }]);
    expect((await own.api('GET', '/api/usage')).status).toBe(401);
    expect((await browser.visit('GET', '/api/keys')).body).toEqual({ keys: [] });
    expect((await other.api('GET', '/api/usage')).status).toBe(200);
  });

  test('leaves no key that an old key or session makes at the same time', async () => {
    const own = await stack.createWorkspace();
    const [browser, intruder] = [await own.browser(), stack.browser()];
    await intruder.signIn(own.email, own.password);
    let isChanged = false;
    const statuses = new Set<number>();
    const keepMaking = async (make: () => Promise<{ status: number }>) => {
      while (!isChanged) statuses.add((await make()).status);
    };
    const body = { name: 'mine' };
    const attempts = [0, 1, 2, 3].map((nth) =>
      keepMaking(() =>
        nth % 2 ? own.api('POST', '/api/keys', { body }) : intruder.visit('POST', '/api/keys', { body }),
      ),
    );
    const change = { currentPassword: PASSWORD, newPassword: SLOW_PASSWORD, revokeKeys: true };
    const { status } = await browser.visit('POST', '/api/account/password', { body: change });
    isChanged = true;
    await Promise.all(attempts);
    expect(status).toBe(200);
    expect(statuses).toContain(201);
    expect((await browser.visit('GET', '/api/keys')).body).toEqual({ keys: [] });
  });

  test('lets in no command that an old session approves at the same time', async () => {
    const own = await stack.createWorkspace();
    const [browser, intruder] = [await own.browser(), stack.browser()];
    await intruder.signIn(own.email, own.password);
    let isChanged = false;
    const [codes, statuses] = [new Set<string>(), new Set<number>()];
    const verifier = randomBytes(32).toString('base64url');
    const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
    const listening = { machine: 'theirs', port: 49_152, state: 'a-state-of-the-command', codeChallenge };
    const keepIssuing = async () => {
      while (!isChanged) {
        const { status, body } = await intruder.visit('POST', '/api/command/code', { body: listening });
        statuses.add(status);
        if (status === 201) codes.add(new URL(body.redirectUrl).searchParams.get('code') ?? '');
      }
    };
    const begun = await Promise.all(
      [...Array(12).keys()].map((nth) =>
        stack.anonymous('POST', '/api/command/device', { body: { machine: `theirs ${nth}` } }),
      ),
    );
    const approvals = async () => {
      for (const { body } of begun) {
        const approval = { body: { userCode: body.userCode } };
        statuses.add((await intruder.visit('POST', '/api/command/device/approve', approval)).status);
      }
    };
    const attempts = [keepIssuing(), keepIssuing(), approvals()];
    const wanted = { currentPassword: PASSWORD, newPassword: SLOW_PASSWORD, revokeKeys: true };
    const { status } = await browser.visit('POST', '/api/account/password', { body: wanted });
    isChanged = true;
    await Promise.all(attempts);
    expect(status).toBe(200);
    const exchanges = [
      ...[...codes].map((code) => ({ path: 'code', body: { code, codeVerifier: verifier } })),
      ...begun.map(({ body }) => ({ path: 'device', body: { deviceCode: body.deviceCode } })),
    ];
    for (const { path, body } of exchanges) {
      expect((await stack.anonymous('POST', `/api/command/${path}/exchange`, { body })).status).not.toBe(201);
    }
    expect([...statuses].filter((each) => each < 300).length).toBeGreaterThan(0);
    expect((await browser.visit('GET', '/api/keys')).body).toEqual({ keys: [] });
  });

  test('with a wrong current password changes nothing, and the session continues', async () => {
    const { email, browser } = await signUp();
    const { status, body, headers } = await change(browser, WRONG_PASSWORD);
    expect([status, body.code, body.details]).toEqual([400, 'invalid_request', { field: 'currentPassword' }]);
    expect(headers.getSetCookie()).toEqual([]);
    expect(await isSignedIn(browser)).toBe(true);
    expect(await signInStatus(email, PASSWORD)).toBe(200);
    expect(await signInStatus(email, NEW_PASSWORD)).toBe(401);
  });

  test.each([
    ['no present password', null, NEW_PASSWORD, 'currentPassword'],
    ['an empty present password', '', NEW_PASSWORD, 'currentPassword'],
    ['a present password that none can be', 'p'.repeat(129), NEW_PASSWORD, 'currentPassword'],
    ['no new password', PASSWORD, null, 'newPassword'],
    ['a short new password', PASSWORD, 'seven77', 'newPassword'],
    ['a new password beyond 128 characters', PASSWORD, 'p'.repeat(129), 'newPassword'],
  ])('with %s is refused', async (_name, currentPassword, newPassword, field) => {
    const { browser } = await signUp();
    const { status, body } = await change(browser, currentPassword, newPassword);
    expect([status, body.details?.field]).toEqual([400, field]);
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('leaves neither password in the database nor in the log', async () => {
    const { browser } = await signUp();
    await change(browser, PASSWORD, 'a password of its own');
    expect(await stack.dump()).not.toContain('a password of its own');
    expect(stack.log.join('')).not.toContain('a password of its own');
  });

  test('twice at once with the same current password succeeds once', async () => {
    const { email, browser } = await signUp();
    const second = stack.browser();
    await second.signIn(email, PASSWORD);
    const passwords = ['first new password', 'second new password'];
    const answers = await Promise.all([
      change(browser, PASSWORD, passwords[0]),
      change(second, PASSWORD, passwords[1]),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect([...statuses].sort()).toEqual([200, 400]);
    const [kept, lost] = statuses[0] === 200 ? passwords : [...passwords].reverse();
    expect(await signInStatus(email, kept ?? '')).toBe(200);
    expect(await signInStatus(email, lost ?? '')).toBe(401);
  });

  test('ends sessions that sign in with the old password at the same time', async () => {
    const { email, browser } = await signUp();
    const intruders: Browserless[] = [];
    let isChanged = false;
    const keepSigningIn = async () => {
      while (!isChanged) {
        const intruder = stack.browser();
        intruders.push(intruder);
        await signInStatus(email, PASSWORD, intruder);
      }
    };
    // At any time, some sign-in is between the check of its password and its session.
    const attempts = [keepSigningIn(), keepSigningIn(), keepSigningIn()];
    const { status } = await change(browser, PASSWORD, SLOW_PASSWORD);
    isChanged = true;
    await Promise.all(attempts);
    expect(status).toBe(200);
    expect(await Promise.all(intruders.map(isSignedIn))).toEqual(intruders.map(() => false));
    expect(await isSignedIn(browser)).toBe(true);
  });
});

test('guesses of the current password count against the limit of sign-ins, and the answer says how long to wait', async () => {
  await using own = await startStack({ env: { SOCIAL_RATE_LIMIT: '1000' } });
  const { email, browser } = await signUp(own);
  const statuses = [];
  for (let attempt = 0; attempt < 9; attempt += 1)
    statuses.push((await change(browser, `${attempt} ${WRONG_PASSWORD}`)).status);
  // The sign-up was the first of ten.
  expect(statuses).toEqual(Array(9).fill(400));
  const refused = await change(browser);
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await signInStatus(email, PASSWORD, own.browser())).toBe(429);
  expect(await isSignedIn(browser)).toBe(true);
});
