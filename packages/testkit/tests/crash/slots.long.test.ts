import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WEEKDAYS } from '@social/rules';
import { expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../../src/programs/server-process.ts';
import { createCrashWorld } from './crash-world.ts';
import { violations } from './invariants.ts';
import { perform, performAgain } from './load.ts';
import { isSettled, observe } from './observation.ts';
import { setSlots, slotCall, slotOf, storedSlots } from './slot-calls.ts';

const CALLS = 20;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** After this long, others take over from a dead server. */
const LEASE_MS = 3_000;

/** Weekly times at each minute from soon on, so that a clock that is an hour ahead is past all of them. */
function minutesFrom(now: number): object[] {
  return Array.from({ length: CALLS + 5 }, (_, index) => {
    const at = new Date(now + (index + 3) * MINUTE_MS);
    return { weekday: WEEKDAYS[(at.getUTCDay() + 6) % 7], time: at.toISOString().slice(11, 16) };
  });
}

test('two servers, of which one is killed and started again, give each slot to one post, and each post goes out once', async () => {
  using directory = temporaryDirectory();
  const postgresUrl = process.env['SOCIAL_TEST_POSTGRES_URL'] ?? '';
  const variables = { SOCIAL_FAULT_LEASE_MS: String(LEASE_MS) };
  await using world = await createCrashWorld({ workspaces: 1, postgresUrl, variables });
  const survivor = await world.start();
  // Dies when it has stored its fifth post, before it answers.
  const victim = await world.start({ SOCIAL_FAULT: 'after-intent:5' });
  await setSlots(survivor, minutesFrom(Date.now()));

  const calls = Array.from({ length: CALLS }, (_, index) => slotCall(`slot-${index}`));
  const made = calls.map((call, index) => perform(index % 2 === 0 ? survivor : victim, call));
  expect(await victim.hasEnded(30_000)).toBe(true);
  const restarted = await world.start();
  await Promise.all(made);
  const cut = calls.filter(({ answer }) => answer === null);
  expect(cut.length).toBeGreaterThan(0);
  // Clients make a cut call again with its key, at either server. A busy server may refuse a call, having stored nothing.
  for (const call of calls.filter(({ answer }) => answer?.status !== 201)) {
    const { status, text } = await performAgain(cut.indexOf(call) % 2 === 0 ? survivor : restarted, call);
    call.answer = { status, text };
  }
  const given = calls.map((call) => ({ text: call.key, due_at: slotOf(call) }));
  const byTime = (one: { due_at: string }, other: { due_at: string }) => (one.due_at < other.due_at ? -1 : 1);
  expect(new Set(given.map(({ due_at }) => due_at)).size).toBe(CALLS);
  expect(await storedSlots(world)).toEqual(given.toSorted(byTime));

  for (const server of [survivor, restarted]) await server.kill('SIGTERM');
  const clock = join(directory.path, 'offset');
  writeFileSync(clock, String(HOUR_MS));
  await world.start({ SOCIAL_FAULT_CLOCK_FILE: clock });
  await vi.waitFor(async () => expect(await isSettled(world)).toBe(true), { timeout: 20_000, interval: 100 });
  const observed = await observe(world, calls);
  expect(violations(observed)).toEqual([]);
  expect(observed.accepted.map(({ text }) => text).toSorted()).toEqual(calls.map(({ key }) => key).toSorted());
});
