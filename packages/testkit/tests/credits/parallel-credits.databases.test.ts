import { uniqueText, useStack, type Workspace } from '@social/testkit';
import { expect, test } from 'vitest';

const PLANS = {
  free: { label: 'Free', price: 0, monthlyCredits: 500 },
  hundred: { label: 'Hundred', price: 5, monthlyCredits: 100 },
};
const { stack } = useStack({ plan: 'hundred', plans: PLANS });

async function sumOf(column: string, table: string, { workspaceId }: Workspace) {
  const [row] = await stack.query(`select sum(${column}) as total from ${table} where workspace_id = '${workspaceId}'`);
  return Number(row?.['total'] ?? 0);
}

function publishAtOnce({ api }: Workspace, count: number, platforms: string[]) {
  const call = () => api('POST', '/api/v1/posts', { body: { text: uniqueText('At once'), platforms } });
  return Promise.all(Array.from({ length: count }, call));
}

test('of 100 posts at once that cost 3 credits each, a balance of 100 pays for exactly 33', async () => {
  const workspace = await stack.createWorkspace({ plan: 'hundred', connect: ['microblog'] });
  expect(await workspace.credits()).toMatchObject({ balance: 100, held: 0 });
  const before = (await stack.sandbox.posts('x')).length;

  const answers = await publishAtOnce(workspace, 100, ['microblog']);

  const paid = answers.filter(({ status }) => status === 201);
  expect(paid).toHaveLength(33);
  for (const { body } of paid) expect(body).toMatchObject({ credits: 3, platformResults: { microblog: { ok: true } } });
  const refused = answers.filter(({ status }) => status === 402);
  expect(refused).toHaveLength(67);
  for (const { body } of refused) expect(body.code).toBe('insufficient_credits');
  expect(await workspace.credits()).toMatchObject({ balance: 1, held: 0, available: 1, used: 99 });
  expect(await sumOf('amount', 'ledger_entry', workspace)).toBe(1);

  const accepted = (await stack.sandbox.posts('x')).slice(before);
  expect(accepted.map(({ text }) => text).sort()).toEqual(paid.map(({ body }) => body.text).sort());
  const { body } = await workspace.api('GET', '/api/v1/posts');
  expect(body.posts).toHaveLength(33);
});

test('the credits of failed posts pay for later posts, and no credit pays twice', async () => {
  const workspace = await stack.createWorkspace({ plan: 'hundred', connect: ['microblog', 'profnet'] });
  await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'forbidden', times: 10 });
  const before = (await stack.sandbox.posts()).length;

  const first = await publishAtOnce(workspace, 25, ['microblog', 'profnet']);
  const second = await publishAtOnce(workspace, 25, ['microblog', 'profnet']);

  await stack.sandbox.clearFaults();
  const paid = [...first, ...second].filter(({ status }) => status === 201);
  const charged = paid.reduce((sum, { body }) => sum + body.credits, 0);
  const accepted = (await stack.sandbox.posts()).slice(before);
  const cost = accepted.reduce((sum, { network }) => sum + (network === 'x' ? 3 : 1), 0);
  expect(charged).toBe(cost);
  // The remaining credits do not pay for another post to both platforms.
  expect(await workspace.credits()).toMatchObject({ balance: 100 - cost, held: 0 });
  expect(100 - cost).toBeLessThan(4);
  expect(await sumOf('amount', 'ledger_entry', workspace)).toBe(100 - cost);
});
