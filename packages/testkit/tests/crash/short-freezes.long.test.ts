import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { startTimer } from '../../src/run/start-timer.ts';
import { createCrashWorld, type RunningServer } from './crash-world.ts';
import { violations } from './invariants.ts';
import { makeLoad } from './load.ts';
import { isSettled, observe } from './observation.ts';
import { createRandom, type Random } from './random.ts';

const seconds = Number(process.env['SOCIAL_TEST_FREEZE_SECONDS'] ?? 4);
const seed = Number(process.env['SOCIAL_TEST_CRASH_SEED'] ?? Date.now() % 1_000_000_000);
const SERVERS = 3;
const FREEZE_MS = 2_500;
/** Twice the default: on a busy machine a freeze takes longer. */
const LEASE_SECONDS = 12;
/** Share of all calls that may wait too long for the database, and are refused without effect. */
const REFUSED_SHARE = 0.05;
const ACTIONS = ['like', 'message'];
const PACE = { clients: 16, everyMs: 300 };

/** Freezes a server for a short time at random moments. @returns the number of freezes */
async function freezeNowAndThen(server: RunningServer, random: Random, isOver: () => boolean): Promise<number> {
  for (let freezes = 0; ; freezes += 1) {
    await delay(random.between(500, 3_000));
    if (isOver()) return freezes;
    server.signal('SIGSTOP');
    await delay(FREEZE_MS);
    server.signal('SIGCONT');
  }
}

test(
  'servers that are frozen for 2.5 seconds now and then are not taken for dead, send nothing twice and lose nothing',
  async () => {
    const postgresUrl = process.env['SOCIAL_TEST_POSTGRES_URL'] ?? '';
    const variables = { SOCIAL_LEASE_SECONDS: String(LEASE_SECONDS) };
    await using world = await createCrashWorld({ workspaces: 3, credits: 1_000_000, postgresUrl, variables });
    const servers = await Promise.all(Array.from({ length: SERVERS }, () => world.start()));
    const workers = () => world.query('select id, started_at from worker order by id');
    const before = await workers();
    // A send that takes some time is often under way when its process is frozen.
    for (const network of ['x', 'linkedin'] as const) {
      await world.sandbox.fault({ network, operation: 'publish', kind: 'slow', delayMs: 150, times: 1_000_000 });
    }
    const isOver = startTimer(seconds * 1_000);
    const load = makeLoad(servers, {
      random: createRandom(seed),
      name: 'freezes',
      untilMs: seconds * 1_000,
      pace: PACE,
    });
    const freezes = await Promise.all(
      servers.map((server, index) => freezeNowAndThen(server, createRandom(seed + index + 1), isOver)),
    );
    const calls = await load;
    await vi.waitFor(async () => expect(await isSettled(world)).toBe(true), { timeout: 15_000, interval: 100 });

    const observed = await observe(world, calls);
    const unanswered = calls.filter(({ answer }) => answer === null).length;
    const failed = calls.filter(({ answer }) => answer !== null && answer.status >= 500);
    const figures = {
      ...{ seed, leaseSeconds: LEASE_SECONDS, freezes },
      ...{ calls: calls.length, accepted: observed.accepted.length, unanswered, failed: failed.length },
    };
    process.stdout.write(`${JSON.stringify(figures)}\n`);
    expect(freezes).not.toContain(0);
    expect(await workers()).toEqual(before);
    await Promise.all(servers.map((server) => server.kill()));
    expect(world.log.filter((line) => line.includes('has died') || line.includes('was frozen'))).toEqual([]);
    expect(violations(observed)).toEqual([]);
    // Nobody died, so that no outcome is in doubt.
    const others = observed.targets.filter(({ state }) => state !== 'published' && state !== 'canceled');
    expect(others).toEqual([]);
    expect(unanswered).toBe(0);
    // An action waits for its account for a limited time, and is refused without effect after that.
    const logged = world.log.filter((line) => line.includes('"level":50')).join('\n');
    expect(failed.filter(({ answer }) => answer?.status !== 503)).toEqual([]);
    const refused = failed.filter(({ kind }) => !ACTIONS.includes(kind));
    expect(refused.length, logged).toBeLessThanOrEqual(Math.ceil(calls.length * REFUSED_SHARE));
  },
  180_000 + seconds * 2_000,
);
