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

test('several jobs run at a time where there is room, of one owner no more than its share', async () => {
  const queue = createFairQueue({ waiting: 10, waitMs: 5_000, atATime: 3, ofOneOwner: 2 });
  const gates = Array.from({ length: 6 }, () => Promise.withResolvers<void>());
  const begun: string[] = [];
  const job = (owner: string, index: number) =>
    queue.run(
      owner,
      () => {
        begun.push(`${owner}${index}`);
        return gates[index]?.promise ?? Promise.resolve();
      },
      signal,
    );
  const all = [job('a', 0), job('a', 1), job('a', 2), job('b', 3), job('b', 4), job('a', 5)];
  await delay(5);
  expect(begun).toEqual(['a0', 'a1', 'b3']);
  gates[3]?.resolve();
  await delay(5);
  expect(begun).toEqual(['a0', 'a1', 'b3', 'b4']);
  for (const { resolve } of gates) resolve();
  await Promise.all(all);
  expect(begun.slice(4)).toEqual(['a2', 'a5']);
});
