import {
  type Api,
  type PostgresServer,
  type Stack,
  startNetworkProxy,
  startPostgres,
  startStack,
  uniqueText,
  type Workspace,
  watchRequests,
} from '@social/testkit';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

// Four servers on one Postgres database, and one connection whose access token has ended. Refresh tokens work once.
let postgres: PostgresServer;
let stack: Stack;
let apisOf: (workspace: Workspace) => Api[];

beforeAll(async () => {
  postgres = await startPostgres();
  stack = await startStack({ postgresUrl: postgres.url });
  const replicas = await Promise.all(Array.from({ length: 3 }, () => stack.startReplica()));
  apisOf = (workspace) => [workspace.api, ...replicas.map((replica) => replica.apiOf(workspace))];
});

afterEach(async () => {
  await stack.sandbox.clearFaults();
  await stack.sandbox.settings({ tokenLifetimeSeconds: null });
});

afterAll(async () => {
  await stack.close();
  await postgres.stop();
});

async function connectWithEndedToken(): Promise<Workspace> {
  const workspace = await stack.createWorkspace();
  await stack.sandbox.settings({ tokenLifetimeSeconds: 1 });
  await workspace.connect('microblog');
  await stack.sandbox.settings({ tokenLifetimeSeconds: null });
  return workspace;
}

const publish = async (api: Api) => {
  const { body } = await api('POST', '/api/v1/posts', {
    body: { text: uniqueText('Expiry'), platforms: ['microblog'] },
  });
  return body.platformResults.microblog;
};
const read = (api: Api) => api('GET', '/api/v1/microblog/timeline');
const connectionOf = async ({ api }: Workspace) => (await api('GET', '/api/connect/status')).body.microblog;

test('20 posts and 20 reads of each at once renew the token once, and all succeed', async () => {
  const workspace = await connectWithEndedToken();
  const seen = await watchRequests(stack);
  const each = apisOf(workspace).flatMap((api) => Array.from({ length: 20 }, () => api));
  const [reads, results] = await Promise.all([Promise.all(each.map(read)), Promise.all(each.map(publish))]);
  expect(reads.filter(({ status }) => status !== 200)).toEqual([]);
  expect(results.filter(({ ok }) => !ok)).toEqual([]);
  expect(await seen('refresh')).toHaveLength(1);
  expect((await seen()).filter(({ status }) => status >= 400)).toEqual([]);
  expect(await seen('publish')).toHaveLength(80);
  expect(await connectionOf(workspace)).toMatchObject({ connected: true, state: 'connected' });
});

test('a refusal for good is asked for once, written once, and believed by all', async () => {
  const workspace = await connectWithEndedToken();
  await stack.sandbox.fault({ network: 'x', operation: 'refresh', kind: 'invalid-grant', times: 100 });
  const seen = await watchRequests(stack);
  const answers = await Promise.all(
    apisOf(workspace).flatMap((api) => Array.from({ length: 5 }, () => [read(api), publish(api)]).flat()),
  );
  expect(new Set(answers.map((answer) => answer.code ?? answer.body.code))).toEqual(new Set(['reconnect_required']));
  expect((await seen()).map(({ operation }) => operation)).toEqual(['refresh']);
  const { logs } = (await workspace.api('GET', '/api/logs')).body;
  expect(logs.filter(({ action }: { action: string }) => action === 'platform.needs_reconnect')).toHaveLength(1);
  expect(await connectionOf(workspace)).toMatchObject({ connected: false, state: 'needs_reconnect' });
});

test('a refusal that came because somebody else had renewed the tokens first is not believed', async () => {
  await using proxy = await startNetworkProxy();
  await using single = await startStack({ env: { SOCIAL_MICROBLOG_API_URL: `${proxy.url}/x` } });
  proxy.target = single.sandboxUrl;
  const workspace = await single.createWorkspace();
  await single.sandbox.settings({ tokenLifetimeSeconds: 1 });
  await workspace.connect('microblog');
  await single.sandbox.settings({ tokenLifetimeSeconds: null });
  const renewals: Promise<unknown>[] = [];
  proxy.intercept = ({ path, body }) => {
    if (!path.endsWith('/oauth2/token') || !body.includes('refresh_token') || renewals.length > 0) return undefined;
    // On SQLite it is done before the answer goes out.
    renewals.push(single.query('update connection set token_version = token_version + 1'));
    return { status: 400, headers: { 'content-type': 'application/json' }, body: '{"error":"invalid_grant"}' };
  };
  expect((await read(workspace.api)).status).toBe(200);
  expect(renewals).toHaveLength(1);
  expect(await connectionOf(workspace)).toMatchObject({ connected: true, state: 'connected' });
});

test('a refusal that is written while somebody else changes the workspace does not lock the two together', async () => {
  const workspace = await connectWithEndedToken();
  const [{ datname } = {}] = await stack.query('select current_database() as datname');
  const url = new URL(postgres.url);
  url.pathname = `/${String(datname)}`;
  const other = new pg.Client({ connectionString: url.href });
  await other.connect();
  try {
    // As connecting does it: the workspace first, then the connection.
    await other.query('begin');
    await other.query('select id from workspace where id = $1 for update', [workspace.workspaceId]);
    await stack.sandbox.fault({ network: 'x', operation: 'refresh', kind: 'invalid-grant' });
    const reading = read(workspace.api);
    await vi.waitFor(async () => expect((await waiting(stack)).length).toBeGreaterThan(0), 15_000);
    await other.query('update connection set picture = null where workspace_id = $1', [workspace.workspaceId]);
    await other.query('commit');
    const { status, body } = await reading;
    expect([status, body.code]).toEqual([403, 'reconnect_required']);
  } finally {
    await other.end();
  }
  expect(await connectionOf(workspace)).toMatchObject({ state: 'needs_reconnect' });
});

/** Statements of a stack's server that wait for a lock. */
const waiting = ({ query }: Stack) =>
  query("select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'");
