import { expect } from 'vitest';

const MEASURABLE_MS = 10;
/** Factor of its longest input that a function may process quickly and count as harmless, however its time grows. */
const MOST_TIMES_LONGEST = 4;
const TOO_LONG_MS = 2_000;
const TRIES = 15;
const DOUBLINGS = 3;
/** Growth of linear time when the input doubles, and room for what disturbs a measurement. Quadratic time grows by 4. */
export const MOST_GROWTH = 3;

/** Processor time of this thread, which other programs on the machine do not use up. */
async function processorMs(run: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Fails unless `run` takes at most `times` the processor time of `other`, each in the best of fifteen runs.
 * @param leastMs what the other counts as at least
 */
export async function expectCost(
  run: () => unknown,
  times: number,
  other: () => unknown,
  leastMs = MEASURABLE_MS,
): Promise<void> {
  expect(await costOf(run, { times, leastMs }, other)).toBeLessThanOrEqual(times);
}

/** Returns the ratio of the processor times. What is too short to measure counts as barely measurable. */
async function costOf(
  run: () => unknown,
  { times, leastMs }: { times: number; leastMs: number },
  other: () => unknown,
): Promise<number> {
  // The first run compiles the code. Then both take turns, since the result of the last text may be remembered.
  await other();
  let [ms, otherMs] = [Number.POSITIVE_INFINITY, Number.MAX_VALUE];
  for (let attempt = 0; attempt < TRIES && ms / otherMs > times; attempt += 1) {
    ms = Math.min(ms, await processorMs(run));
    otherMs = Math.min(otherMs, Math.max(leastMs, await processorMs(other)));
  }
  return ms / otherMs;
}

/**
 * Fails when `read` takes more than linear time. A limit within a function, such as the length of an address, causes a single
 * step, so the smallest growth of some doublings counts.
 * @param longest size of the longest input that the function gets
 */
export async function expectLinear<Input>(
  make: (size: number) => Input,
  read: (input: Input) => unknown,
  longest = 100_000,
): Promise<void> {
  let size = 4_000;
  // The first run compiles the code.
  await read(make(size));
  let ms = await processorMs(() => read(make(size)));
  while (ms < MEASURABLE_MS) {
    if (size >= longest * MOST_TIMES_LONGEST) return;
    size *= ms < MEASURABLE_MS / 8 ? 4 : 2;
    const input = make(size);
    ms = Math.min(await processorMs(() => read(input)), await processorMs(() => read(input)));
  }
  let least = Number.POSITIVE_INFINITY;
  for (let doubling = 0; doubling < DOUBLINGS && least > MOST_GROWTH && ms < TOO_LONG_MS; doubling += 1) {
    const [single, double] = [make(size), make(size * 2)];
    least = Math.min(
      least,
      await costOf(
        () => read(double),
        { times: MOST_GROWTH, leastMs: MEASURABLE_MS },
        () => read(single),
      ),
    );
    size *= 2;
    ms *= 2;
  }
  expect(least).toBeLessThanOrEqual(MOST_GROWTH);
}
