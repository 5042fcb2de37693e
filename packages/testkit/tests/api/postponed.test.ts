import { setTimeout as delay } from 'node:timers/promises';
import {
  createTestClock,
  type Stack,
  startStack,
  type TestClock,
  uniqueText,
  type Workspace,
  watchRequests,
} from '@social/testkit';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

const MINUTE = 60_000;
/** Calls of one kind at one network. */
interface Call {
  network: string;
  operation: string;
}
let stack: Stack;
let clock: TestClock;
let workspace: Workspace;

beforeAll(async () => {
  clock = createTestClock(new Date().toISOString());
  stack = await startStack({ clock });
  workspace = await stack.createWorkspace({ connect: ['profnet', 'microblog'] });
});

afterEach(() => stack.sandbox.clearFaults());
afterAll(() => stack.close());

async function scheduleNow(platforms: string[]) {
  const scheduledFor = new Date(clock.now() + MINUTE).toISOString();
  const { body } = await workspace.api('POST', '/api/v1/posts', {
    body: { text: uniqueText('Postponed'), platforms, scheduledFor },
  });
  clock.advance(MINUTE);
  return body;
}

function untilResult(id: string, platform: string, expected: object) {
  return vi.waitFor(async () => {
    const { body } = await workspace.api('GET', `/api/v1/posts/${id}`);
    expect(body.platformResults[platform]).toMatchObject(expected);
    return body;
  }, 10_000);
}

async function logged(postId: string) {
  const { logs } = (await workspace.api('GET', '/api/logs?limit=200')).body;
  return logs.filter(({ metadata }: { metadata: { postId?: string } }) => metadata.postId === postId);
}

const rateLimit = (times: number) =>
  stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'rate-limit', times, retryAfterSeconds: 60 });

test('a postponed post goes out by the account that is connected by then, and says so', async () => {
  const other = await stack.createWorkspace({ connect: ['profnet'] });
  await rateLimit(1);
  const scheduledFor = new Date(clock.now() + MINUTE).toISOString();
  const { body: post } = await other.api('POST', '/api/v1/posts', {
    body: { text: uniqueText('Other account'), platforms: ['profnet'], scheduledFor },
  });
  clock.advance(MINUTE);
  const result = async () => (await other.api('GET', `/api/v1/posts/${post.id}`)).body.platformResults.profnet;
  await vi.waitFor(async () => expect(await result()).toMatchObject({ state: 'pending' }), 10_000);
  const { account: before } = await result();
  await other.api('POST', '/api/connect/profnet/disconnect', { body: {} });
  await stack.sandbox.settings({ authorizeAs: 'sandbox_friend' });
  await other.connect('profnet');
  await stack.sandbox.settings({ authorizeAs: 'sandbox_owner' });
  clock.advance(2 * MINUTE);
  await vi.waitFor(async () => expect(await result()).toMatchObject({ ok: true }), 10_000);
  const { account, platformPostId } = await result();
  const sent = (await stack.sandbox.posts('linkedin')).find(({ id }) => id === platformPostId);
  expect(sent?.account).toBe('sandbox_friend');
  expect(account).not.toBe(before);
});

test('a scheduled post that a network limits is sent again by itself, once, and charged once', async () => {
  await rateLimit(1);
  const publishes = await watchRequests(stack);
  const post = await scheduleNow(['profnet', 'microblog']);
  const waiting = await untilResult(post.id, 'profnet', { ok: false, state: 'pending', code: 'network_rate_limited' });
  expect(waiting.status).toBe('publishing');
  expect(Date.parse(waiting.platformResults.profnet.nextAttemptAt)).toBeGreaterThanOrEqual(clock.now() + MINUTE);
  await untilResult(post.id, 'microblog', { ok: true });
  expect((await workspace.api('GET', '/api/usage')).body.credits.held).toBe(1);

  clock.advance(2 * MINUTE);
  const done = await untilResult(post.id, 'profnet', { ok: true, state: 'published', credits: 1 });
  expect(done.status).toBe('published');
  expect(done.platformResults.profnet.nextAttemptAt).toBeUndefined();
  expect((await workspace.api('GET', '/api/usage')).body.credits.held).toBe(0);
  const statuses = (await publishes('publish')).filter(({ network }) => network === 'linkedin');
  expect(statuses.map(({ status }) => status)).toEqual([429, 201]);
  const entries = (await logged(post.id)).filter(({ platform }: { platform: string }) => platform === 'profnet');
  expect(entries.map(({ status }: { status: string }) => status)).toEqual(['success', 'failed']);
  expect(entries[1].metadata.nextAttemptAt).toBe(waiting.platformResults.profnet.nextAttemptAt);
});

test('a network that goes on refusing is asked a few times and then failed, with nothing charged', async () => {
  await rateLimit(1_000);
  const publishes = await watchRequests(stack);
  const post = await scheduleNow(['profnet']);
  await vi.waitFor(
    async () => {
      clock.advance(5 * MINUTE);
      const { body } = await workspace.api('GET', `/api/v1/posts/${post.id}`);
      expect(body.platformResults.profnet).toMatchObject({ ok: false, state: 'failed', code: 'network_rate_limited' });
    },
    { timeout: 15_000, interval: 600 },
  );
  expect((await publishes('publish')).length).toBeLessThanOrEqual(6);
  expect((await workspace.api('GET', '/api/usage')).body.credits.held).toBe(0);
  expect((await workspace.api('GET', `/api/v1/posts/${post.id}`)).body.status).toBe('published');
});

test('what is postponed goes out after a restart', async () => {
  await rateLimit(1);
  const post = await scheduleNow(['profnet']);
  await untilResult(post.id, 'profnet', { state: 'pending' });
  await stack.restart();
  expect((await workspace.api('GET', `/api/v1/posts/${post.id}`)).body.platformResults.profnet.state).toBe('pending');
  clock.advance(2 * MINUTE);
  await untilResult(post.id, 'profnet', { ok: true });
  const accepted = (await stack.sandbox.posts('linkedin')).filter(({ text }) => text === post.text);
  expect(accepted).toHaveLength(1);
});

test('what is postponed for longer than a post may be late is failed at the end of that time', async () => {
  await rateLimit(1);
  const post = await scheduleNow(['profnet']);
  await untilResult(post.id, 'profnet', { state: 'pending' });
  clock.advance(90 * MINUTE);
  await untilResult(post.id, 'profnet', { ok: false, state: 'failed', code: 'missed', credits: 0 });
  const accepted = (await stack.sandbox.posts('linkedin')).filter(({ text }) => text === post.text);
  expect(accepted).toHaveLength(0);
});

test('a scheduled post whose outcome is unknown is not sent again', async () => {
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'accept-then-drop', times: 1 });
  const publishes = await watchRequests(stack);
  const post = await scheduleNow(['profnet']);
  await untilResult(post.id, 'profnet', { ok: false, state: 'unknown' });
  clock.advance(30 * MINUTE);
  await delay(1_000);
  expect(await publishes('publish')).toHaveLength(1);
});

test('the many that one account has postponed do not keep those of another waiting', async () => {
  const [many, other] = ['linkedin', 'x'].map((network) => ({ network, operation: 'publish' })) as [Call, Call];
  const limited = { kind: 'rate-limit', retryAfterSeconds: 600 };
  await stack.sandbox.fault({ ...many, ...limited, times: 60 });
  const scheduledFor = new Date(clock.now() + MINUTE).toISOString();
  for (let index = 0; index < 60; index += 1) {
    const body = { text: uniqueText('Crowd'), platforms: ['profnet'], scheduledFor };
    await workspace.api('POST', '/api/v1/posts', { body });
  }
  clock.advance(MINUTE);
  const waiting = "select id from post_target where state = 'pending' and not_before is not null";
  await vi.waitFor(async () => expect(await stack.query(waiting)).toHaveLength(60), 15_000);
  clock.advance(2 * MINUTE);
  await stack.sandbox.fault({ ...other, ...limited, times: 1 });
  const post = await scheduleNow(['microblog']);
  await untilResult(post.id, 'microblog', { state: 'pending', code: 'network_rate_limited' });

  await stack.sandbox.fault({ ...many, kind: 'slow', delayMs: 1_000, times: 60 });
  clock.advance(20 * MINUTE);
  await untilResult(post.id, 'microblog', { ok: true });
  const left = await stack.query(waiting);
  expect(left.length).toBeGreaterThan(45);
  await stack.sandbox.clearFaults();
  const open = "select id from post_target where state in ('pending', 'sending')";
  await vi.waitFor(async () => expect(await stack.query(open)).toEqual([]), 20_000);
});

test('what is postponed and cannot be read is tried again less and less', async () => {
  await rateLimit(1);
  const post = await scheduleNow(['profnet']);
  await untilResult(post.id, 'profnet', { state: 'pending' });
  await stack.query(`update post set meta = 'not JSON' where id = '${post.id}'`);
  const [target] = await stack.query(`select id from post_target where post_id = '${post.id}'`);
  clock.advance(2 * MINUTE);
  await delay(2_500);
  const tries = stack.log.filter(
    (line) => line.includes('could not be sent yet') && line.includes(String(target?.['id'])),
  );
  expect(tries.length).toBeGreaterThan(0);
  expect(tries.length).toBeLessThanOrEqual(3);
  await stack.query(`delete from post where id = '${post.id}'`);
});

test('a schedule that cannot be read is read less often until it can be', async () => {
  const failures = () => stack.log.filter((line) => line.includes('the schedule could not be read')).length;
  const before = failures();
  await stack.query('alter table post rename column held_at to held_at_away');
  await delay(2_500);
  await stack.query('alter table post rename column held_at_away to held_at');
  expect(failures() - before).toBeGreaterThan(0);
  expect(failures() - before).toBeLessThanOrEqual(4);
  const post = await scheduleNow(['profnet']);
  await untilResult(post.id, 'profnet', { ok: true });
});
