import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { type CrashWorld, createCrashWorld } from '../crash/crash-world.ts';
import { violations } from '../crash/invariants.ts';
import { type MadeCall, makeLoad } from '../crash/load.ts';
import { isSettled, observe } from '../crash/observation.ts';
import { createRandom, type Random } from '../crash/random.ts';
import { memoryGrowthPerHour, type Sample, sampleProcess } from './process-figures.ts';

const minutes = Number(process.env['SOCIAL_TEST_SOAK_MINUTES'] ?? 0.2);
const seed = Number(process.env['SOCIAL_TEST_SOAK_SEED'] ?? Date.now() % 1_000_000_000);
const DURATION_MS = minutes * 60_000;
const CALLS_PER_SECOND = 20;
const FAULTY_SHARE = 0.05;
const KINDS = [
  'accept-then-drop',
  'accept-then-error',
  'drop',
  'server-error',
  'no-id',
  'rate-limit',
  'slow',
  'garbage',
];

/** Keeps about one in twenty publishes failing. */
async function keepFailing(world: CrashWorld, random: Random, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (random.chance(FAULTY_SHARE * CALLS_PER_SECOND)) {
      const fault = {
        network: random.pick(['x', 'linkedin']),
        operation: 'publish',
        times: 1,
        kind: random.pick(KINDS),
      };
      await world.sandbox.fault({ ...fault, retryAfterSeconds: 2, delayMs: 300 });
    }
    await delay(1_000);
  }
}

test(
  'a server under load with failing networks keeps every promise and grows no memory and no files',
  async () => {
    await using world = await createCrashWorld({ workspaces: 4, credits: 1_000_000 });
    const random = createRandom(seed);
    const server = await world.start();
    const stopping = new AbortController();
    const samples: Sample[] = [];
    const begun = performance.now();
    const sampling = setInterval(
      () => samples.push(sampleProcess(server.pid, begun)),
      Math.min(10_000, DURATION_MS / 20),
    );
    const failing = keepFailing(world, random, stopping.signal);
    const pace = { clients: 4, everyMs: 4_000 / CALLS_PER_SECOND };
    const calls: MadeCall[] = await makeLoad([server], { random, name: 'soak', untilMs: DURATION_MS, pace });
    clearInterval(sampling);
    stopping.abort();
    await failing;
    await world.sandbox.clearFaults();
    await vi.waitFor(async () => expect(await isSettled(world)).toBe(true), { timeout: 60_000, interval: 500 });
    const observed = await observe(world, calls);
    // The process grows towards what its load needs for a while; what counts is whether it ends.
    const warm = samples.filter(({ at }) => at > DURATION_MS / 2);
    const figures = {
      seed,
      minutes,
      calls: calls.length,
      accepted: observed.accepted.length,
      unknown: observed.targets.filter(({ state }) => state === 'unknown').length,
      memory: samples.filter((_, index) => index % 12 === 0).map(({ memory }) => Math.round(memory / 1e6)),
      memoryGrowthPerHour: Math.round(memoryGrowthPerHour(warm)),
      openFiles: [warm[0]?.openFiles, warm.at(-1)?.openFiles],
    };
    process.stdout.write(`${JSON.stringify(figures)}\n`);
    expect(calls.filter(({ answer }) => answer === null || answer.status === 500)).toEqual([]);
    expect(violations(observed)).toEqual([]);
    expect(Math.max(...warm.map(({ openFiles }) => openFiles))).toBeLessThan(200);
    // A shorter run is still warming up: its slope says nothing.
    if (minutes >= 60) expect(figures.memoryGrowthPerHour).toBeLessThan(4 * 1024 * 1024);
    expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  },
  DURATION_MS + 180_000,
);
