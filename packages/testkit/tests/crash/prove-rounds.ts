import { expect } from 'vitest';
import { type RoundsOptions, runRoundsInWorlds } from './rounds.ts';

const point = process.env['SOCIAL_TEST_CRASH_POINT'];

function worldsFor({ rounds, disturbs }: RoundsOptions): number {
  if (rounds <= 3) return 1;
  return rounds > 50 && !disturbs ? 4 : 2;
}

/** Runs crash rounds, prints their sums as a line of JSON, and fails when a promise was broken. */
export async function proveRounds(options: RoundsOptions): Promise<void> {
  const totals = await runRoundsInWorlds(worldsFor(options), { ...options, point });
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
