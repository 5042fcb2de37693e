import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFairStarts } from './fair-starts.ts';

/** Takes processor time. */
function work(milliseconds: number): void {
  const { user, system } = process.threadCpuUsage();
  for (;;) {
    const used = process.threadCpuUsage({ user, system });
    if (used.user + used.system > milliseconds * 1_000) return;
  }
}

test('a request of another owner begins after the one that runs, however many of the first wait', async () => {
  const starts = createFairStarts();
  const order: string[] = [];
  const run = async (owner: string, name: string) => {
    await starts(owner);
    order.push(name);
    work(12);
  };
  const long = Array.from({ length: 40 }, (_, index) => run('a', `a${index}`));
  await nextTurn();
  await Promise.all([...long, run('b', 'b')]);
  expect(order).toHaveLength(41);
  expect(order.indexOf('b')).toBeLessThan(20);
  expect(order.filter((name) => name.startsWith('a'))).toEqual(Array.from({ length: 40 }, (_, index) => `a${index}`));
});

test('the event loop turns between requests that take long', async () => {
  const starts = createFairStarts();
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    while (!isOver) {
      await nextTurn();
      turns += 1;
    }
  })();
  await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      await starts(`owner ${index % 3}`);
      work(12);
    }),
  );
  isOver = true;
  await counting;
  // The first turn has up to sixteen.
  expect(turns).toBeGreaterThanOrEqual(44);
});

test('requests that are quick begin many at a time', async () => {
  const starts = createFairStarts({ elapsed: () => 0 });
  let turns = 0;
  let left = 320;
  const all = Promise.all(Array.from({ length: left }, () => starts('a').then(() => (left -= 1))));
  while (left > 0) {
    await nextTurn();
    turns += 1;
  }
  await all;
  expect(turns).toBeLessThan(160);
});
