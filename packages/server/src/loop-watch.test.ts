import { setImmediate as nextRound } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from './log/logger.ts';
import { createLoopWatch, type LoopWatch } from './loop-watch.ts';

let elapsed: number;
let lines: Record<string, unknown>[];
let watch: LoopWatch;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  elapsed = 1_000;
  lines = [];
  const clock = { now: () => Date.now(), elapsed: () => elapsed };
  const logger = createLogger('warn', { write: (line) => void lines.push(JSON.parse(line)) });
  watch = createLoopWatch({ clock, logger });
  watch.start();
});
afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});

/** Lets time pass for the timer as an idle event loop does. */
function idle(milliseconds: number): void {
  for (let passed = 0; passed < milliseconds; passed += 50) {
    elapsed += 50;
    vi.advanceTimersByTime(50);
  }
}

/** Holds the event loop: no timer runs. */
const hold = (milliseconds: number) => {
  elapsed += milliseconds;
};
const timerFires = () => vi.advanceTimersByTime(50);
const counts = () => Object.fromEntries(watch.counts());

test('blames the operation that held the event loop before its first wait', async () => {
  const gate = Promise.withResolvers<void>();
  const running = watch.run('listPosts', () => {
    hold(400);
    return gate.promise;
  });
  timerFires();
  gate.resolve();
  await running;
  expect(counts()).toEqual({ listPosts: 1 });
  expect(lines).toMatchObject([{ operation: 'listPosts', milliseconds: 400, msg: 'the event loop was held' }]);
});

test('blames the operation that ends after it held the event loop, among others that wait', async () => {
  const [gate, never] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const waiting = watch.run('createPost', () => never.promise);
  const running = watch.run('listDrafts', async () => {
    await gate.promise;
    hold(310);
  });
  idle(200);
  gate.resolve();
  await running;
  timerFires();
  expect(counts()).toEqual({ listDrafts: 1 });
  never.resolve();
  await waiting;
});

test('blames the one that runs when it holds the event loop between two waits, and nobody where several do', async () => {
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const work = (from: number) => async () => {
    await gates[from]?.promise;
    hold(310);
    await gates[from + 1]?.promise;
  };
  const first = watch.run('createPost', work(0));
  idle(100);
  gates[0]?.resolve();
  await nextRound();
  timerFires();
  expect(counts()).toEqual({ createPost: 1 });
  const second = watch.run('job:search', work(2));
  idle(100);
  gates[2]?.resolve();
  await nextRound();
  timerFires();
  expect(counts()).toEqual({ createPost: 1, unknown: 1 });
  expect(lines.at(-1)).toMatchObject({ operation: 'unknown', running: ['createPost', 'job:search'] });
  gates[1]?.resolve();
  gates[3]?.resolve();
  await Promise.all([first, second]);
});

test('says nothing of shorter holds, of waits and of errors, which reach the caller', async () => {
  const gate = Promise.withResolvers<void>();
  const running = watch.run('listPosts', async () => {
    hold(240);
    await gate.promise;
    throw new Error('refused');
  });
  idle(10_000);
  gate.resolve();
  await expect(running).rejects.toThrow('refused');
  expect(counts()).toEqual({});
  expect(lines).toEqual([]);
});

test('counts a hold once, and tells how much of it was work of the processor', async () => {
  await watch.run('listPosts', async () => hold(1_000));
  timerFires();
  idle(500);
  hold(900);
  timerFires();
  expect(counts()).toEqual({ listPosts: 1, unknown: 1 });
  expect(lines).toHaveLength(2);
  // The time has passed by the clock alone.
  for (const line of lines) expect(line['processorMilliseconds']).toBeLessThan(line['milliseconds'] as number);
});
