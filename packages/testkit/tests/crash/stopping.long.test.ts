import { test, vi } from 'vitest';
import { createCrashWorld } from './crash-world.ts';
import { violations } from './invariants.ts';
import { type MadeCall, makeLoad, perform } from './load.ts';
import { isSettled, observe } from './observation.ts';
import { createRandom } from './random.ts';

const stops = Number(process.env['SOCIAL_TEST_STOPS'] ?? 2);

test.concurrent(
  'a server that is asked to stop under load answers what it has taken on, and ends with status 0',
  async ({ expect }) => {
    await using world = await createCrashWorld({ workspaces: 3 });
    const random = createRandom(Date.now());
    const calls: MadeCall[] = [];
    for (let stop = 0; stop < stops; stop += 1) {
      for (const network of ['x', 'linkedin'] as const) {
        await world.sandbox.fault({ network, operation: 'publish', kind: 'slow', times: 3, delayMs: 400 });
      }
      const server = await world.start();
      const load = makeLoad([server], { random, name: `stop${stop}`, untilMs: 2_000 });
      await server.hasEnded(random.between(100, 900));
      expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null });
      calls.push(...(await load));
    }
    // A call that was cut was never taken on: nothing of it is there.
    const answered = new Set(calls.filter(({ answer }) => answer !== null).map(({ key }) => key));
    const cut = new Set(calls.map(({ key }) => key).filter((key) => !answered.has(key)));
    const keys = await world.query<{ key: string }>('select key from idempotency_key');
    expect(keys.filter(({ key }) => cut.has(key))).toEqual([]);
    const statuses = calls.flatMap(({ answer }) => (answer && answer.status >= 500 ? [answer.status] : []));
    expect(statuses.filter((status) => status !== 502 && status !== 503)).toEqual([]);

    await world.sandbox.clearFaults();
    await world.start();
    await vi.waitFor(async () => expect(await isSettled(world)).toBe(true), { timeout: 10_000, interval: 100 });
    expect(violations(await observe(world, calls))).toEqual([]);
    const figures = { stops, answered: answered.size, refused: cut.size };
    process.stdout.write(`${JSON.stringify(figures)}\n`);
  },
  60_000 + stops * 10_000,
);

test.concurrent('a stop ends while networks hang, and the next start settles what they accepted', async ({
  expect,
}) => {
  await using world = await createCrashWorld({ workspaces: 1 });
  const publish = { operation: 'publish', times: 1 } as const;
  await world.sandbox.fault({ network: 'x', kind: 'drip', delayMs: 2_000, ...publish });
  await world.sandbox.fault({ network: 'linkedin', kind: 'accept-then-hang', ...publish });
  // Looking for the lost answer takes its time, too.
  await world.sandbox.fault({ network: 'x', operation: 'read', kind: 'timeout', times: 2 });
  const server = await world.start();
  const body = { text: 'hanging', platforms: ['microblog', 'profnet'] };
  const call: MadeCall = {
    ...{ workspace: 0, kind: 'publish', method: 'POST', path: '/api/v1/posts', key: 'hanging', body, answer: null },
  };
  const answering = perform(server, call);
  await vi.waitFor(async () => expect(await world.sandbox.posts()).toHaveLength(2), 15_000);
  expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(world.log.at(-1)).toContain('stopped before everything had ended');
  expect(await world.query('select id from worker')).toEqual([]);
  await answering;
  await world.sandbox.clearFaults();
  const next = await world.start();
  await vi.waitFor(async () => {
    const { body: page } = (await next.workspaces[0]?.api('GET', '/api/v1/posts')) ?? { body: {} };
    expect(page.posts[0].platformResults).toMatchObject({
      microblog: { ok: true, state: 'published' },
      profnet: { ok: false, state: 'unknown' },
    });
  }, 15_000);
  expect(await world.sandbox.posts()).toHaveLength(2);
  expect(violations(await observe(world, [call]))).toEqual([]);
});
