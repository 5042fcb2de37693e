import { startStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { openDesk } from '../../src/programs/social-command.ts';

test('a fault is ordered, met, listed by its traces and forgotten, all with the command', async () => {
  await using stack = await startStack();
  const { apiKey } = await stack.createWorkspace({ connect: ['microblog'] });
  await using desk = await openDesk(stack.url, apiKey);

  const ordered = await desk.social(['sandbox', 'fault', 'microblog', 'publish', 'forbidden']);
  expect({ code: ordered.code, fault: JSON.parse(ordered.stdout) }).toEqual({
    code: 0,
    fault: { network: 'x', operation: 'publish', kind: 'forbidden', times: 1 },
  });
  expect((await desk.social(['post', 'first', '--to', 'x'])).code).toBe(1);
  expect((await desk.social(['post', 'second', '--to', 'x'])).code).toBe(0);
  const { posts } = JSON.parse((await desk.social(['sandbox', 'posts', '--network', 'x'])).stdout);
  expect(posts.map(({ text }: { text: string }) => text)).toEqual(['second']);
  expect(JSON.parse((await desk.social(['sandbox', 'open'])).stdout)).toEqual({ url: `${stack.sandboxUrl}/` });

  expect((await desk.social(['sandbox', 'reset'])).code).toBe(0);
  expect(await stack.sandbox.posts()).toEqual([]);
});
