import { expect, test } from 'vitest';
import { runRounds } from './rounds.ts';

const rounds = Number(process.env['SOCIAL_TEST_CRASH_ROUNDS'] ?? 20);
const seed = Number(process.env['SOCIAL_TEST_CRASH_SEED'] ?? Date.now() % 1_000_000_000);

test(
  'a server that is killed at any moment has neither posted twice nor lost anything',
  async () => {
    const totals = await runRounds({ rounds, seed });
    console.log(JSON.stringify({ ...totals, violations: totals.violations.length }));
    expect(totals.violations).toEqual([]);
    expect(totals.rounds).toBe(rounds);
    expect(totals.accepted).toBeGreaterThan(rounds);
  },
  60_000 + rounds * 30_000,
);
