import { useStack, type Workspace } from '@social/testkit';
import { beforeEach, expect, test } from 'vitest';

const QUOTAS = { keys: 3, profiles: 2, scheduledPosts: 2, scheduledBytes: 30_000 };
const HOUR_MS = 3_600_000;
const PLANS = {
  free: { label: 'Free', price: 0, monthlyCredits: 10 },
  small: { label: 'Small', price: 1, monthlyCredits: 100, quotas: QUOTAS },
};
const { stack, clock } = useStack({ clock: true, plan: 'small', plans: PLANS });
let workspace: Workspace;

beforeEach(async () => {
  workspace = await stack.createWorkspace({ plan: 'small' });
});

const refused = (quota: keyof typeof QUOTAS) => ({
  status: 403,
  body: { code: 'quota_exceeded', details: { quota, limit: QUOTAS[quota] }, error: expect.stringContaining('allows') },
});
const makeKey = () => workspace.api('POST', '/api/keys', { body: { name: 'One more' } });
const makeProfile = (name: string) => workspace.api('POST', '/api/profiles', { body: { name } });
const inAnHour = () => new Date(clock.now() + HOUR_MS).toISOString();
const publish = (body: object, headers = {}) => workspace.publish({ platforms: ['profnet'], ...body }, headers);
const schedule = (text: string, headers = {}) => publish({ text, scheduledFor: inAnHour() }, headers);
const cancel = (id: string) => workspace.api('DELETE', `/api/v1/posts/${id}`);

test('a workspace makes as many keys as its plan allows; a revoked key makes room', async () => {
  const first = await makeKey();
  expect([first.status, (await makeKey()).status]).toEqual([201, 201]);
  expect(await makeKey()).toMatchObject(refused('keys'));
  expect((await workspace.api('GET', '/api/keys')).body.keys).toHaveLength(QUOTAS.keys);
  await workspace.api('DELETE', `/api/keys/${first.body.key.id}`);
  expect((await makeKey()).status).toBe(201);
});

test('parallel requests make as many keys as the plan allows', async () => {
  const statuses = (await Promise.all(Array.from({ length: 8 }, makeKey))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, 201, ...Array(6).fill(403)]);
});

test('an approved command gets no key above the quota, and gets one when there is room', async () => {
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

test('a workspace schedules as many posts as its plan allows; a canceled post makes room, and a refused one is not stored', async () => {
  const first = await schedule('One');
  expect([first.status, (await schedule('Two')).status]).toEqual([201, 201]);
  expect(await schedule('Three', { 'Idempotency-Key': 'three' })).toMatchObject(refused('scheduledPosts'));
  expect((await workspace.api('GET', '/api/v1/posts')).body.posts).toHaveLength(2);
  await cancel(first.body.id);
  expect((await schedule('Three', { 'Idempotency-Key': 'three' })).status).toBe(201);
});

test('posts that were canceled or refused before they were sent, and so cost nothing, still count', async () => {
  const text = 'x'.repeat(2_900);
  for (let round = 0; round < 3; round += 1) await cancel((await schedule(`${round}${text}`)).body.id);
  expect(await schedule(`4${text}`)).toMatchObject(refused('scheduledBytes'));
  // Profnet is not connected, so that this would be stored without being sent.
  expect(await publish({ text })).toMatchObject(refused('scheduledBytes'));
  expect((await publish({ text: 'A short one' })).status).toBe(201);
  clock.advance(30 * 24 * HOUR_MS);
  expect((await schedule(`5${text}`)).status).toBe(201);
});

test('posts of one letter count too', async () => {
  const statuses = [];
  for (let round = 0; round < 20; round += 1) statuses.push((await publish({ text: `${round}` })).status);
  expect(statuses.slice(0, 14)).toEqual(Array(14).fill(201));
  expect(statuses.at(-1)).toBe(403);
});

test('each part of a thread and each comment counts with its text, its result and its log entry', async () => {
  const [part, comments] = ['x'.repeat(500), Array.from({ length: 8 }, () => 'x'.repeat(500))];
  const { body } = await publish({
    ...{ text: 'One', platforms: ['mastodon'], scheduledFor: inAnHour() },
    ...{ thread: [part, part], comments },
  });
  const [row] = await stack.query(`select unsent_bytes from post where id = '${body.id}'`);
  expect(row?.unsent_bytes).toBeGreaterThan(10 * (500 + 500 + 1_000));
});

test('the stored answer of an idempotency key counts as much as the post', async () => {
  const keyed = async (name: string) => {
    const { status, body } = await schedule(name.repeat(2_900), { 'Idempotency-Key': name });
    if (status === 201) await cancel(body.id);
    return status;
  };
  expect([await keyed('a'), await keyed('b'), await keyed('c')]).toEqual([201, 201, 403]);
});

test('a post that was sent no longer counts, whether at once, on time or by a retry', async () => {
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
