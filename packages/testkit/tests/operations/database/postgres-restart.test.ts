import { setTimeout as delay } from 'node:timers/promises';
import { type PostgresServer, startPostgres } from '@social/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createCrashWorld } from '../../crash/crash-world.ts';
import { violations } from '../../crash/invariants.ts';
import { type MadeCall, makeLoad, performAgain } from '../../crash/load.ts';
import { isSettled, observe } from '../../crash/observation.ts';
import { createRandom } from '../../crash/random.ts';

const RESTARTS = 5;
const RECOVERED_WITHIN_MS = 5_000;

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

function describeAnswer(answer: MadeCall['answer']): string {
  if (answer === null) return 'none';
  return answer.status < 500 ? 'fine' : `${answer.status} ${(JSON.parse(answer.text) as { code: string }).code}`;
}

test('a Postgres that crashes and restarts under load fails calls at that time, and breaks no promise', async () => {
  const variables = { SOCIAL_FAULT_LEASE_MS: '3000' };
  await using world = await createCrashWorld({ workspaces: 3, postgresUrl: postgres.url, variables });
  const server = await world.start();
  const random = createRandom(5);
  const calls: MadeCall[] = [];
  const answers = new Set<string>();
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const load = makeLoad([server], { random, name: `restart-${restart}`, untilMs: 2_000 });
    await delay(400);
    await postgres.crash();
    const back = performance.now();
    await vi.waitFor(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(200), {
      timeout: 20_000,
      interval: 50,
    });
    expect(performance.now() - back).toBeLessThan(RECOVERED_WITHIN_MS);
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
});

test('a Postgres that turns read-only, as a replica is, costs changes and not the server', async () => {
  const variables = { SOCIAL_FAULT_LEASE_MS: '2000' };
  await using world = await createCrashWorld({ workspaces: 1, postgresUrl: postgres.url, variables });
  const server = await world.start();
  const publish = (text: string) =>
    server.workspaces[0]?.api('POST', '/api/v1/posts', { body: { text, platforms: ['profnet'] } });
  /** For connections that are made from now on, so the present ones are cut. */
  async function setReadOnly(isReadOnly: boolean): Promise<void> {
    const [row] = await world.query<{ name: string }>('select current_database() as name');
    await world.query(
      `begin read write; alter database ${row?.name} set default_transaction_read_only = ${isReadOnly}; commit`,
    );
    await world.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  }
  const readiness = async () => (await fetch(`${server.url}/readyz`)).status;

  await setReadOnly(true);
  await vi.waitFor(async () => expect(await readiness()).toBe(503), 15_000);
  expect(await publish('refused')).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect((await server.workspaces[0]?.api('GET', '/api/v1/posts'))?.body.posts).toEqual([]);
  const second = await world.run(['start', '--port', '0']);
  expect(second).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^social-server: SOCIAL_DATABASE_URL: .*read-only/),
  });

  await setReadOnly(false);
  await vi.waitFor(async () => expect(await readiness()).toBe(200), 15_000);
  expect((await publish('taken'))?.body.platformResults.profnet).toMatchObject({ ok: true });
  expect((await world.sandbox.posts()).map(({ text }) => text)).toEqual(['taken']);
});
