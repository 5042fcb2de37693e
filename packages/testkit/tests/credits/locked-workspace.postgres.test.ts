import { uniqueText, useStack, type Workspace } from '@social/testkit';
import pg from 'pg';
import { expect, test, vi } from 'vitest';

// The test holds a lock, so that other calls run between two statements of a transaction.
const { stack } = useStack();

/** Runs a task while another transaction locks the workspace's row for changes; references to the row need not wait. */
async function whileLocked(workspace: Workspace, run: () => Promise<void>): Promise<void> {
  const other = new pg.Client({ connectionString: stack.databaseUrl });
  await other.connect();
  try {
    await other.query('begin');
    await other.query('select id from workspace where id = $1 for no key update', [workspace.workspaceId]);
    await run();
    await other.query('commit');
  } finally {
    await other.end();
  }
}

/** Waits until the given number of statements wait for a lock. */
const untilWaiting = (count: number) =>
  vi.waitFor(async () => {
    const waiting = "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    expect(await stack.query(waiting)).toHaveLength(count);
  }, 15_000);

test('a reset that is due while the plan is changed grants the allowance of the new plan', async () => {
  const workspace = await stack.signUp();
  const ended = new Date(Date.now() - 1_000).toISOString();
  await stack.query(`update workspace set period_end = '${ended}' where id = '${workspace.workspaceId}'`);
  let running: Promise<unknown> = Promise.resolve();
  await whileLocked(workspace, async () => {
    const upgrading = stack.setPlan(workspace, 'pro');
    await untilWaiting(1);
    running = Promise.all([upgrading, workspace.api('GET', '/api/usage')]);
    await untilWaiting(2);
  });
  await running;
  const { credits } = (await workspace.api('GET', '/api/usage')).body;
  expect(credits).toMatchObject({ balance: 10_000, monthlyAllowance: 10_000 });
  const granted = `select metadata from ledger_entry where workspace_id = '${workspace.workspaceId}' and action = 'credits.granted' order by id desc`;
  expect((await stack.query(granted))[0]?.['metadata']).toBe('{"plan":"pro"}');
});

test('of two calls with one Idempotency-Key, the second waits for the first and stores nothing', async () => {
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  const headers = { 'idempotency-key': uniqueText('twice') };
  const scheduledFor = new Date(Date.now() + 3_600_000).toISOString();
  const body = { text: uniqueText('Twice'), platforms: ['profnet'], scheduledFor };
  // One server begins them one after another.
  const other = (await stack.startReplica()).apiOf(workspace);
  const calls: ReturnType<Workspace['api']>[] = [];
  await whileLocked(workspace, async () => {
    calls.push(workspace.publish(body, headers));
    await untilWaiting(1);
    calls.push(other('POST', '/api/v1/posts', { body, headers }));
    await untilWaiting(2);
  });
  const [first, second] = await Promise.all(calls);
  expect(first?.status).toBe(201);
  if (second?.status === 201) expect(second.headers.get('idempotent-replayed')).toBe('true');
  else expect([second?.status, second?.body.code]).toEqual([409, 'idempotency_in_progress']);
  expect((await workspace.api('GET', '/api/v1/posts')).body.posts).toHaveLength(1);
});

test('scheduled posts that are stored at once do not wait for each other in a circle', async () => {
  const workspace = await stack.createWorkspace({ plan: 'pro', connect: ['profnet'] });
  const scheduledFor = new Date(Date.now() + 3_600_000).toISOString();
  const calls = Array.from({ length: 20 }, () => {
    const body = { text: uniqueText('At once'), platforms: ['profnet'], scheduledFor };
    return workspace.publish(body, { 'idempotency-key': uniqueText('key') });
  });
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(20).fill(201));
});
