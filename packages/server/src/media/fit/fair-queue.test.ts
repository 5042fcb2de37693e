import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BusyError, createFairQueue } from './fair-queue.ts';

const { signal } = new AbortController();

test('owners take turns, and one job runs at a time', async () => {
  const queue = createFairQueue({ waiting: 10, waitMs: 5_000 });
  const order: string[] = [];
  let running = 0;
  const job = (owner: string, name: string) =>
    queue.run(
      owner,
      async () => {
        running += 1;
        expect(running).toBe(1);
        await delay(5);
        running -= 1;
        order.push(name);
      },
      signal,
    );
  await Promise.all([job('a', 'a1'), job('a', 'a2'), job('a', 'a3'), job('b', 'b1'), job('c', 'c1')]);
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
});

test('work that waits too long, is too much, or is given up, leaves the queue to the others', async () => {
  const queue = createFairQueue({ waiting: 2, waitMs: 30 });
  const gate = Promise.withResolvers<void>();
  const first = queue.run('a', () => gate.promise, signal);
  const given = new AbortController();
  const waits = [queue.run('a', async () => 1, given.signal), queue.run('a', async () => 2, signal)];
  const tooMany = queue.run('a', async () => 3, signal);
  await expect(tooMany).rejects.toThrow(BusyError);
  given.abort(new Error('given up'));
  await expect(waits[0]).rejects.toThrow('given up');
  await expect(waits[1]).rejects.toThrow(BusyError);
  gate.resolve();
  await first;
  expect(await queue.run('b', async () => 4, signal)).toBe(4);
});

test('work that fails leaves the queue to the next', async () => {
  const queue = createFairQueue({ waiting: 2, waitMs: 5_000 });
  const failing = queue.run('a', () => Promise.reject(new Error('broken')), signal);
  const next = queue.run('b', async () => 1, signal);
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe(1);
});
