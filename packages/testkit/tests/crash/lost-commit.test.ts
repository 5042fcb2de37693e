import { connect, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { listen } from '../../src/servers/local-server.ts';
import { type CrashWorld, createCrashWorld, type RunningServer } from './crash-world.ts';
import { violations } from './invariants.ts';
import { type MadeCall, perform, performAgain } from './load.ts';
import { observe } from './observation.ts';

let world: CrashWorld;
let proxy: LosingProxy;
let server: RunningServer;
const calls: MadeCall[] = [];

beforeAll(async () => {
  world = await createCrashWorld({ workspaces: 1, postgresUrl: process.env['SOCIAL_TEST_POSTGRES_URL'] ?? '' });
  const database = new URL(world.env['SOCIAL_DATABASE_URL'] ?? '');
  proxy = await losingProxy(Number(database.port));
  database.port = String(proxy.port);
  server = await world.start({ SOCIAL_DATABASE_URL: database.href });
});

beforeEach(() => {
  proxy.lost = 0;
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
});

/** A proxy for Postgres that breaks a connection, between the commit of a transaction that stores targets and its answer. */
interface LosingProxy extends AsyncDisposable {
  readonly port: number;
  /** Number of answers that were lost; another one is when it is 0. */
  lost: number;
}

async function losingProxy(targetPort: number): Promise<LosingProxy> {
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    let storesTargets = false;
    let isCommitting = false;
    client.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      if (text.includes('insert into "post_target"')) storesTargets = true;
      isCommitting = storesTargets && /\bcommit\b/i.test(text);
      if (isCommitting) storesTargets = false;
      target.write(bytes);
    });
    target.on('data', (bytes) => {
      if (!isCommitting || losing.lost > 0) return client.write(bytes);
      losing.lost += 1;
      return client.destroy();
    });
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      one.on('error', () => undefined);
      one.once('close', () => other.destroy());
    }
  });
  const losing = {
    port: await listen(server),
    lost: 0,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
  return losing;
}

const acceptedAs = async (text: string) => (await world.sandbox.posts()).filter((post) => post.text === text);

const targetOf = (text: string) =>
  `select target.* from post_target as target join post on post.id = post_id where text = '${text}'`;

const soon = () => ({ scheduledFor: new Date(Date.now() + 500).toISOString() });

/** Two rounds of maintenance: where the lost commit lands late, that frees the lease which it took. */
const UNTIL_FREED_MS = 150_000;

test.for([
  { kind: 'post', time: () => ({}) },
  { kind: 'scheduled post', time: soon },
  { kind: 'post for a time that has passed', time: () => ({ scheduledFor: '2026-01-01T00:00:00Z' }) },
])('a $kind goes out once when the answer to the commit that stores its targets is lost', async ({ kind, time }) => {
  const body = { text: kind, platforms: ['profnet'], ...time() };
  const call: MadeCall = {
    ...{ workspace: 0, kind: 'publish', method: 'POST', path: '/api/v1/posts', key: kind, body, answer: null },
  };
  calls.push(call);
  await perform(server, call);
  await vi.waitFor(async () => expect(await acceptedAs(kind)).toHaveLength(1), UNTIL_FREED_MS);
  const again = await vi.waitFor(async () => {
    const answer = await performAgain(server, call);
    expect(answer.status).toBe(201);
    return answer;
  }, UNTIL_FREED_MS);
  call.answer = { status: again.status, text: again.text };
  await vi.waitFor(async () => {
    const [target] = await world.query<{ state: string }>(targetOf(kind));
    expect(target?.state).toBe('published');
  }, UNTIL_FREED_MS);
  expect(proxy.lost).toBe(1);
  expect(await acceptedAs(kind)).toHaveLength(1);
  expect(violations(await observe(world, calls))).toEqual([]);
});

test('a post without a key fails when the answer to the commit that stores its targets is lost: its caller may publish it again', async () => {
  const answer = await server.workspaces[0]?.api('POST', '/api/v1/posts', {
    body: { text: 'told nobody', platforms: ['profnet'] },
  });
  expect(answer?.status).toBeGreaterThanOrEqual(500);
  await vi.waitFor(async () => {
    const [target] = await world.query<{ state: string; held: number }>(targetOf('told nobody'));
    expect(target).toMatchObject({ state: 'failed', held: 0 });
  }, UNTIL_FREED_MS);
  expect(proxy.lost).toBe(1);
  expect(await acceptedAs('told nobody')).toEqual([]);
});
