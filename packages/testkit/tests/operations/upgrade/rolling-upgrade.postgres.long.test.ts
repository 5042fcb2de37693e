import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { spawnServer, temporaryDirectory } from '../../../src/programs/server-process.ts';
import { type CrashWorld, createCrashWorld, type RunningServer } from '../../crash/crash-world.ts';
import { violations } from '../../crash/invariants.ts';
import { type MadeCall, makeLoad, perform, performAgain } from '../../crash/load.ts';
import { isSettled, observe } from '../../crash/observation.ts';
import { createRandom } from '../../crash/random.ts';
import { cancel, setSlots, slotCall, slotOf, storedSlots } from '../../crash/slot-calls.ts';
import { everyDay } from '../../posts/slots/slots.ts';
import { ADDED, makeNextVersion } from './next-version.ts';

const PACE = { clients: 8, everyMs: 60 };
const random = createRandom(11);

const load = (servers: readonly RunningServer[], name: string, untilMs: number) =>
  makeLoad(servers, { random, name, untilMs, pace: PACE });

/** Calls that a server did not answer, or answered with a failure of its own. */
const failures = (calls: readonly MadeCall[]) =>
  calls.filter(({ answer }) => answer === null || answer.status >= 500).map(({ answer }) => answer?.text ?? 'cut');

const untilSettled = (world: CrashWorld) =>
  vi.waitFor(async () => expect(await isSettled(world)).toBe(true), { timeout: 10_000, interval: 100 });

/** A proxy sends a call that was refused, or cut, to another server when its client makes it again. */
async function makeAgain(server: RunningServer, calls: readonly MadeCall[]): Promise<void> {
  for (const call of calls) {
    if (call.answer !== null && call.answer.status !== 503) continue;
    const { status, text } = await performAgain(server, call);
    call.answer = { status, text };
  }
}

test('servers of this version serve and send while the next one migrates and beside it, until they are stopped one after another', async () => {
  using directory = temporaryDirectory();
  const next = makeNextVersion(directory.path);
  await using world = await createCrashWorld({
    workspaces: 3,
    postgresUrl: process.env['SOCIAL_TEST_POSTGRES_URL'] ?? '',
  });
  const old = [await world.start(), await world.start()];

  const migrating = load(old, 'migrating', 2_500);
  await delay(500);
  const { ended } = spawnServer(['workspace', 'list'], world.env, { program: next });
  expect(await ended).toMatchObject({ code: 0 });
  expect(await world.query(`select name from kysely_migration where name = '${ADDED}'`)).toHaveLength(1);
  const calls = await migrating;
  expect(failures(calls)).toEqual([]);
  calls.push(...(await load(old, 'migrated', 1_000)));
  expect(failures(calls)).toEqual([]);
  // No other server can have sent what was due.
  await untilSettled(world);
  expect(violations(await observe(world, calls))).toEqual([]);

  const newer: RunningServer[] = [];
  const inSlots: MadeCall[] = [];
  await setSlots(old[0] as RunningServer, everyDay('09:00', '17:00'));
  for (const [index, server] of old.entries()) {
    newer.push(await world.start({}, next));
    const serving = [...old.slice(index), ...newer];
    const replacing = load(serving, `replacing-${index}`, 2_000);
    const asked = Array.from({ length: 3 * serving.length }, (_, at) => slotCall(`slot-${index}-${at}`));
    await Promise.all(asked.map((call, at) => perform(serving[at % serving.length] as RunningServer, call)));
    await makeAgain(newer[0] as RunningServer, asked);
    inSlots.push(...asked);
    await delay(700);
    expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    const made = await replacing;
    const refused = failures(made);
    expect(refused.filter((text) => text !== 'cut' && !text.includes('The server is stopping'))).toEqual([]);
    await makeAgain(newer[0] as RunningServer, made);
    expect(failures(made)).toEqual([]);
    calls.push(...made);
  }
  // Both versions have given the slots of one profile, each to one post.
  const given = inSlots.map((call) => ({ text: call.key, due_at: slotOf(call) }));
  expect(new Set(given.map(({ due_at }) => due_at)).size).toBe(inSlots.length);
  expect(new Set((await storedSlots(world)).map((slot) => JSON.stringify(slot)))).toEqual(
    new Set(given.map((slot) => JSON.stringify(slot))),
  );
  await Promise.all(inSlots.map((call) => cancel(newer[0] as RunningServer, call)));
  calls.push(...inSlots);
  await untilSettled(world);
  const observed = await observe(world, calls);
  expect(violations(observed)).toEqual([]);
  // Nobody died, so that no outcome is in doubt.
  expect(observed.targets.filter(({ state }) => state === 'unknown')).toEqual([]);
  expect(observed.accepted.length).toBeGreaterThan(20);
});
