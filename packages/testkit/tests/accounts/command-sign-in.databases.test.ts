import { type Browserless, useStack } from '@social/testkit';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { keysOf, outcome, signingIn } from './signing-in.ts';

const MINUTE_MS = 60_000;
let browser: Browserless;

const { stack, clock, workspace: owner } = useStack({ clock: true });

beforeAll(async () => {
  browser = await owner.browser();
});

// Pending codes of one test must not use up the limit of the next one.
afterEach(() => stack.query('delete from command_grant'));

const { begin, exchange, issue, look, poll, send, visit } = signingIn(stack, () => browser);

test('a typed code becomes a key that may do what was asked for and approved', async () => {
  const ask = (scopes: string[]) =>
    stack.anonymous('POST', '/api/command/device', { body: { machine: 'build-7', scopes } });
  const { deviceCode, userCode } = (await ask(['publish', 'read'])).body;
  expect((await look(userCode)).body.scopes).toEqual(['publish', 'read']);
  const beyond = await visit('device/approve', { userCode, scopes: ['read', 'admin'] });
  expect([beyond.status, beyond.body.details]).toEqual([400, { field: 'scopes' }]);
  expect(outcome(await poll(deviceCode))).toEqual([400, 'authorization_pending']);
  expect((await visit('device/approve', { userCode, scopes: ['read'] })).status).toBe(200);
  clock.advance(5_000);
  const { body } = await poll(deviceCode);
  expect(body.key.scopes).toEqual(['read']);
  const publish = { key: body.rawKey, body: { text: 'no', platforms: ['profnet'] } };
  expect((await stack.anonymous('POST', '/api/v1/posts', publish)).body.code).toBe('scope_missing');
  expect((await ask([])).status).toBe(400);
  expect((await ask(['everything'])).status).toBe(400);
});

test('a typed code may be polled at the given interval', async () => {
  const { deviceCode, interval } = await begin();
  for (let times = 0; times < 4; times += 1) {
    expect((await poll(deviceCode)).body.code).toBe('authorization_pending');
    clock.advance(interval * 1_000);
  }
});

test('a typed code is good for one key, however many polls come at once', async () => {
  const { deviceCode, userCode } = await begin('racing');
  await visit('device/approve', { userCode });
  const answers = await Promise.all(Array.from({ length: 8 }, () => poll(deviceCode)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 201);
  for (const answer of refused) expect(outcome(answer)).toEqual([400, 'expired_token']);
  expect((await keysOf(owner)).filter((name) => name === 'social on racing')).toHaveLength(1);
});

test('a typed code is approved once, however many approvals come at once', async () => {
  const other = await stack.createWorkspace();
  const { deviceCode, userCode } = await begin('wanted');
  const both = [browser, await other.browser()];
  const answers = await Promise.all(both.map((by) => visit('device/approve', { userCode }, by)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect((await poll(deviceCode)).status).toBe(201);
  const names = (await Promise.all([owner, other].map(keysOf))).flat();
  expect(names.filter((name) => name === 'social on wanted')).toHaveLength(1);
});

test('a typed code is one of at most twenty pending codes per address, even if they come at once', async () => {
  const answers = await Promise.all(Array.from({ length: 26 }, () => send('device', { machine: 'crowd' })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body.code).toBe('rate_limited');
  expect(refused?.headers.get('retry-after')).toBe('600');
  await visit('device/deny', { userCode: answers.find(({ status }) => status === 201)?.body.userCode });
  expect((await send('device', { machine: 'crowd' })).status).toBe(201);
  clock.advance(10 * MINUTE_MS);
  expect((await send('device', { machine: 'crowd' })).status).toBe(201);
});

test('a code of the browser is good for one key, however many polls come at once', async () => {
  const code = await issue();
  const before = (await keysOf(owner)).length;
  const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(400)]);
  expect(outcome(await exchange(code))).toEqual([400, 'invalid_grant']);
  expect(await keysOf(owner)).toHaveLength(before + 1);
});

test('a code of the browser expires after a minute', async () => {
  const code = await issue();
  clock.advance(MINUTE_MS);
  expect(outcome(await exchange(code))).toEqual([400, 'invalid_grant']);
});
