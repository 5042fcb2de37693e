import { createApi, type Replica, useStack } from '@social/testkit';
import { beforeAll, expect, test } from 'vitest';

// Two servers on one database count together.
const LIMIT = 20;
const { stack } = useStack({ env: { SOCIAL_RATE_LIMIT: String(LIMIT) } });
let replica: Replica;

beforeAll(async () => {
  replica = await stack.startReplica();
});

const left = (headers: Headers) => Number(/^"default";r=(\d+);t=\d+$/.exec(headers.get('ratelimit') ?? '')?.[1]);

test('calls of a key through two servers count together, and each answer says what is left', async () => {
  const workspace = await stack.createWorkspace();
  const apis = [workspace.api, replica.apiOf(workspace)];
  const answers = [];
  for (let call = 0; call < LIMIT + 4; call += 1) answers.push(await apis[call % 2]?.('GET', '/api/usage'));
  expect(answers.map((answer) => answer?.status)).toEqual([...Array(LIMIT).fill(200), ...Array(4).fill(429)]);
  expect(answers.map((answer) => left(answer?.headers ?? new Headers()))).toEqual([
    ...Array.from({ length: LIMIT }, (_, call) => LIMIT - 1 - call),
    ...Array(4).fill(0),
  ]);
  for (const answer of answers.slice(LIMIT)) {
    expect(Number(answer?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(answer?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  }
});

test('calls at the same time are not lost between two servers', async () => {
  const workspace = await stack.createWorkspace();
  const apis = [workspace.api, replica.apiOf(workspace)];
  const calls = Array.from({ length: 2 * LIMIT }, (_, call) => apis[call % 2]?.('GET', '/api/usage'));
  const statuses = (await Promise.all(calls)).map((answer) => answer?.status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT);
  expect(statuses.filter((status) => status === 429)).toHaveLength(LIMIT);
});

test('attempts to sign in through two servers count together, and leave no e-mail address in the database', async () => {
  const { email } = await stack.createWorkspace();
  const anonymous = [stack.anonymous, createApi(replica.url, null)];
  const statuses = [];
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const body = { email, password: `wrong password ${attempt}` };
    statuses.push((await anonymous[attempt % 2]?.('POST', '/api/account/sign-in', { body }))?.status);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  const keys = (await stack.query('select key from rate_limit')).map(({ key }) => String(key));
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter((key) => key.includes('@'))).toEqual([]);
});

test('while the counts cannot be stored, a server counts in memory', async () => {
  const workspace = await stack.createWorkspace();
  await stack.query('alter table rate_limit rename to rate_limit_away');
  try {
    const statuses = [];
    for (let call = 0; call < LIMIT + 2; call += 1) statuses.push((await workspace.api('GET', '/api/usage')).status);
    expect(statuses).toEqual([...Array(LIMIT).fill(200), 429, 429]);
  } finally {
    await stack.query('alter table rate_limit_away rename to rate_limit');
  }
});
