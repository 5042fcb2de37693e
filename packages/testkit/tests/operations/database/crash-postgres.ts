import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresServer } from '@social/testkit';
import { expect, vi } from 'vitest';
import { createCrashWorld } from '../../crash/crash-world.ts';
import { violations } from '../../crash/invariants.ts';
import { type MadeCall, makeLoad, performAgain } from '../../crash/load.ts';
import { isSettled, observe } from '../../crash/observation.ts';
import { createRandom } from '../../crash/random.ts';

function describeAnswer(answer: MadeCall['answer']): string {
  if (answer === null) return 'none';
  return answer.status < 500 ? 'fine' : `${answer.status} ${(JSON.parse(answer.text) as { code: string }).code}`;
}

/** Expects that a Postgres that crashes and restarts under load fails calls at that time, and that no promise is broken. */
export async function crashPostgres(postgres: PostgresServer, restarts: number): Promise<void> {
  const variables = { SOCIAL_FAULT_LEASE_MS: '3000' };
  await using world = await createCrashWorld({ workspaces: 3, postgresUrl: postgres.url, variables });
  const server = await world.start();
  const random = createRandom(5);
  const calls: MadeCall[] = [];
  const answers = new Set<string>();
  for (let restart = 0; restart < restarts; restart += 1) {
    const load = makeLoad([server], { random, name: `restart-${restart}`, untilMs: 2_000 });
    await delay(400);
    await postgres.crash();
    await vi.waitFor(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(200), {
      timeout: 20_000,
      interval: 50,
    });
    const made = await load;
    for (const { answer } of made) answers.add(describeAnswer(answer));
    calls.push(...made);
  }
  expect(answers).toContain('503 unavailable');
  // An action at a network whose answer could not be stored is not known to have happened.
  const allowed = ['fine', '503 unavailable', '502 outcome_unknown'];
  expect([...answers].filter((answer) => !allowed.includes(answer))).toEqual([]);
  expect(await server.hasEnded(0)).toBe(false);

  // Clients ask again what was answered with "try again", under the same key.
  for (const call of calls.filter(({ answer }) => answer?.status === 503)) {
    const { status, text } = await performAgain(server, call);
    calls.push({ ...call, answer: { status, text } });
  }
  const settled = async () => {
    expect(await isSettled(world)).toBe(true);
    expect(violations(await observe(world, calls))).toEqual([]);
  };
  await vi.waitFor(settled, { timeout: 30_000, interval: 500 });
}
