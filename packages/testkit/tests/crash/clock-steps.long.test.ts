import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../../src/programs/server-process.ts';
import { type CrashWorld, createCrashWorld, type RunningServer } from './crash-world.ts';
import { violations } from './invariants.ts';
import { type MadeCall, perform } from './load.ts';
import { observe } from './observation.ts';

const HOUR_MS = 3_600_000;

/** Schedules posts that become due one after another, by the clock that the server sees. */
async function schedule(server: RunningServer, name: string, fromMs: number): Promise<MadeCall[]> {
  const calls = Array.from({ length: 20 }, (_, index): MadeCall => {
    const key = `${name}-${index}`;
    const scheduledFor = new Date(Date.now() + fromMs + index * 250).toISOString();
    const body = { text: key, platforms: [index % 2 === 0 ? 'profnet' : 'microblog'], scheduledFor };
    return { workspace: 0, kind: 'schedule', method: 'POST', path: '/api/v1/posts', key, body, answer: null };
  });
  const done = await Promise.all(calls.map((call) => perform(server, call)));
  expect(done).not.toContain(false);
  return calls;
}

const untilAllWereSent = (world: CrashWorld) =>
  vi.waitFor(
    async () => {
      expect(await world.query("select id from post where status <> 'published'")).toEqual([]);
    },
    { timeout: 60_000, interval: 200 },
  );

const directory = temporaryDirectory();
const offset = join(directory.path, 'offset');
const step = (milliseconds: number) => writeFileSync(offset, String(milliseconds));
beforeEach(() => step(0));
afterAll(() => directory[Symbol.dispose]());

describe('one server', () => {
  let world: CrashWorld;
  beforeAll(async () => {
    world = await createCrashWorld({ workspaces: 1, variables: { SOCIAL_FAULT_CLOCK_FILE: offset } });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  test('a clock that is set back or forward by an hour sends nothing twice and loses nothing', async () => {
    const server = await world.start();
    const calls = await schedule(server, 'back', 1_500);
    await vi.waitFor(async () => expect((await world.sandbox.posts()).length).toBeGreaterThan(2), 15_000);
    step(-HOUR_MS);
    // Publishes that were under way end.
    await delay(1_000);
    const before = (await world.sandbox.posts()).length;
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(20);
    await delay(1_500);
    // Posts that were not due wait for the clock, and no post is sent again.
    expect(await world.sandbox.posts()).toHaveLength(before);
    step(0);
    await untilAllWereSent(world);
    expect(await world.sandbox.posts()).toHaveLength(20);

    calls.push(...(await schedule(server, 'forward', HOUR_MS / 2)));
    await delay(500);
    expect(await world.sandbox.posts()).toHaveLength(20);
    step(HOUR_MS);
    await untilAllWereSent(world);
    step(0);
    await delay(1_000);
    expect(await world.sandbox.posts()).toHaveLength(40);
    expect(violations(await observe(world, calls))).toEqual([]);
    await server.kill();
  });

  test('a post that was certainly not sent is missed, not unknown, when the server was stopped for hours', async () => {
    const first = await world.start({ SOCIAL_FAULT: 'before-checkpoint:1' });
    await first.workspaces[0]?.publish({ text: 'too late', platforms: ['bluesky'] }).catch(() => undefined);
    expect(await first.hasEnded(30_000)).toBe(true);
    step(3 * HOUR_MS);
    await world.start();
    await vi.waitFor(async () => {
      const [target] = await world.query("select state, code, error from post_target where platform = 'bluesky'");
      expect(target).toMatchObject({
        state: 'failed',
        code: 'missed',
        error: expect.stringContaining('nothing was sent'),
      });
    }, 30_000);
    expect(await world.sandbox.posts('bluesky')).toEqual([]);
  });
});

test('servers on one database whose clock is stepped do not take each other for dead, and send nothing twice', async () => {
  await using world = await createCrashWorld({
    workspaces: 1,
    postgresUrl: process.env['SOCIAL_TEST_POSTGRES_URL'] ?? '',
    variables: { SOCIAL_FAULT_CLOCK_FILE: offset, SOCIAL_FAULT_LEASE_MS: '6000' },
  });
  const servers = [await world.start(), await world.start()];
  const workers = () => world.query('select id, started_at from worker order by id');
  const before = await workers();
  const calls = await schedule(servers[0] as RunningServer, 'both', 1_500);
  // Not a whole hour forward: what is due is not sent when it is later than that.
  for (const milliseconds of [-HOUR_MS, HOUR_MS / 2, 0]) {
    await delay(700);
    step(milliseconds);
    await delay(2_000);
  }
  await untilAllWereSent(world);
  expect(await world.sandbox.posts()).toHaveLength(20);
  expect(await workers()).toEqual(before);
  expect(violations(await observe(world, calls))).toEqual([]);
  await Promise.all(servers.map((server) => server.kill()));
  expect(world.log.filter((line) => line.includes('has died') || line.includes('was frozen'))).toEqual([]);
});
