import { randomUUID } from 'node:crypto';
import { PASSWORD, type Stack, startStack, useStack, type Workspace, WRONG_PASSWORD } from '@social/testkit';
import { beforeEach, describe, expect, test } from 'vitest';

const LIMIT = 15;
const { stack } = useStack({ env: { SOCIAL_RATE_LIMIT: String(LIMIT) } });

// All tests are the same client, and a new server has not counted its calls yet.
beforeEach(() => stack.restart());

const ask = ({ api }: Workspace) => api('GET', '/api/usage');

test('every answer has the limit and what is left of it', async () => {
  const workspace = await stack.createWorkspace();
  for (let left = LIMIT - 1; left >= LIMIT - 3; left -= 1) {
    const { headers } = await ask(workspace);
    expect(headers.get('ratelimit-policy')).toBe(`"default";q=${LIMIT};w=60`);
    expect(headers.get('ratelimit')).toMatch(new RegExp(`^"default";r=${left};t=\\d+$`));
  }
});

test('calls above the limit answer 429 with Retry-After, without effect; other workspaces and health still answer', async () => {
  const [busy, calm] = [await stack.createWorkspace(), await stack.createWorkspace()];
  const statuses = [];
  for (let call = 0; call < LIMIT; call += 1) statuses.push((await ask(busy)).status);
  expect(statuses).toEqual(Array(LIMIT).fill(200));
  const refused = await busy.publish({ text: 'Too many', platforms: ['video'] });
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect((await calm.api('GET', '/api/v1/posts')).status).toBe(200);
  expect((await stack.anonymous('GET', '/healthz')).status).toBe(200);
  expect((await stack.anonymous('GET', '/readyz')).status).toBe(200);
  expect(await stack.query('select id from post')).toEqual([]);
});

test('calls of addresses that do not exist count, and the log has the beginning of a long path', async () => {
  const path = `/${'x'.repeat(8_000)}`;
  const from = stack.log.length;
  const statuses = [];
  for (let call = 0; call <= LIMIT; call += 1) statuses.push((await stack.anonymous('GET', path)).status);
  expect(statuses).toEqual([...Array(LIMIT).fill(404), 429]);
  expect((await fetch(`${stack.url}/nowhere`, { headers: { accept: 'text/html' } })).status).toBe(429);
  const logged = () => stack.log.slice(from).map((line) => JSON.parse(line).path as string | undefined);
  await expect.poll(() => logged().filter((one) => one === `${path.slice(0, 200)}…`)).toHaveLength(LIMIT + 1);
});

test('each key has its own limit', async () => {
  const workspace = await stack.createWorkspace();
  const { rawKey } = (await workspace.api('POST', '/api/keys', { body: { name: 'Second' } })).body;
  for (let call = 0; call < LIMIT; call += 1) await ask(workspace);
  expect((await ask(workspace)).status).toBe(429);
  expect((await workspace.api('GET', '/api/usage', { key: rawKey })).status).toBe(200);
});

test('all keys of a workspace together have four times the limit; a key with few calls still works', async () => {
  const workspace = await stack.createWorkspace();
  const keys = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => {
      const { body } = await workspace.api('POST', '/api/keys', { body: { name: `Key ${index}` } });
      return body.rawKey as string;
    }),
  );
  const use = async (key: string | undefined) => (await workspace.api('GET', '/api/usage', { key: key ?? '' })).status;
  const statuses: number[] = [];
  for (const key of keys.slice(0, 5)) {
    for (let call = 0; call < LIMIT; call += 1) statuses.push(await use(key));
  }
  const allowed = statuses.filter((status) => status === 200).length;
  // The calls that made the keys count too; the first quarter of the last key's own is always let through.
  expect(allowed).toBeGreaterThanOrEqual(4 * LIMIT - 6);
  expect(allowed).toBeLessThanOrEqual(4 * LIMIT + 3);
  expect(statuses.at(-1)).toBe(429);
  expect(await use(keys[5])).toBe(200);
});

test('a workspace cannot escape its limit with new keys', async () => {
  const workspace = await stack.createWorkspace();
  let key = workspace.apiKey;
  const statuses: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    const made = await workspace.api('POST', '/api/keys', { key, body: { name: `Key ${round}` } });
    statuses.push(made.status);
    if (made.status !== 201) break;
    statuses.push((await workspace.api('GET', '/api/usage', { key: made.body.rawKey })).status);
    statuses.push((await workspace.api('GET', '/api/usage', { key: made.body.rawKey })).status);
    key = made.body.rawKey;
  }
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.length).toBeLessThanOrEqual(8 * LIMIT + 1);
});

test('a client that keeps sending bad keys is refused before they are checked', async () => {
  const statuses = [];
  for (let call = 0; call < 62; call += 1) {
    statuses.push((await stack.anonymous('GET', '/api/usage', { key: `sk_live_${call}` })).status);
  }
  expect(statuses.slice(0, 60)).toEqual(Array(60).fill(401));
  expect(statuses.slice(60)).toEqual([429, 429]);
  const { headers } = await stack.anonymous('GET', '/api/usage');
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a forged X-Forwarded-For does not make another client', async () => {
  for (let call = 0; call < 60; call += 1) {
    await stack.anonymous('GET', '/api/usage', { headers: { 'x-forwarded-for': `203.0.113.${call}` } });
  }
  expect((await stack.anonymous('GET', '/api/usage', { headers: { 'x-forwarded-for': '203.0.113.99' } })).status).toBe(
    429,
  );
});

describe('signing in', () => {
  const signIn = (email: string, password: string) =>
    stack.anonymous('POST', '/api/account/sign-in', { body: { email, password } });

  test('is limited per address: then the right password is refused too', async () => {
    const { email, password } = await stack.createWorkspace();
    const statuses = [];
    for (let attempt = 0; attempt < 10; attempt += 1)
      statuses.push((await signIn(email, `${attempt} ${WRONG_PASSWORD}`)).status);
    expect(statuses).toEqual(Array(10).fill(401));
    const refused = await signIn(email.toUpperCase(), password);
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.getSetCookie()).toEqual([]);
  });

  test('is limited for an IPv6 network as for one address', async () => {
    await using own = await startStack({ env: { SOCIAL_RATE_LIMIT: '1000', SOCIAL_TRUST_PROXY: '127.0.0.0/8' } });
    const { email } = await own.createWorkspace();
    const signInFrom = async (address: string) => {
      const call = { body: { email, password: WRONG_PASSWORD }, headers: { 'x-forwarded-for': address } };
      return (await own.anonymous('POST', '/api/account/sign-in', call)).status;
    };
    const statuses = [];
    for (let host = 1; host <= 11; host += 1) statuses.push(await signInFrom(`2001:db8:0:1:${host}::7`));
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    expect(await signInFrom('2001:db8:0:2::7')).toBe(401);
    expect(await signInFrom('192.0.2.7')).toBe(401);
  });

  test('is limited per client, whatever e-mail address is tried; a right password is refused then too', async () => {
    await using own = await startStack({ env: { SOCIAL_RATE_LIMIT: '1000' } });
    const { email, password } = await own.createWorkspace();
    const statuses = [];
    for (let attempt = 0; attempt < 21; attempt += 1) {
      const body = { email: `${randomUUID()}@example.com`, password: PASSWORD };
      statuses.push((await own.anonymous('POST', '/api/account/sign-in', { body })).status);
    }
    expect(statuses).toEqual([...Array(20).fill(401), 429]);
    const refused = await own.anonymous('POST', '/api/account/sign-in', { body: { email, password } });
    expect(refused.status).toBe(429);
  });

  test('to one account is limited over all clients together', async () => {
    await using own = await startStack({ env: { SOCIAL_RATE_LIMIT: '1000', SOCIAL_TRUST_PROXY: '127.0.0.0/8' } });
    // Unknown addresses are treated alike.
    const body = { email: `${randomUUID()}@example.com`, password: PASSWORD };
    const statuses = [];
    for (let client = 0; client < 101; client += 1) {
      const headers = { 'x-forwarded-for': `192.0.2.${client}` };
      statuses.push((await own.anonymous('POST', '/api/account/sign-in', { body, headers })).status);
    }
    expect(statuses.slice(0, 100)).toEqual(Array(100).fill(401));
    expect(statuses[100]).toBe(429);
  });

  test('works for a signed-in user whatever strangers do', async () => {
    await using own = await startStack({ env: { SOCIAL_RATE_LIMIT: '1000', SOCIAL_TRUST_PROXY: '127.0.0.0/8' } });
    const { email, password } = await own.createWorkspace();
    const [home, elsewhere] = ['198.51.100.7', '203.0.113.7'];
    const signInFrom = async (address: string, tried = password) => {
      const call = { body: { email, password: tried }, headers: { 'x-forwarded-for': address } };
      return (await own.anonymous('POST', '/api/account/sign-in', call)).status;
    };
    expect(await signInFrom(home)).toBe(200);
    // Other accounts hash as quickly, but only this one's limit is used up.
    await Promise.all(Array.from({ length: 12 }, (_, client) => exhaust(own, email, `192.0.2.${client}`)));
    expect(await signInFrom(elsewhere)).toBe(429);
    expect(await signInFrom(home)).toBe(200);
  });

  /** Nine wrong attempts of one client. */
  async function exhaust(own: Stack, email: string, address: string): Promise<void> {
    for (let attempt = 0; attempt < 9; attempt += 1) {
      const call = { body: { email, password: WRONG_PASSWORD }, headers: { 'x-forwarded-for': address } };
      await own.anonymous('POST', '/api/account/sign-in', call);
    }
  }

  test('creating accounts counts only successful attempts', async () => {
    await using own = await startStack({ env: { SOCIAL_RATE_LIMIT: '1000' } });
    const signUp = async (password: string) => {
      const body = { email: `${randomUUID()}@example.com`, password };
      return (await own.anonymous('POST', '/api/account/sign-up', { body })).status;
    };
    // More would be stopped by the limit of attempts to sign in.
    for (let attempt = 0; attempt < 12; attempt += 1) expect(await signUp('        ')).toBe(400);
    expect(await signUp(PASSWORD)).toBe(201);
  });

  test('creating accounts is limited per client and hour', async () => {
    await using own = await startStack({ env: { SOCIAL_RATE_LIMIT: '1000' } });
    const statuses = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const body = { email: `${randomUUID()}@example.com`, password: PASSWORD };
      statuses.push((await own.anonymous('POST', '/api/account/sign-up', { body })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(201), 429]);
  });

  test('to one account is not limited by attempts at another', async () => {
    const { email, password } = await stack.createWorkspace();
    const other = `${randomUUID()}@example.com`;
    for (let attempt = 0; attempt < 11; attempt += 1) await signIn(other, WRONG_PASSWORD);
    expect((await signIn(email, password)).status).toBe(200);
  });
});
