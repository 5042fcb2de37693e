import { uniqueText, useStack, watchRequests } from '@social/testkit';
import { expect, test } from 'vitest';

const MINUTE = 60_000;

// The networks issue access tokens by the host's clock, so this clock must be close to it.
const { stack, clock, workspace } = useStack({ clock: true, connect: ['profnet', 'microblog'] });

const inMinutes = (minutes: number) => new Date(clock.now() + minutes * MINUTE).toISOString();

function schedule(minutes: number, more: object = {}, by = workspace) {
  const body = { text: uniqueText('Scheduled'), platforms: ['profnet'], scheduledFor: inMinutes(minutes), ...more };
  return by.publish(body);
}

test('a time in the future stores the post and sends nothing', async () => {
  const seen = await watchRequests(stack);
  const { status, body } = await schedule(30);
  expect(status).toBe(201);
  expect(body).toMatchObject({ status: 'scheduled', platformResults: {}, credits: 0 });
  expect(await seen()).toEqual([]);
  expect((await workspace.credits()).held).toBe(0);
  await workspace.api('DELETE', `/api/v1/posts/${body.id}`);
});

test('a scheduled post is published when its time comes, not before', async () => {
  const { body } = await schedule(10, { platforms: ['profnet', 'microblog'] });
  clock.advance(9 * MINUTE);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect((await workspace.readPost(body.id)).status).toBe('scheduled');
  clock.advance(MINUTE);
  const post = await workspace.untilPost(body.id, { status: 'published' });
  expect(post.platformResults).toMatchObject({
    profnet: { ok: true, credits: 1 },
    microblog: { ok: true, credits: 3 },
  });
  expect(post.credits).toBe(4);
  const accepted = (await stack.sandbox.posts()).filter(({ text }) => text === body.text);
  expect(accepted).toHaveLength(2);
});

test.each([
  ['past', -5],
  ['present', 0],
])('a time in the %s publishes at once and keeps the value that was given', async (_name, minutes) => {
  const scheduledFor = inMinutes(minutes);
  const { status, body } = await schedule(0, { scheduledFor });
  expect(status).toBe(201);
  expect(body).toMatchObject({ status: 'published', scheduledFor, platformResults: { profnet: { ok: true } } });
});

test('an offset is understood and the value is given back as it came', async () => {
  const at = new Date(clock.now() + 30 * MINUTE + 14 * 60 * MINUTE).toISOString().replace('Z', '+14:00');
  const { body } = await schedule(0, { scheduledFor: at });
  expect(body).toMatchObject({ status: 'scheduled', scheduledFor: at });
  clock.advance(30 * MINUTE);
  await workspace.untilPost(body.id, { status: 'published' });
});

test('a scheduled post survives a restart and is published on time', async () => {
  const { body } = await schedule(20);
  await stack.restart();
  expect((await workspace.readPost(body.id)).status).toBe('scheduled');
  clock.advance(20 * MINUTE);
  const post = await workspace.untilPost(body.id, { status: 'published' });
  expect(post.platformResults.profnet.ok).toBe(true);
  expect((await stack.sandbox.posts()).filter(({ text }) => text === body.text)).toHaveLength(1);
});

test('a post that is 60 minutes late still goes out', async () => {
  const { body } = await schedule(1);
  clock.advance(61 * MINUTE);
  const post = await workspace.untilPost(body.id, { status: 'published' });
  expect(post.platformResults.profnet.ok).toBe(true);
});

test('a post that is more than 60 minutes late is missed: nothing is sent or charged, and the miss is logged', async () => {
  const fresh = await stack.createWorkspace({ connect: ['profnet'] });
  const key = uniqueText('missed');
  const body = { text: uniqueText('Missed'), platforms: ['profnet'], scheduledFor: inMinutes(1) };
  const headers = { 'idempotency-key': key };
  const first = await fresh.publish(body, headers);
  const seen = await watchRequests(stack);
  clock.advance(61 * MINUTE + 1);
  const missed = await fresh.untilPost(first.body.id, { status: 'missed' });
  for (const result of Object.values(missed.platformResults)) {
    expect(result).toMatchObject({ ok: false, state: 'missed', credits: 0 });
  }
  expect(Object.keys(missed.platformResults)).toEqual(missed.platforms);
  expect(await seen('publish')).toEqual([]);
  expect(await fresh.credits()).toMatchObject({ held: 0, used: 0 });
  expect((await fresh.readLog())[0]).toMatchObject({
    action: 'post.published',
    status: 'missed',
    platform: 'profnet',
  });
  const again = await fresh.publish(body, headers);
  expect(again.status).toBe(201);
  expect(again.body.id).not.toBe(first.body.id);
  expect(again.headers.get('idempotent-replayed')).toBeNull();
});

test('a scheduled post can be moved, and is then sent at its new time only', async () => {
  const { body } = await schedule(10);
  const scheduledFor = inMinutes(40);
  const moved = await workspace.api('PATCH', `/api/v1/posts/${body.id}`, { body: { scheduledFor } });
  expect(moved.status).toBe(200);
  expect(moved.body).toMatchObject({ id: body.id, status: 'scheduled', scheduledFor });
  clock.advance(20 * MINUTE);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect((await workspace.readPost(body.id)).status).toBe('scheduled');
  clock.advance(20 * MINUTE);
  await workspace.untilPost(body.id, { status: 'published' });
});

test.each([
  ['a time in the past', { scheduledFor: '2020-01-01T00:00:00Z' }, 'scheduledFor'],
  ['no time', {}, 'body'],
  ['a date that does not exist', { scheduledFor: '2099-02-30T00:00:00Z' }, 'scheduledFor'],
])('a post cannot be moved to %s', async (_name, change, field) => {
  const { body } = await schedule(30);
  const { status, body: error } = await workspace.api('PATCH', `/api/v1/posts/${body.id}`, { body: change });
  expect(status).toBe(400);
  expect(error.details, error.error).toMatchObject({ field });
  await workspace.api('DELETE', `/api/v1/posts/${body.id}`);
});

test('a canceled post stays readable, is never sent and frees its Idempotency-Key', async () => {
  const body = { text: uniqueText('Canceled'), platforms: ['profnet'], scheduledFor: inMinutes(5) };
  const headers = { 'idempotency-key': uniqueText('canceled') };
  const first = await workspace.publish(body, headers);
  const canceled = await workspace.api('DELETE', `/api/v1/posts/${first.body.id}`);
  expect(canceled.status).toBe(200);
  expect(canceled.body.status).toBe('canceled');
  const seen = await watchRequests(stack);
  clock.advance(6 * MINUTE);
  await new Promise((resolve) => setTimeout(resolve, 600));
  const result = { ok: false, state: 'canceled', error: 'nothing was sent: it was canceled', credits: 0 };
  const readAgain = await workspace.readPost(first.body.id);
  expect(readAgain).toMatchObject({ status: 'canceled', credits: 0, platformResults: { profnet: result } });
  expect(await seen('publish')).toEqual([]);
  const again = await workspace.publish(body, headers);
  expect(again.body.id).not.toBe(first.body.id);
});

test('a post that was sent, canceled or missed can be neither moved nor canceled', async () => {
  const sent = await schedule(-1);
  const canceled = await schedule(30);
  await workspace.api('DELETE', `/api/v1/posts/${canceled.body.id}`);
  for (const { body } of [sent, canceled]) {
    const cancel = await workspace.api('DELETE', `/api/v1/posts/${body.id}`);
    const move = await workspace.api('PATCH', `/api/v1/posts/${body.id}`, { body: { scheduledFor: inMinutes(90) } });
    expect([cancel.status, cancel.body.code]).toEqual([409, 'conflict']);
    expect([move.status, move.body.code]).toEqual([409, 'conflict']);
  }
});

test('credits are reserved when the post fires: without them it fails and nothing is sent', async () => {
  const poor = await stack.createWorkspace({ connect: ['profnet'] });
  const { body } = await schedule(5, {}, poor);
  await stack.query(`update workspace set balance = 0 where id = '${poor.workspaceId}'`);
  const seen = await watchRequests(stack);
  clock.advance(5 * MINUTE);
  const post = await poor.untilPost(body.id, { status: 'published' });
  expect(post.platformResults.profnet).toMatchObject({ ok: false, state: 'failed', code: 'insufficient_credits' });
  expect(await seen('publish')).toEqual([]);
});

test('a platform that is disconnected before the time comes fails alone', async () => {
  const fresh = await stack.createWorkspace({ connect: ['profnet', 'microblog'] });
  const { body } = await schedule(5, { platforms: ['profnet', 'microblog'] }, fresh);
  await fresh.api('POST', '/api/connect/profnet/disconnect');
  clock.advance(5 * MINUTE);
  const post = await fresh.untilPost(body.id, { status: 'published' });
  expect(post.platformResults).toMatchObject({
    profnet: { ok: false, code: 'not_connected', credits: 0 },
    microblog: { ok: true, credits: 3 },
  });
});

test('a wrong request is refused when it is made, not when it is due', async () => {
  expect((await schedule(30, { text: 'x'.repeat(281), platforms: ['microblog'] })).status).toBe(400);
  expect((await schedule(30, { profile: 'none' })).status).toBe(404);
  const free = await stack.createWorkspace({ plan: 'free' });
  expect((await schedule(30, { platforms: ['microblog'] }, free)).status).toBe(403);
});
