import { expect, test, vi } from 'vitest';
import { createCrashWorld, type RunningServer } from './crash-world.ts';
import { violations } from './invariants.ts';
import { type MadeCall, perform } from './load.ts';
import { observe } from './observation.ts';

const postsPerServer = Number(process.env['SOCIAL_TEST_POSTS_PER_SERVER'] ?? 15);
const SERVERS = Number(process.env['SOCIAL_TEST_SHARED_SERVERS'] ?? 2);

test('servers on one database publish posts of one account one after another', async () => {
  const postgresUrl = process.env['SOCIAL_TEST_POSTGRES_URL'] ?? '';
  await using world = await createCrashWorld({ workspaces: 1, postgresUrl, recordsPublishes: true });
  const servers = await Promise.all(Array.from({ length: SERVERS }, () => world.start()));
  const times = SERVERS * postsPerServer;
  await world.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'slow', times, delayMs: 10 });
  const calls = servers.flatMap((_, at) =>
    Array.from({ length: postsPerServer }, (_none, index): MadeCall => {
      const key = `s${at}-${index}`;
      const body = { text: key, platforms: ['profnet'] };
      return { workspace: 0, kind: 'publish', method: 'POST', path: '/api/v1/posts', key, body, answer: null };
    }),
  );
  const make = (call: MadeCall) => perform(servers[Number(call.key[1])] as RunningServer, call);
  await Promise.all(calls.map(make));
  // A busy server may refuse a call, having stored nothing; its client makes it again.
  await vi.waitFor(
    async () => {
      const open = calls.filter(({ answer }) => answer?.status !== 201);
      await Promise.all(open.map(make));
      expect(calls.filter(({ answer }) => answer?.status !== 201)).toEqual([]);
    },
    { timeout: 60_000, interval: 500 },
  );
  // A client that waited for too long got an answer that says so; its post goes out nevertheless.
  await vi.waitFor(
    async () => expect(await world.query("select id from post_target where state <> 'published'")).toEqual([]),
    { timeout: 60_000, interval: 200 },
  );
  const sent = world.exchanges.filter(({ method, path }) => method === 'POST' && path.endsWith('/rest/posts'));
  const inOrder = sent.toSorted((a, b) => a.begin - b.begin);
  expect(inOrder).toHaveLength(times);
  const overlaps = inOrder.filter((exchange, index) => exchange.begin < (inOrder[index - 1]?.end ?? 0));
  expect(overlaps).toEqual([]);
  expect(violations(await observe(world, calls))).toEqual([]);
}, 180_000);
