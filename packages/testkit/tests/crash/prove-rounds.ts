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
  process.stdout.write(`${JSON.stringify({ ...totals, violations: totals.violations.length })}\n`);
  expect(totals.violations).toEqual([]);
  expect(totals.rounds).toBe(options.rounds);
  expect(totals.accepted).toBeGreaterThan(options.rounds);
  expect(totals.named).toBeGreaterThan(options.rounds / 2 - 1);
}
