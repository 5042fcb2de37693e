import { startStack, startWebhookReceiver, uniqueText } from '@social/testkit';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { createEndpoint, eventsOf } from '../../webhooks-out/webhooks.ts';

const LEASE_MS = 1_200;

test('a living process takes over what a dead one left, without a restart', async () => {
  await using stack = await startStack({ config: { workerLeaseMs: LEASE_MS } });
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  const { body } = await workspace.publish({ text: uniqueText('Orphan'), platforms: ['profnet'] });
  await stack.query(
    "insert into worker (id, beat, started_at, first_key) values ('dead', 7, '2026-11-20T00:00:00.000Z', '')",
  );
  await stack.query("insert into lease (name, worker_id) values ('held by the dead', 'dead')");
  await stack.query(`update post set status = 'publishing' where id = '${body.id}'`);
  await stack.query(
    `update post_target set state = 'sending', worker_id = 'dead', platform_post_id = null where post_id = '${body.id}'`,
  );
  await workspace.untilPost(body.id, { platformResults: { profnet: { state: 'unknown', code: 'outcome_unknown' } } });
  expect(await stack.query("select * from worker where id = 'dead'")).toEqual([]);
  expect(await stack.query("select * from lease where worker_id = 'dead'")).toEqual([]);
});

test('a post that a living process sends slowly is left to that process', async () => {
  await using stack = await startStack({ config: { workerLeaseMs: LEASE_MS } });
  await stack.startReplica();
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'slow', delayMs: 3 * LEASE_MS });
  const { body } = await workspace.publish({ text: uniqueText('Slow'), platforms: ['profnet'] });
  expect(body.platformResults.profnet).toMatchObject({ ok: true, state: 'published' });
  expect(await workspace.readLog({ action: 'post.published' })).toHaveLength(1);
});

test('the late result of a process that was considered dead is still recorded', async () => {
  await using stack = await startStack({ config: { workerLeaseMs: LEASE_MS } });
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  const [first] = await stack.query('select id from worker');
  await stack.startReplica();
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'slow', delayMs: 5_000 });
  const publishing = workspace.publish({ text: uniqueText('Late'), platforms: ['profnet'] });
  const state = async () => (await stack.query('select state from post_target'))[0]?.['state'];
  await vi.waitFor(async () => expect(await state()).toBe('sending'), 15_000);
  await stack.query(`delete from worker where id = '${first?.['id']}'`);
  await vi.waitFor(async () => expect(await state()).toBe('unknown'), 15_000);

  expect((await publishing).body.platformResults.profnet).toMatchObject({ ok: true, state: 'published', credits: 1 });
  expect(await state()).toBe('published');
  const publishes = (await stack.sandbox.requests('linkedin')).filter(({ operation }) => operation === 'publish');
  expect(publishes).toHaveLength(1);
  // The process continues under a new worker id.
  await vi.waitFor(async () => expect(await stack.query('select id from worker')).toHaveLength(2), 15_000);
  const again = await workspace.publish({ text: uniqueText('Again'), platforms: ['profnet'] });
  expect(again.body.platformResults.profnet).toMatchObject({ ok: true });
});

test('webhooks hear of a late result whose post ends while it is stored', async () => {
  await using receiver = await startWebhookReceiver();
  await using stack = await startStack();
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  await createEndpoint(workspace.api, receiver.url);
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'slow', delayMs: 10_000 });
  // Another process, which takes the sender for dead.
  const other = new pg.Client({ connectionString: stack.databaseUrl });
  await other.connect();
  const publishing = workspace.publish({ text: uniqueText('Late'), platforms: ['profnet'] });
  await vi.waitFor(async () => {
    expect(await stack.query("select id from post_target where state = 'sending'")).toHaveLength(1);
  }, 15_000);
  try {
    await other.query('begin');
    await other.query("update post_target set state = 'unknown'");
    await other.query("update post set status = 'published'");
    const waiting = `select pid from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like '%post_target%'`;
    await vi.waitFor(async () => expect(await stack.query(waiting)).toHaveLength(1), 60_000);
    await other.query('commit');
  } finally {
    await other.end();
  }

  expect((await publishing).body.platformResults.profnet).toMatchObject({ ok: true, state: 'published' });
  expect((await eventsOf(workspace)).map(({ type }) => type)).toEqual(['post.published']);
});

test('a process that stops takes no more turns while its last posts are sent, and another sends what is due then', async () => {
  await using stack = await startStack();
  const workspace = await stack.createWorkspace({ connect: ['profnet', 'microblog'] });
  const other = (await stack.startReplica()).apiOf(workspace);
  const schedule = async (platform: string) => {
    const scheduledFor = new Date(Date.now() + 200).toISOString();
    const body = { text: uniqueText('Rolling'), platforms: [platform], scheduledFor };
    return (await other('POST', '/api/v1/posts', { body })).body.id;
  };
  const resultOf = async (id: string, platform: string) =>
    (await other('GET', `/api/v1/posts/${id}`)).body.platformResults?.[platform];

  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'slow', delayMs: 6_000 });
  const slow = await schedule('profnet');
  await vi.waitFor(async () => expect(await resultOf(slow, 'profnet')).toMatchObject({ state: 'sending' }), 15_000);
  const restarting = stack.restart();
  const next = await schedule('microblog');
  await vi.waitFor(async () => expect(await resultOf(next, 'microblog')).toMatchObject({ ok: true }), 15_000);
  expect(await resultOf(slow, 'profnet')).toMatchObject({ state: 'sending' });
  await restarting;
  await vi.waitFor(async () => expect(await resultOf(slow, 'profnet')).toMatchObject({ ok: true }), 15_000);
});
