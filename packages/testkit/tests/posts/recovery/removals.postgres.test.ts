import { startStack, uniqueText, watchRequests } from '@social/testkit';
import { expect, test, vi } from 'vitest';

const LEASE_MS = 1_200;

test('of calls at two servers at the same moment, one deletes, and all learn the result', async () => {
  await using stack = await startStack();
  const workspace = await stack.createWorkspace({ connect: ['profnet', 'microblog'] });
  const other = (await stack.startReplica()).apiOf(workspace);
  const text = uniqueText('Two servers');
  const { id } = (await workspace.publish({ text, platforms: ['profnet', 'microblog'], thread: [`${text} 2`] })).body;
  const requests = await watchRequests(stack);
  const { balance } = await workspace.credits();
  await stack.sandbox.fault({ network: 'linkedin', operation: 'delete', kind: 'slow', delayMs: 500 });
  const path = `/api/v1/posts/${id}/unpublish`;
  const calls = [workspace.api, other, workspace.api, other].map((api) => api('POST', path));
  const answers = await Promise.all(calls);
  for (const { status, body } of answers) expect([status, body.ok, body.outcome]).toEqual([200, true, 'unpublished']);
  expect(answers.map(({ body }) => body.credits).reduce((sum, credits) => sum + credits, 0)).toBe(3);
  expect(await requests('delete')).toHaveLength(3);
  expect(await workspace.credits()).toMatchObject({ balance: balance - 3, held: 0 });
});

test('a living server continues a removal of one that died, and a late answer changes nothing', async () => {
  await using stack = await startStack({ config: { workerLeaseMs: LEASE_MS } });
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  const [first] = await stack.query('select id from worker');
  await stack.startReplica();
  const { id } = (await workspace.publish({ text: uniqueText('Orphan'), platforms: ['profnet'] })).body;
  const { balance } = await workspace.credits();
  await stack.sandbox.fault({ network: 'linkedin', operation: 'delete', kind: 'slow', delayMs: 6_000 });
  const taking = workspace.api('POST', `/api/v1/posts/${id}/unpublish`);
  await vi.waitFor(async () => expect(await stack.query('select state from removal')).toHaveLength(1), 15_000);
  await stack.query(`delete from channel where worker_id = '${first?.['id']}'`);
  await stack.query(`delete from worker where id = '${first?.['id']}'`);
  await workspace.untilPost(id, { outcome: 'unpublished' });
  expect((await taking).body).toMatchObject({ ok: true, outcome: 'unpublished', credits: 1 });
  expect(await workspace.credits()).toMatchObject({ balance: balance - 1, held: 0 });
  expect(await workspace.readLog({ action: 'post.unpublished' })).toHaveLength(1);
});
