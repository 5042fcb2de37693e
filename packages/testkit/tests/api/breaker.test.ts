import { setTimeout as delay } from 'node:timers/promises';
import { type Stack, startStack, uniqueText, type Workspace, watchRequests } from '@social/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';

const OPEN_MS = 1_000;
let stack: Stack;
let workspace: Workspace;

beforeEach(async () => {
  stack = await startStack({ config: { breakerOpenMs: OPEN_MS } });
  workspace = await stack.createWorkspace({ connect: ['microblog', 'profnet'] });
});

afterEach(() => stack.close());

const lookUp = () => workspace.api('GET', '/api/v1/microblog/user?username=sandbox_friend');
const failReads = (times: number) =>
  stack.sandbox.fault({ network: 'x', operation: 'read', kind: 'server-error', times });

function publish(platform: string) {
  return workspace.api('POST', '/api/v1/posts', { body: { text: uniqueText('Breaker'), platforms: [platform] } });
}

test('reads of a network that fails are stopped, tried once in a while, and go on when it works again', async () => {
  await failReads(1_000);
  const seen = await watchRequests(stack);
  const statuses: number[] = [];
  for (let call = 0; call < 20; call += 1) statuses.push((await lookUp()).status);
  expect(new Set(statuses)).toEqual(new Set([502]));
  const untilOpen = (await seen('read')).length;
  expect(untilOpen).toBeLessThan(12);
  const refused = await lookUp();
  expect(refused.body.error).toContain('is left alone for');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(await seen('read')).toHaveLength(untilOpen);

  await delay(OPEN_MS + 50);
  await Promise.all(Array.from({ length: 10 }, lookUp));
  expect(await seen('read')).toHaveLength(untilOpen + 1);

  await stack.sandbox.clearFaults();
  await delay(OPEN_MS + 50);
  expect((await lookUp()).status).toBe(200);
  expect((await lookUp()).status).toBe(200);
});

test('publishes are neither refused because reads fail nor used to find out whether the network works', async () => {
  await failReads(1_000);
  for (let call = 0; call < 8; call += 1) await lookUp();
  const seen = await watchRequests(stack);
  expect((await lookUp()).status).toBe(502);
  expect(await seen()).toEqual([]);
  expect((await publish('microblog')).body.platformResults.microblog).toMatchObject({ ok: true });
  expect((await publish('profnet')).body.platformResults.profnet).toMatchObject({ ok: true });
  // The publish that worked says nothing about reads.
  expect((await lookUp()).status).toBe(502);
  expect(await seen('read')).toEqual([]);
});

test('a network that refuses or limits is not taken for one that fails', async () => {
  await stack.sandbox.fault({ network: 'x', operation: 'read', kind: 'forbidden', times: 8 });
  await stack.sandbox.fault({ network: 'x', operation: 'read', kind: 'rate-limit', times: 4, retryAfterSeconds: 1 });
  for (let call = 0; call < 12; call += 1) await lookUp();
  expect((await lookUp()).status).toBe(200);
});

test('a publish whose token cannot be renewed while the network fails is refused with nothing sent, and can be retried', async () => {
  const expired = new Date(Date.now() - 1_000).toISOString();
  await stack.query(`update connection set access_expires_at = '${expired}' where platform = 'microblog'`);
  await stack.sandbox.fault({ network: 'x', operation: 'refresh', kind: 'server-error', times: 1_000 });
  const ids: string[] = [];
  const seen = await watchRequests(stack);
  for (let call = 0; call < 8; call += 1) {
    const { body } = await publish('microblog');
    expect(body.platformResults.microblog).toMatchObject({ state: 'failed', retryable: true, credits: 0 });
    ids.push(body.id);
  }
  expect((await seen('refresh')).length).toBeLessThanOrEqual(5);
  expect(await seen('publish')).toEqual([]);
  expect((await workspace.api('GET', '/api/connect/status')).body.microblog.state).toBe('connected');
  await stack.sandbox.clearFaults();
  await delay(OPEN_MS + 50);
  const { body } = await workspace.api('POST', `/api/v1/posts/${ids[0]}/retry`);
  expect(body.platformResults.microblog).toMatchObject({ ok: true });
});

test('reads that fail now and then are repeated, within a tenth of all calls and a few more', async () => {
  const seen = await watchRequests(stack);
  const calls = 60;
  let answered = 0;
  for (let call = 0; call < calls; call += 1) {
    if (call % 2 === 0) await failReads(1);
    if ((await lookUp()).status === 200) answered += 1;
  }
  const extra = (await seen('read')).length - calls;
  expect(extra).toBeGreaterThan(0);
  expect(extra).toBeLessThanOrEqual(calls / 10 + 5);
  expect(answered).toBeGreaterThan(calls / 2);
});
