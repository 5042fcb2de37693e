import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { type CrashWorld, createCrashWorld } from '../crash/crash-world.ts';
import { finishWorld } from '../crash/final-checks.ts';
import { violations } from '../crash/invariants.ts';
import { type MadeCall, makeLoad } from '../crash/load.ts';
import { isSettled, observe } from '../crash/observation.ts';
import { createRandom, type Random } from '../crash/random.ts';
import { FAULTS, fault } from '../crash/trouble.ts';
import { growthPerHour, leastOfTens, median, type Sample, sampleServer } from './process-figures.ts';

const minutes = Number(process.env['SOCIAL_TEST_SOAK_MINUTES'] ?? 0.06);
const seed = Number(process.env['SOCIAL_TEST_SOAK_SEED'] ?? Date.now() % 1_000_000_000);
const DURATION_MS = minutes * 60_000;
const SAMPLE_MS = Math.min(5_000, DURATION_MS / 50);
const CALLS_PER_SECOND = 20;
/** Enough clients that a slow network does not slow down the load. */
const CLIENTS = 30;
const FAULTY_SHARE = 0.05;
const MEBIBYTE = 1024 * 1024;

/** Keeps about one call in twenty failing at the network. */
async function keepFailing(world: CrashWorld, random: Random, signal: AbortSignal): Promise<number> {
  let faults = 0;
  for (; !signal.aborted; faults += 1) {
    const network = random.pick(['x', 'linkedin'] as const);
    await world.sandbox.fault({ network, operation: 'publish', times: 1, ...fault(random.pick(FAULTS), random) });
    await delay(1_000 / (FAULTY_SHARE * CALLS_PER_SECOND));
  }
  return faults;
}

function summary(samples: readonly Sample[]) {
  // The process grows until it has what its load needs, so only the second half of the run counts.
  const warm = samples.filter(({ at }) => at > DURATION_MS / 2);
  const delays = warm.map(({ loopDelay }) => loopDelay);
  return {
    memory: warm.at(-1)?.memory,
    memoryGrowthPerHour: growthPerHour(warm.map(({ at, memory }) => ({ at, value: memory }))),
    heapGrowthPerHour: growthPerHour(leastOfTens(warm)),
    openFiles: [Math.min(...warm.map((each) => each.openFiles)), Math.max(...warm.map((each) => each.openFiles))],
    loopDelayMs: { median: Math.round(median(delays) * 10) / 10, most: Math.round(Math.max(...delays)) },
  };
}

test(
  'a server under load with failing networks keeps every promise and grows no memory and no files',
  async () => {
    await using world = await createCrashWorld({
      workspaces: 4,
      credits: 1_000_000,
      variables: { SOCIAL_LOG_LEVEL: 'info' },
    });
    const random = createRandom(seed);
    const server = await world.start();
    const stopping = new AbortController();
    const samples: Sample[] = [];
    let planned = 0;
    const sampling = setInterval(async () => {
      planned += SAMPLE_MS;
      samples.push(await sampleServer(server, planned));
    }, SAMPLE_MS);
    const failing = keepFailing(world, random, stopping.signal);
    const pace = { clients: CLIENTS, everyMs: (CLIENTS * 1_000) / CALLS_PER_SECOND };
    const calls: MadeCall[] = await makeLoad([server], { random, name: 'soak', untilMs: DURATION_MS, pace });
    clearInterval(sampling);
    stopping.abort();
    const faults = await failing;
    await world.sandbox.clearFaults();
    await vi.waitFor(async () => expect(await isSettled(world)).toBe(true), { timeout: 60_000, interval: 500 });
    const observed = await observe(world, calls);
    const figures = {
      ...{ seed, minutes, calls: calls.length, faults },
      accepted: observed.accepted.length,
      unknown: observed.targets.filter(({ state }) => state === 'unknown').length,
      ...summary(samples),
    };
    process.stdout.write(`${JSON.stringify(figures)}\n`);
    expect(calls.filter(({ answer }) => answer === null || answer.status === 500)).toEqual([]);
    expect(violations(observed)).toEqual([]);
    expect(figures.openFiles[1]).toBeLessThan(200);
    // The slope of a short run is meaningless, because the process is still warming up.
    if (minutes >= 20) expect(figures.heapGrowthPerHour).toBeLessThan(MEBIBYTE);
    expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(await finishWorld(world, await world.start(), calls)).toEqual([]);
  },
  DURATION_MS + 600_000,
);
