import { randomBytes } from 'node:crypto';
import {
  createTestClock,
  createTestDatabase,
  type NetworkProxy,
  type PostgresServer,
  type Replica,
  type Stack,
  startNetworkProxy,
  startPostgres,
  startStack,
  type TestClock,
  uniqueText,
  type Workspace,
  watchRequests,
} from '@social/testkit';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

// Two servers on one Postgres database: what one promises, the other must keep.
let postgres: PostgresServer;
let proxy: NetworkProxy;
let clock: TestClock;
let stack: Stack;
let replica: Replica;

beforeAll(async () => {
  [postgres, proxy] = await Promise.all([startPostgres(), startNetworkProxy()]);
  clock = createTestClock(new Date().toISOString());
  stack = await startStack({
    clock,
    postgresUrl: postgres.url,
    env: { SOCIAL_MICROBLOG_API_URL: `${proxy.url}/x` },
  });
  proxy.target = stack.sandboxUrl;
  replica = await stack.startReplica();
});

afterEach(async () => {
  await stack.sandbox.clearFaults();
  await stack.sandbox.settings({ tokenLifetimeSeconds: null });
});

afterAll(async () => {
  await stack.close();
  await proxy.close();
  await postgres.stop();
});

/** The workspace through both servers in turn. */
function alternating(workspace: Workspace) {
  const apis = [workspace.api, replica.apiOf(workspace)] as const;
  return (index: number) => apis[index % 2] ?? workspace.api;
}

const creditsOf = async ({ api }: Workspace) => (await api('GET', '/api/usage')).body.credits;

test('one Idempotency-Key over both publishes once', async () => {
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  const via = alternating(workspace);
  const headers = { 'idempotency-key': uniqueText('shared') };
  const body = { text: uniqueText('Shared'), platforms: ['profnet'] };
  const seen = await watchRequests(stack);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => via(index)('POST', '/api/v1/posts', { body, headers })),
  );
  for (const { status } of answers) expect([201, 409]).toContain(status);
  expect(await seen('publish')).toHaveLength(1);
  const replay = await replica.apiOf(workspace)('POST', '/api/v1/posts', { body, headers });
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
});

test('changes of one account are made one after another, whichever server makes them', async () => {
  const workspace = await stack.createWorkspace({ connect: ['microblog'] });
  await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'slow', delayMs: 150, times: 6 });
  const via = alternating(workspace);
  const before = proxy.exchanges.length;
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      via(index)('POST', '/api/v1/posts', { body: { text: uniqueText('Serial'), platforms: ['microblog'] } }),
    ),
  );
  expect(answers.map(({ body }) => body.platformResults.microblog.ok)).toEqual(Array(6).fill(true));
  const sent = proxy.exchanges.slice(before).filter(({ method, path }) => method === 'POST' && path === '/x/2/tweets');
  const sorted = sent.toSorted((a, b) => a.begin - b.begin);
  expect(sorted).toHaveLength(6);
  const overlapping = sorted.filter((exchange, index) => exchange.begin < (sorted[index - 1]?.end ?? 0));
  expect(overlapping).toEqual([]);
});

test('a scheduled post is sent once, by one of them', async () => {
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  const made = await Promise.all(
    Array.from({ length: 10 }, () =>
      workspace.api('POST', '/api/v1/posts', {
        body: {
          text: uniqueText('Due'),
          platforms: ['profnet'],
          scheduledFor: new Date(clock.now() + 60_000).toISOString(),
        },
      }),
    ),
  );
  const seen = await watchRequests(stack);
  clock.advance(60_000);
  for (const { body } of made) {
    await vi.waitFor(async () => {
      const post = (await workspace.api('GET', `/api/v1/posts/${body.id}`)).body;
      expect([post.status, post.platformResults.profnet?.ok]).toEqual(['published', true]);
    }, 15_000);
  }
  expect(await seen('publish')).toHaveLength(10);
  expect(await creditsOf(workspace)).toMatchObject({ balance: 9990, held: 0, used: 10 });
});

test('a key that one revokes is refused by the other at once, and so is a session', async () => {
  const workspace = await stack.createWorkspace();
  const { key, rawKey } = (await workspace.api('POST', '/api/keys', { body: { name: 'Shared' } })).body;
  const other = replica.apiOf({ ...workspace, apiKey: rawKey });
  expect((await other('GET', '/api/usage')).status).toBe(200);
  await workspace.api('DELETE', `/api/keys/${key.id}`);
  expect((await other('GET', '/api/usage')).status).toBe(401);
  const browser = await workspace.browser();
  const cookie = `social.session_token=${browser.cookies.get('social.session_token')}`;
  expect((await other('GET', '/api/account', { key: null, headers: { cookie } })).status).toBe(200);
  await browser.visit('POST', '/api/account/sign-out');
  expect((await other('GET', '/api/account', { key: null, headers: { cookie } })).status).toBe(401);
});

test('a session that one server ends, or replaces with the password, is dead at the other at once', async () => {
  const workspace = await stack.createWorkspace();
  const [browser, ended, outdated] = [await workspace.browser(), stack.browser(), stack.browser()];
  for (const other of [ended, outdated]) await other.signIn(workspace.email, workspace.password);
  const atOther = async ({ cookies }: typeof browser, session = cookies.get('social.session_token')) => {
    const headers = { cookie: `social.session_token=${session}` };
    return (await replica.apiOf(workspace)('GET', '/api/account', { key: null, headers })).status;
  };
  expect(await Promise.all([ended, outdated].map((each) => atOther(each)))).toEqual([200, 200]);
  const { sessions } = (await ended.visit('GET', '/api/account/sessions')).body;
  await browser.visit('DELETE', `/api/account/sessions/${sessions[0].id}`);
  expect(await Promise.all([ended, outdated].map((each) => atOther(each)))).toEqual([401, 200]);
  await browser.visit('POST', '/api/account/password', {
    body: { currentPassword: workspace.password, newPassword: 'staple wrong horse' },
  });
  expect(await Promise.all([outdated, browser].map((each) => atOther(each)))).toEqual([401, 200]);
});

test('a new period grants once, whichever server notices it', async () => {
  const workspace = await stack.signUp();
  clock.advance(32 * 24 * 3_600_000);
  const via = alternating(workspace);
  await Promise.all(Array.from({ length: 20 }, (_, index) => via(index)('GET', '/api/usage')));
  const grants = await stack.query(
    `select amount from ledger_entry where workspace_id = '${workspace.workspaceId}' and amount > 0`,
  );
  expect(grants.map(({ amount }) => Number(amount))).toEqual([500, 500]);
  expect((await creditsOf(workspace)).balance).toBe(500);
});

test('an upgrade that is asked for twice at once grants once', async () => {
  const workspace = await stack.createWorkspace({ plan: 'free' });
  await Promise.all(Array.from({ length: 4 }, () => stack.setPlan(workspace, 'pro')));
  expect((await creditsOf(workspace)).balance).toBe(10_000);
});

test('a failed platform that both repeat at once is sent once', async () => {
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'rate-limit' });
  const { body } = await workspace.api('POST', '/api/v1/posts', {
    body: { text: uniqueText('Repeated'), platforms: ['profnet'] },
  });
  const via = alternating(workspace);
  const seen = await watchRequests(stack);
  await Promise.all(Array.from({ length: 6 }, (_, index) => via(index)('POST', `/api/v1/posts/${body.id}/retry`)));
  expect(await seen('publish')).toHaveLength(1);
  expect(await creditsOf(workspace)).toMatchObject({ balance: 9999, held: 0, used: 1 });
});

test('two servers that start at once on an empty database both serve', async () => {
  const database = await createTestDatabase(postgres.url);
  const env = { SOCIAL_DATABASE_URL: database.url, SOCIAL_SECRET_KEYS: randomBytes(32).toString('base64') };
  const pair = await Promise.all([startStack({ env }), startStack({ env })]);
  try {
    const [one, two] = pair;
    const workspace = await one.signUp();
    const answer = await two.anonymous('GET', '/api/usage', { key: workspace.apiKey });
    expect([answer.status, answer.body.credits.balance]).toEqual([200, 500]);
  } finally {
    await Promise.all(pair.map((each) => each.close()));
    await database.drop();
  }
});

test('a server that starts does not disturb what another is sending', async () => {
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'slow', delayMs: 1_200 });
  const headers = { 'idempotency-key': uniqueText('undisturbed') };
  const body = { text: uniqueText('Undisturbed'), platforms: ['profnet'] };
  const seen = await watchRequests(stack);
  const running = workspace.api('POST', '/api/v1/posts', { body, headers });
  await vi.waitFor(async () => expect(await seen('publish')).toHaveLength(1), 15_000);
  const newcomer = await stack.startReplica();
  const early = await newcomer.apiOf(workspace)('POST', '/api/v1/posts', { body, headers });
  expect([early.status, early.body.code]).toEqual([409, 'idempotency_in_progress']);
  const { body: post } = await running;
  expect(post.platformResults.profnet).toMatchObject({ ok: true, state: 'published' });
  expect(await seen('publish')).toHaveLength(1);
  await newcomer.close();
});
