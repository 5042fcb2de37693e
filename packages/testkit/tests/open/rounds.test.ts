import { test } from 'vitest';
import { startBlueskyServer } from '../../src/servers/bluesky-server.ts';
import { proveRounds } from '../crash/prove-rounds.ts';
import { createRandom } from '../crash/random.ts';
import { randomFate, startLosingProxy } from './losing-proxy.ts';

const rounds = Number(process.env['SOCIAL_TEST_OPEN_ROUNDS'] ?? 6);
const seed = Number(process.env['SOCIAL_TEST_CRASH_SEED'] ?? Date.now() % 1_000_000_000);

test(
  'a server that is killed at any moment has neither posted twice at a real network nor lost anything, and knows every outcome',
  async () => {
    await using bluesky = await startBlueskyServer({ isBehindProxy: true });
    const random = createRandom(seed);
    await using _proxy = await startLosingProxy(bluesky, () => randomFate(random));
    await proveRounds({ rounds, seed, bluesky });
  },
  180_000 + rounds * 60_000,
);
