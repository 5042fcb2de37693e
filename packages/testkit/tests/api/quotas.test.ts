import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestClock, type Stack, startStack, type TestClock, type Workspace } from '@social/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { temporaryDirectory } from '../once/bad-input/server-process.ts';

const QUOTAS = { keys: 3, profiles: 2, scheduledPosts: 2, scheduledBytes: 30_000 };
const HOUR_MS = 3_600_000;
const directory = temporaryDirectory();
let stack: Stack;
let clock: TestClock;
let workspace: Workspace;

beforeAll(async () => {
  const plansFile = join(directory.path, 'plans.json');
  const small = { label: 'Small', price: 1, monthlyCredits: 100, quotas: QUOTAS };
  writeFileSync(plansFile, JSON.stringify({ free: { label: 'Free', price: 0, monthlyCredits: 10 }, small }));
  clock = createTestClock(new Date().toISOString());
  stack = await startStack({ clock, env: { SOCIAL_PLANS_FILE: plansFile } });
});

beforeEach(async () => {
  workspace = await stack.createWorkspace({ plan: 'small' });
});

afterAll(async () => {
  await stack.close();
  directory[Symbol.dispose]();
});

const refused = (quota: keyof typeof QUOTAS) => ({
  status: 403,
  body: { code: 'quota_exceeded', details: { quota, limit: QUOTAS[quota] }, error: expect.stringContaining('allows') },
});
const makeKey = () => workspace.api('POST', '/api/keys', { body: { name: 'One more' } });
const makeProfile = (name: string) => workspace.api('POST', '/api/profiles', { body: { name } });
const inAnHour = () => new Date(clock.now() + HOUR_MS).toISOString();
const publish = (body: object, headers = {}) =>
  workspace.api('POST', '/api/v1/posts', { body: { platforms: ['profnet'], ...body }, headers });
const schedule = (text: string, headers = {}) => publish({ text, scheduledFor: inAnHour() }, headers);
const cancel = (id: string) => workspace.api('DELETE', `/api/v1/posts/${id}`);

test('a workspace makes as many keys as its plan allows; one that is revoked makes room', async () => {
  const first = await makeKey();
  expect([first.status, (await makeKey()).status]).toEqual([201, 201]);
  expect(await makeKey()).toMatchObject(refused('keys'));
  expect((await workspace.api('GET', '/api/keys')).body.keys).toHaveLength(QUOTAS.keys);
  await workspace.api('DELETE', `/api/keys/${first.body.key.id}`);
  expect((await makeKey()).status).toBe(201);
});

test('keys that are asked for at once are as many as the plan allows', async () => {
  const statuses = (await Promise.all(Array.from({ length: 8 }, makeKey))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, 201, ...Array(6).fill(403)]);
});

test('a command that was let in gets no key beyond the quota, and gets it once there is room', async () => {
  const { body: waiting } = await stack.anonymous('POST', '/api/command/device', { body: { machine: 'build-7' } });
  const browser = await workspace.browser();
  await browser.visit('POST', '/api/command/device/approve', { body: { userCode: waiting.userCode } });
  const made = await makeKey();
  await makeKey();
  const exchange = () =>
    stack.anonymous('POST', '/api/command/device/exchange', { body: { deviceCode: waiting.deviceCode } });
  expect(await exchange()).toMatchObject(refused('keys'));
  await workspace.api('DELETE', `/api/keys/${made.body.key.id}`);
  expect((await exchange()).status).toBe(201);
});

test('a workspace makes as many profiles as its plan allows', async () => {
  expect((await makeProfile('Second')).status).toBe(201);
  expect(await makeProfile('Third')).toMatchObject(refused('profiles'));
});

test('a workspace schedules as many posts as its plan allows; one that is canceled makes room, and nothing was stored', async () => {
  const first = await schedule('One');
  expect([first.status, (await schedule('Two')).status]).toEqual([201, 201]);
  expect(await schedule('Three', { 'Idempotency-Key': 'three' })).toMatchObject(refused('scheduledPosts'));
  expect((await workspace.api('GET', '/api/v1/posts')).body.posts).toHaveLength(2);
  await cancel(first.body.id);
  expect((await schedule('Three', { 'Idempotency-Key': 'three' })).status).toBe(201);
});

test('what was scheduled and canceled, or refused before it was sent, goes on taking room: it cost nothing', async () => {
  const text = 'x'.repeat(2_900);
  for (let round = 0; round < 3; round += 1) await cancel((await schedule(`${round}${text}`)).body.id);
  expect(await schedule(`4${text}`)).toMatchObject(refused('scheduledBytes'));
  // Profnet is not connected, so that this would be stored without being sent.
  expect(await publish({ text })).toMatchObject(refused('scheduledBytes'));
  expect((await publish({ text: 'A short one' })).status).toBe(201);
  clock.advance(30 * 24 * HOUR_MS);
  expect((await schedule(`5${text}`)).status).toBe(201);
});

test('posts of one letter take room too', async () => {
  const statuses = [];
  for (let round = 0; round < 20; round += 1) statuses.push((await publish({ text: `${round}` })).status);
  expect(statuses.slice(0, 14)).toEqual(Array(14).fill(201));
  expect(statuses.at(-1)).toBe(403);
});

test('the stored answer of a key takes as much room as the post', async () => {
  const keyed = async (name: string) => {
    const { status, body } = await schedule(name.repeat(2_900), { 'Idempotency-Key': name });
    if (status === 201) await cancel(body.id);
    return status;
  };
  expect([await keyed('a'), await keyed('b'), await keyed('c')]).toEqual([201, 201, 403]);
});

test('a post that was sent takes no room any longer, whether at once, on time or by a retry', async () => {
  const text = (name: string) => `${name} ${'x'.repeat(2_900)}`;
  const failed = await publish({ text: text('Not connected') });
  await workspace.connect('profnet');
  for (let round = 0; round < 4; round += 1) expect((await publish({ text: text(`Now ${round}`) })).status).toBe(201);
  await workspace.api('POST', `/api/v1/posts/${failed.body.id}/retry`);
  await schedule(text('Later'));
  clock.advance(HOUR_MS);
  await expect
    .poll(async () => (await workspace.api('GET', '/api/v1/posts?status=scheduled')).body.posts)
    .toHaveLength(0);
  await expect
    .poll(() => stack.query(`select id from post where unsent_bytes > 0 and workspace_id = '${workspace.workspaceId}'`))
    .toHaveLength(0);
});
