import { test } from 'vitest';
import { proveRounds } from './prove-rounds.ts';

const rounds = Number(process.env['SOCIAL_TEST_CRASH_ROUNDS'] ?? 3);
const seed = Number(process.env['SOCIAL_TEST_CRASH_SEED'] ?? Date.now() % 1_000_000_000);
test.concurrent(
  'a server that is killed at any moment has neither posted twice nor lost anything',
  () => proveRounds({ rounds, seed }),
  180_000 + rounds * 60_000,
);

const keyed = Number(process.env['SOCIAL_TEST_KEYED_ROUNDS'] ?? 1);

test.concurrent.each(['racing', 'none'] as const)(
  'where servers of Mastodon do not hold a lock on keys (%s), a killed server has neither posted twice nor lost anything',
  (mastodonKeys) => proveRounds({ rounds: keyed, seed, mastodonKeys }),
  180_000 + keyed * 60_000,
);

const postgresUrl = process.env['SOCIAL_TEST_POSTGRES_URL'] ?? '';
const shared = Number(process.env['SOCIAL_TEST_SHARED_ROUNDS'] ?? 1);
const servers = Number(process.env['SOCIAL_TEST_SHARED_SERVERS'] ?? 2);

test.concurrent(
  'of several servers on one database, one that is killed has neither posted twice nor lost anything',
  // In the long form, another server is disturbed while one dies.
  () => proveRounds({ rounds: shared, seed, postgresUrl, servers, disturbs: servers > 2 }),
  180_000 + shared * 60_000,
);
