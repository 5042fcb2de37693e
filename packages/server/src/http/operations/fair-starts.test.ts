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

/** Starts by a clock that moves by hand. */
function byHand() {
  const clock = { now: 10_000 };
  const begun: string[] = [];
  const starts = createFairStarts({ elapsed: () => clock.now });
  /** Begins a request that holds the event loop for so long. @returns its end */
  async function run(owner: string, { holds = 0, isRead = false } = {}): Promise<() => void> {
    const end = await starts(owner, { isRead });
    begun.push(owner);
    clock.now += holds;
    return end;
  }
  /** Lets what may begin do so. */
  async function settle(): Promise<string[]> {
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    return begun.splice(0);
  }
  return { clock, run, settle };
}

test('an owner whose request held the event loop rests while another is active', async () => {
  const { clock, run, settle } = byHand();
  await run('b');
  await run('a', { holds: 100 });
  await settle();
  const both = [run('a'), run('b')];
  expect(await settle()).toEqual(['b']);
  clock.now += 301;
  await Promise.all(both);
  expect(await settle()).toEqual(['a']);
});

test('an owner that is alone never rests', async () => {
  const { clock, run, settle } = byHand();
  await run('b');
  clock.now += 2_000;
  await run('a');
  clock.now += 2_000;
  for (const holds of [100, 900, 5_000]) await run('a', { holds });
  expect(await settle()).toEqual(['b', 'a', 'a', 'a', 'a']);
});

test('reads that take long begin one after another, and do not keep writes of the same owner back', async () => {
  const { clock, run, settle } = byHand();
  const first = await run('a', { isRead: true });
  clock.now += 50;
  void run('a', { isRead: true });
  void run('a');
  expect(await settle()).toEqual(['a', 'a']);
  first();
  expect(await settle()).toEqual(['a']);
});

test('up to sixteen reads of one owner are under way while they are quick', async () => {
  const { run, settle } = byHand();
  for (let count = 0; count < 5; count += 1) (await run('a', { isRead: true }))();
  await settle();
  for (let count = 0; count < 20; count += 1) void run('a', { isRead: true });
  expect(await settle()).toHaveLength(16);
});

test('a read that waits keeps others back for a second', async () => {
  const { clock, run, settle } = byHand();
  void run('a', { isRead: true });
  await settle();
  const next = run('a', { isRead: true });
  expect(await settle()).toEqual([]);
  clock.now += 1_001;
  await next;
});
