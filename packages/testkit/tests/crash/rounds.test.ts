import { expect, test } from 'vitest';
import { type RoundsOptions, runRoundsInWorlds } from './rounds.ts';

const rounds = Number(process.env['SOCIAL_TEST_CRASH_ROUNDS'] ?? 6);
const seed = Number(process.env['SOCIAL_TEST_CRASH_SEED'] ?? Date.now() % 1_000_000_000);
const point = process.env['SOCIAL_TEST_CRASH_POINT'];

async function prove(options: RoundsOptions): Promise<void> {
  const totals = await runRoundsInWorlds(options.rounds > 50 && !options.disturbs ? 4 : 2, { ...options, point });
  const sorted = totals.startsMs.toSorted((a, b) => a - b).map(Math.round);
  const startsMs = {
    count: sorted.length,
    median: sorted[Math.floor(sorted.length / 2)],
    p99: sorted[Math.floor(sorted.length * 0.99)],
    most: sorted.at(-1),
  };
  process.stdout.write(`${JSON.stringify({ ...totals, startsMs, violations: totals.violations.length })}\n`);
  expect(totals.violations).toEqual([]);
  expect(totals.rounds).toBe(options.rounds);
  expect(totals.accepted).toBeGreaterThan(options.rounds);
}

test.concurrent(
  'a server that is killed at any moment has neither posted twice nor lost anything',
  () => prove({ rounds, seed }),
  180_000 + rounds * 60_000,
);

const postgresUrl = process.env['SOCIAL_TEST_POSTGRES_URL'] ?? '';
const shared = Number(process.env['SOCIAL_TEST_SHARED_ROUNDS'] ?? 2);
const servers = Number(process.env['SOCIAL_TEST_SHARED_SERVERS'] ?? 2);

test.concurrent(
  'of several servers on one database, one that is killed has neither posted twice nor lost anything',
  // In the long form, another server is disturbed while one dies.
  () => prove({ rounds: shared, seed, postgresUrl, servers, disturbs: servers > 2 }),
  180_000 + shared * 60_000,
);
