import { useStack, type Workspace } from '@social/testkit';
import { beforeEach, expect, test } from 'vitest';

const TIMELINE = /^\/x\/2\/users\/\d+\/(timelines|tweets)/;
const { stack, proxy } = useStack({ proxied: ['microblog'] });
let workspace: Workspace;

// The server saves up permission to repeat reads: each test begins with a new one.
beforeEach(async () => {
  await stack.restart();
  workspace = await stack.createWorkspace({ connect: ['microblog'] });
});

const read = () => workspace.api('GET', '/api/v1/microblog/timeline');

/** Makes every nth read fail. Returns a function that counts the reads so far. */
function failEvery(nth: number, status = 503): () => number {
  let reads = 0;
  proxy.intercept = ({ path }) => {
    if (!TIMELINE.test(path)) return undefined;
    reads += 1;
    return reads % nth === 0 ? { status, body: '{}' } : undefined;
  };
  return () => reads;
}

test('a read that fails once is repeated, and the caller gets the result', async () => {
  const reads = failEvery(2);
  await read();
  expect(reads()).toBe(1);
  expect((await read()).status).toBe(200);
  expect(reads()).toBe(3);
});

test('a read is tried twice at most', async () => {
  const reads = failEvery(1);
  expect((await read()).status).toBe(502);
  expect(reads()).toBe(2);
});

test.each([404, 403, 429, 401])('a read that answers %i is not repeated', async (status) => {
  const reads = failEvery(1, status);
  expect((await read()).status).not.toBe(200);
  // A refused token is renewed, which is another matter.
  expect(reads()).toBe(status === 401 ? 2 : 1);
});

test('while half of all reads fail, at most one in ten and a few more are repeated', async () => {
  const CALLS = 100;
  const reads = failEvery(2);
  const failed: number[] = [];
  for (let call = 0; call < CALLS; call += 4) {
    const answers = await Promise.all(Array.from({ length: 4 }, read));
    failed.push(...answers.map(({ status }) => status).filter((status) => status !== 200));
  }
  const extra = reads() - CALLS;
  expect(extra).toBeGreaterThan(0);
  expect(extra).toBeLessThanOrEqual(CALLS / 10 + 5);
  expect(failed.length).toBeGreaterThan(20);
  expect(new Set(failed)).toEqual(new Set([502]));
});
