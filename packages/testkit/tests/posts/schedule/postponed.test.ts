import { setTimeout as delay } from 'node:timers/promises';
import { uniqueText, useStack, watchRequests } from '@social/testkit';
import { expect, test, vi } from 'vitest';

const MINUTE = 60_000;
const { stack, clock, workspace } = useStack({ clock: true, connect: ['profnet', 'microblog'] });

async function scheduleNow(platforms: string[]) {
  const scheduledFor = new Date(clock.now() + MINUTE).toISOString();
  const { body } = await workspace.publish({ text: uniqueText('Postponed'), platforms, scheduledFor });
  clock.advance(MINUTE);
  return body;
}

const untilResult = (id: string, platform: string, expected: object) =>
  workspace.untilPost(id, { platformResults: { [platform]: expected } });

const rateLimit = (times: number) =>
  stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'rate-limit', times, retryAfterSeconds: 60 });

test('a postponed post goes out through no other account than the one that it waits for', async () => {
  const other = await stack.createWorkspace({ connect: ['profnet'] });
  await rateLimit(1);
  const scheduledFor = new Date(clock.now() + MINUTE).toISOString();
  const { body: post } = await other.publish({
    text: uniqueText('Other account'),
    platforms: ['profnet'],
    scheduledFor,
  });
  clock.advance(MINUTE);
  const waiting = await other.untilPost(post.id, { platformResults: { profnet: { state: 'pending' } } });
  await other.api('POST', '/api/connect/profnet/disconnect', { body: {} });
  await stack.connectWith({ authorizeAs: 'sandbox_friend' }, other, 'profnet');
  clock.advance(2 * MINUTE);
  const { account } = waiting.platformResults.profnet;
  await other.untilPost(post.id, { platformResults: { profnet: { ok: false, code: 'not_connected', account } } });
  expect((await stack.sandbox.posts('linkedin')).filter(({ text }) => text === post.text)).toEqual([]);
});

test('a scheduled post that a network limits is retried once and charged once', async () => {
  await rateLimit(1);
  const publishes = await watchRequests(stack);
  const post = await scheduleNow(['profnet', 'microblog']);
  const waiting = await untilResult(post.id, 'profnet', { ok: false, state: 'pending', code: 'network_rate_limited' });
  expect(waiting.status).toBe('publishing');
  expect(Date.parse(waiting.platformResults.profnet.nextAttemptAt)).toBeGreaterThanOrEqual(clock.now() + MINUTE);
  await untilResult(post.id, 'microblog', { ok: true });
  expect((await workspace.credits()).held).toBe(1);

  clock.advance(2 * MINUTE);
  const done = await untilResult(post.id, 'profnet', { ok: true, state: 'published', credits: 1 });
  expect(done.status).toBe('published');
  expect(done.platformResults.profnet.nextAttemptAt).toBeUndefined();
  expect((await workspace.credits()).held).toBe(0);
  const statuses = (await publishes('publish')).filter(({ network }) => network === 'linkedin');
  expect(statuses.map(({ status }) => status)).toEqual([429, 201]);
  const entries = (await workspace.readLog({ postId: post.id })).filter(({ platform }) => platform === 'profnet');
  expect(entries.map(({ status }: { status: string }) => status)).toEqual(['success', 'failed']);
  expect(entries[1].metadata.nextAttemptAt).toBe(waiting.platformResults.profnet.nextAttemptAt);
});

test('a post that the network keeps refusing fails after a few attempts, and nothing is charged', async () => {
  await rateLimit(1_000);
  const publishes = await watchRequests(stack);
  const post = await scheduleNow(['profnet']);
  await vi.waitFor(
    async () => {
      clock.advance(5 * MINUTE);
      const body = await workspace.readPost(post.id);
      expect(body.platformResults.profnet).toMatchObject({ ok: false, state: 'failed', code: 'network_rate_limited' });
    },
    { timeout: 15_000, interval: 600 },
  );
  expect((await publishes('publish')).length).toBeLessThanOrEqual(6);
  expect((await workspace.credits()).held).toBe(0);
  expect((await workspace.readPost(post.id)).status).toBe('published');
});

test('a postponed post goes out after a restart', async () => {
  await rateLimit(1);
  const post = await scheduleNow(['profnet']);
  await untilResult(post.id, 'profnet', { state: 'pending' });
  await stack.restart();
  expect((await workspace.readPost(post.id)).platformResults.profnet.state).toBe('pending');
  clock.advance(2 * MINUTE);
  await untilResult(post.id, 'profnet', { ok: true });
  const accepted = (await stack.sandbox.posts('linkedin')).filter(({ text }) => text === post.text);
  expect(accepted).toHaveLength(1);
});

test('a postponed post fails when it is later than a post may be', async () => {
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

test('many postponed posts of one account do not delay those of another', async () => {
  const many = { network: 'linkedin', operation: 'publish' } as const;
  const other = { ...many, network: 'x' } as const;
  const limited = { kind: 'rate-limit', retryAfterSeconds: 600 } as const;
  await stack.sandbox.fault({ ...many, ...limited, times: 60 });
  const scheduledFor = new Date(clock.now() + MINUTE).toISOString();
  for (let index = 0; index < 60; index += 1) {
    const body = { text: uniqueText('Crowd'), platforms: ['profnet'], scheduledFor };
    await workspace.publish(body);
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

test('a postponed post that cannot be read is retried with a growing delay', async () => {
  await rateLimit(1);
  const post = await scheduleNow(['profnet']);
  await untilResult(post.id, 'profnet', { state: 'pending' });
  await stack.query(`update post set meta = 'not JSON' where id = '${post.id}'`);
  const [target] = await stack.query(`select id from post_target where post_id = '${post.id}'`);
  clock.advance(2 * MINUTE);
  await delay(2_500);
  const tries = stack.log.filter(
    (line) => line.includes('could not continue what is due yet') && line.includes(String(target?.['id'])),
  );
  expect(tries.length).toBeGreaterThan(0);
  expect(tries.length).toBeLessThanOrEqual(5);
  await stack.query(`delete from post where id = '${post.id}'`);
});

test('a schedule that cannot be read is polled less often until it can be read', async () => {
  const failures = () => stack.log.filter((line) => line.includes('could not read what is due')).length;
  const before = failures();
  await stack.query('alter table channel rename column next_due to next_due_away');
  await delay(2_500);
  await stack.query('alter table channel rename column next_due_away to next_due');
  expect(failures() - before).toBeGreaterThan(0);
  expect(failures() - before).toBeLessThanOrEqual(4);
  const post = await scheduleNow(['profnet']);
  await untilResult(post.id, 'profnet', { ok: true });
});
