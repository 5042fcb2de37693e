import { randomBytes } from 'node:crypto';
import {
  type ApiAnswer,
  type Browserless,
  NEW_PASSWORD,
  startStack,
  useResource,
  useStack,
  type Workspace,
} from '@social/testkit';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { keysOf, outcome, signingIn } from './signing-in.ts';

const MINUTE_MS = 60_000;
let browser: Browserless;

const { stack, clock, workspace: owner } = useStack({ clock: true });

beforeAll(async () => {
  browser = await owner.browser();
});

// Pending codes of one test must not use up the limit of the next one.
afterEach(() => stack.query('delete from command_grant'));

const { begin, codeChallenge, exchange, issue, listening, look, poll, send, visit } = signingIn(stack, () => browser);
const works = async (key: string) => (await stack.anonymous('GET', '/api/usage', { key })).status === 200;

describe('a code that was approved but not yet exchanged', () => {
  const leave: [string, (by: Browserless, owner: Workspace) => Promise<ApiAnswer>][] = [
    ['signing out', (by) => by.visit('POST', '/api/account/sign-out', { body: {} })],
    ['ending the other sessions', (by) => by.visit('DELETE', '/api/account/sessions')],
    [
      'ending one session',
      async (by, { email, password }) => {
        const other = stack.browser();
        await other.signIn(email, password);
        const { sessions } = (await by.visit('GET', '/api/account/sessions')).body;
        return by.visit('DELETE', `/api/account/sessions/${sessions[1].id}`);
      },
    ],
    [
      'a change of the password',
      (by, { password: currentPassword }) =>
        by.visit('POST', '/api/account/password', { body: { currentPassword, newPassword: NEW_PASSWORD } }),
    ],
  ];
  test.each(leave)('is useless after %s', async (_name, end) => {
    const own = await stack.createWorkspace();
    const by = await own.browser();
    const { deviceCode, userCode } = await begin();
    expect((await visit('device/approve', { userCode }, by)).status).toBe(200);
    const code = await issue(by);
    expect((await end(by, own)).status).toBe(200);
    expect(outcome(await poll(deviceCode))).toEqual([400, 'expired_token']);
    expect(outcome(await exchange(code))).toEqual([400, 'invalid_grant']);
    expect(await keysOf(own)).toHaveLength(1);
  });
});

describe('a code that a person types', () => {
  test('becomes a key of the workspace that approved it, which is logged with what it is for', async () => {
    const { deviceCode, userCode, ...rest } = await begin();
    expect(userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(rest).toEqual({
      verificationUri: `${stack.url}/device`,
      verificationUriComplete: `${stack.url}/device?code=${userCode}`,
      expiresIn: 600,
      interval: 5,
    });
    expect(outcome(await poll(deviceCode))).toEqual([400, 'authorization_pending']);
    expect((await look(userCode)).body).toEqual({
      machine: 'build-7',
      address: '127.0.0.1',
      scopes: ['read', 'draft', 'publish', 'actions', 'admin'],
      createdAt: new Date(clock.now()).toISOString(),
      expiresAt: new Date(clock.now() + 10 * MINUTE_MS).toISOString(),
    });
    const before = await keysOf(owner);
    expect((await visit('device/approve', { userCode })).body).toEqual({ ok: true });
    expect(await keysOf(owner), 'no key is made before it is fetched').toEqual(before);
    const { status, body, headers } = await poll(deviceCode);
    expect([status, body.key.name, headers.get('cache-control')]).toEqual([201, 'social on build-7', 'no-store']);
    const usage = await stack.anonymous('GET', '/api/logs?limit=1', { key: body.rawKey });
    expect(usage.body.logs[0]).toMatchObject({
      action: 'command.signed_in',
      status: 'success',
      platform: null,
      metadata: { machine: 'build-7', key: 'social on build-7', keyPreview: body.key.keyPreview },
    });
    expect(JSON.stringify(usage.body.logs[0])).not.toContain(body.rawKey);
  });

  test('is read without regard to case, dashes and spaces', async () => {
    const { userCode, deviceCode } = await begin();
    const typed = ` ${userCode.toLowerCase().replace('-', ' ')} `;
    expect((await look(typed)).status).toBe(200);
    expect((await visit('device/approve', { userCode: typed })).status).toBe(200);
    expect((await poll(deviceCode)).status).toBe(201);
  });

  test('is polled too fast: the interval grows by five seconds', async () => {
    const { deviceCode } = await begin();
    const codes: string[] = [];
    for (const seconds of [0, 4, 9, 14, 15]) {
      clock.advance(seconds * 1_000);
      codes.push((await poll(deviceCode)).body.code);
    }
    // Every 5 s, then 10, then 15.
    expect(codes).toEqual(['authorization_pending', 'slow_down', 'slow_down', 'slow_down', 'slow_down']);
    clock.advance(25_000);
    expect((await poll(deviceCode)).body.code).toBe('authorization_pending');
  });

  test('that is denied gives no key, and cannot be approved after', async () => {
    const { deviceCode, userCode } = await begin();
    expect((await visit('device/deny', { userCode })).body).toEqual({ ok: true });
    for (const path of ['device/approve', 'device/deny']) {
      expect(outcome(await visit(path, { userCode }))).toEqual([404, 'not_found']);
    }
    const before = await keysOf(owner);
    expect(outcome(await poll(deviceCode))).toEqual([400, 'access_denied']);
    expect(await keysOf(owner)).toEqual(before);
  });

  test('gives a key of the workspace that approved it, and of no other', async () => {
    const other = await stack.createWorkspace();
    const { deviceCode, userCode } = await begin();
    await visit('device/approve', { userCode }, await other.browser());
    expect(outcome(await look(userCode))).toEqual([404, 'not_found']);
    const { rawKey } = (await poll(deviceCode)).body;
    const profiles = await stack.anonymous('GET', '/api/profiles', { key: rawKey });
    expect(profiles.body.profiles[0].id).toBe(other.profileId);
  });

  test.each(['pending', 'approved'])('expires after ten minutes, %s', async (state) => {
    const { deviceCode, userCode } = await begin();
    if (state === 'approved') await visit('device/approve', { userCode });
    const before = await keysOf(owner);
    clock.advance(10 * MINUTE_MS);
    expect(outcome(await poll(deviceCode))).toEqual([400, 'expired_token']);
    expect(outcome(await look(userCode))).toEqual([404, 'not_found']);
    expect(outcome(await visit('device/approve', { userCode }))).toEqual([404, 'not_found']);
    expect(await keysOf(owner)).toEqual(before);
  });

  test('is deleted with its workspace', async () => {
    const gone = await stack.createWorkspace();
    const { deviceCode, userCode } = await begin();
    await visit('device/approve', { userCode }, await gone.browser());
    await stack.query(`delete from "user" where email = '${gone.email}'`);
    expect(outcome(await poll(deviceCode))).toEqual([400, 'expired_token']);
  });
});

describe('a code that the browser brings', () => {
  test('is given to a signed-in user, however many unknown commands of the same address wait', async () => {
    for (let count = 0; count < 20; count += 1) expect((await send('device', { machine: 'crowd' })).status).toBe(201);
    expect((await send('device', { machine: 'crowd' })).status).toBe(429);
    expect((await exchange(await issue())).status).toBe(201);
  });

  test('leads to the port on this computer, and becomes a key for the holder of the verifier', async () => {
    const { status, body } = await visit('code', listening);
    expect(status).toBe(201);
    const { origin, pathname, searchParams } = new URL(body.redirectUrl);
    expect([origin, pathname, searchParams.get('state')]).toEqual([
      'http://127.0.0.1:49152',
      '/callback',
      listening.state,
    ]);
    const made = await exchange(searchParams.get('code') ?? '');
    expect([made.status, made.body.key.name]).toEqual([201, 'social on ada-laptop']);
    expect(await works(made.body.rawKey)).toBe(true);
  });

  test('is useless without its verifier, and stays good for its holder', async () => {
    const code = await issue();
    const before = await keysOf(owner);
    expect(outcome(await exchange(code, randomBytes(32).toString('base64url')))).toEqual([400, 'invalid_grant']);
    expect(outcome(await exchange(code, codeChallenge)), 'the challenge is no verifier').toEqual([
      400,
      'invalid_grant',
    ]);
    expect(outcome(await poll(code)), 'it is not a device code').toEqual([400, 'expired_token']);
    expect(await keysOf(owner)).toEqual(before);
    expect((await exchange(code)).status).toBe(201);
  });

  test('is not interchangeable with a device code, approved or not', async () => {
    const { deviceCode, userCode } = await begin();
    await visit('device/approve', { userCode });
    expect(outcome(await exchange(deviceCode))).toEqual([400, 'invalid_grant']);
    expect((await poll(deviceCode)).status).toBe(201);
  });

  test('leads back without a code after a refusal', async () => {
    const { port, state } = listening;
    const { status, body } = await visit('code/deny', { port, state });
    expect([status, body.redirectUrl]).toEqual([
      200,
      `http://127.0.0.1:49152/callback?error=access_denied&state=${state}`,
    ]);
    expect(await stack.query('select code_hash from command_grant')).toEqual([]);
  });

  test.each([
    ['port', 80],
    ['port', 65_536],
    ['port', '49152@example.com/'],
    ['state', 'short'],
    ['state', 'a-state&code=another-one'],
    ['codeChallenge', 'plain'],
    ['machine', 'evil\u202emachine'],
    ['machine', ' '],
    ['machine', 'm'.repeat(81)],
  ])('is refused where %s is %j', async (field, value) => {
    const { status, body } = await visit('code', { ...listening, [field]: value });
    expect([status, body.details.field]).toEqual([400, field]);
  });
});

test('codes are stored as hashes only, and deleted once they are used or expired', async () => {
  const { deviceCode, userCode } = await begin();
  const code = await issue();
  const dump = await stack.dump();
  for (const secret of [deviceCode, userCode, userCode.replace('-', ''), code]) expect(dump).not.toContain(secret);
  await visit('device/approve', { userCode });
  const { rawKey } = (await poll(deviceCode)).body;
  expect(await stack.query('select state from command_grant')).toEqual([{ state: 'approved' }]);
  await exchange(code);
  expect(await stack.query('select state from command_grant')).toEqual([]);
  expect(await stack.dump()).not.toContain(rawKey);
});

test('an Idempotency-Key changes nothing: no answer with a secret is stored', async () => {
  const { deviceCode, userCode } = await begin();
  await visit('device/approve', { userCode });
  const headers = { 'idempotency-key': 'once more' };
  const first = await stack.anonymous('POST', '/api/command/device/exchange', { body: { deviceCode }, headers });
  const again = await stack.anonymous('POST', '/api/command/device/exchange', { body: { deviceCode }, headers });
  expect([first.status, again.status]).toEqual([201, 400]);
  expect(await stack.query('select key from idempotency_key')).toEqual([]);
});

describe.each([
  ['device/approve', true],
  ['device/deny', true],
  ['code', false],
  ['code/deny', false],
])('POST /api/command/%s', (path, isOfDevice) => {
  const bodyFor = async () => {
    if (isOfDevice) return { userCode: (await begin()).userCode };
    const { port, state } = listening;
    return path === 'code' ? listening : { port, state };
  };

  test('refuses API keys and calls without a session', async () => {
    const body = await bodyFor();
    const answers = [await owner.api('POST', `/api/command/${path}`, { body }), await send(path, body)];
    for (const answer of answers) expect(outcome(answer)).toEqual([401, 'session_required']);
    if (isOfDevice) expect((await look((body as { userCode: string }).userCode)).status).toBe(200);
  });

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
  ])('is refused from another site (%j), without an effect', async (headers) => {
    const body = await bodyFor();
    const before = await stack.query('select state from command_grant');
    const answer = await browser.visit('POST', `/api/command/${path}`, { body, headers });
    expect(outcome(answer)).toEqual([403, 'cross_site_request']);
    expect(await stack.query('select state from command_grant')).toEqual(before);
  });
});

test('a form of another site cannot begin or finish a sign-in', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' };
  for (const path of ['device', 'device/exchange', 'code/exchange']) {
    const answer = await stack.anonymous('POST', `/api/command/${path}`, { body: {}, headers });
    expect(outcome(answer)).toEqual([403, 'cross_site_request']);
  }
});

describe('guessing codes', () => {
  const limited = useResource(() =>
    startStack({ env: { SOCIAL_RATE_LIMIT: '300', SOCIAL_TRUST_PROXY: '127.0.0.0/8' } }),
  );

  test('is limited per session and per address, then for right codes too; right codes do not count', async () => {
    const guesser = await (await limited.createWorkspace()).browser();
    const [other, third] = [
      await (await limited.createWorkspace()).browser(),
      await (await limited.createWorkspace()).browser(),
    ];
    const { userCode } = (await limited.anonymous('POST', '/api/command/device', { body: { machine: 'm' } })).body;
    const ask = async (by: Browserless, code: string, from: string) => {
      const path = `/api/command/device?userCode=${code}`;
      return (await by.visit('GET', path, { headers: { 'x-forwarded-for': from } })).status;
    };
    for (let times = 0; times < 15; times += 1) expect(await ask(guesser, userCode, '192.0.2.1')).toBe(200);
    for (let times = 0; times < 10; times += 1) expect(await ask(guesser, 'BBBB-BBBB', '192.0.2.1')).toBe(404);
    expect(await ask(guesser, userCode, '192.0.2.1'), 'locked').toBe(429);
    expect(await ask(guesser, userCode, '192.0.2.2'), 'the session, from elsewhere').toBe(429);
    expect(await ask(other, userCode, '192.0.2.1'), 'another session, from there').toBe(429);
    expect(await ask(third, userCode, '192.0.2.3'), 'another address').toBe(200);
    const approve = { body: { userCode }, headers: { 'x-forwarded-for': '192.0.2.1' } };
    const refused = await guesser.visit('POST', '/api/command/device/approve', approve);
    expect(outcome(refused)).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
  });
});

test('the server deletes expired codes', async () => {
  await begin();
  await stack.query(`update command_grant set expires_at = '2020-01-01T00:00:00.000Z'`);
  await stack.restart();
  await expect.poll(() => stack.query('select state from command_grant')).toEqual([]);
});
