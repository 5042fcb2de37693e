import { type Stack, startStack, type Workspace } from '@social/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

let stack: Stack;
let workspace: Workspace;

beforeAll(async () => {
  stack = await startStack();
  workspace = await stack.createWorkspace();
  await workspace.connect('profnet');
  await workspace.connect('microblog');
});

afterAll(() => stack.close());

test('publishes to every connected platform and charges what succeeded', async () => {
  const { status, body } = await workspace.api('POST', '/api/v1/posts', {
    body: { text: 'First (of many) #launch', platforms: ['profnet', 'microblog'] },
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({ status: 'published', credits: 4, platforms: ['profnet', 'microblog'] });
  expect(body.platformResults.profnet.platformPostId).toMatch(/^urn:li:share:\d+$/);
  expect(body.platformResults.microblog.platformPostId).toMatch(/^\d+$/);
  const accepted = await stack.sandbox.posts();
  expect(accepted.map(({ network, text }) => [network, text]).sort()).toEqual([
    ['linkedin', 'First (of many) #launch'],
    ['x', 'First (of many) #launch'],
  ]);
  const usage = await workspace.api('GET', '/api/usage');
  expect(usage.body.credits).toMatchObject({ balance: 9996, held: 0, used: 4 });
  expect(usage.body.recentTransactions[0]).toMatchObject({
    amount: -4,
    metadata: { platforms: ['profnet', 'microblog'], breakdown: { profnet: 1, microblog: 3 } },
  });
});
