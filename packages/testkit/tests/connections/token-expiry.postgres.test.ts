import { type Api, type Stack, uniqueText, useStack, type Workspace, watchRequests } from '@social/testkit';
import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';

// Four servers on one Postgres database, and one connection whose access token has ended. Refresh tokens work once.
const { stack } = useStack();
let apisOf: (workspace: Workspace) => Api[];

beforeAll(async () => {
  const replicas = await Promise.all(Array.from({ length: 3 }, () => stack.startReplica()));
  apisOf = (workspace) => [workspace.api, ...replicas.map((replica) => replica.apiOf(workspace))];
});

async function connectWithEndedToken(): Promise<Workspace> {
  const workspace = await stack.createWorkspace();
  await stack.connectWith({ tokenLifetimeSeconds: 30 }, workspace, 'microblog');
  return workspace;
}

const publish = async (api: Api) => {
  const { body } = await api('POST', '/api/v1/posts', {
    body: { text: uniqueText('Expiry'), platforms: ['microblog'] },
  });
  return body.platformResults.microblog;
};
const read = (api: Api) => api('GET', '/api/v1/microblog/timeline');
const connectionOf = async ({ connections }: Workspace) => (await connections()).microblog;

test('8 posts and 8 reads at once on each of four servers refresh the token once, and all succeed', async () => {
  const workspace = await connectWithEndedToken();
  const seen = await watchRequests(stack);
  const each = apisOf(workspace).flatMap((api) => Array.from({ length: 8 }, () => api));
  const [reads, results] = await Promise.all([Promise.all(each.map(read)), Promise.all(each.map(publish))]);
  expect(reads.filter(({ status }) => status !== 200)).toEqual([]);
  expect(results.filter(({ ok }) => !ok)).toEqual([]);
  expect(await seen('refresh')).toHaveLength(1);
  expect((await seen()).filter(({ status }) => status >= 400)).toEqual([]);
  expect(await seen('publish')).toHaveLength(32);
  expect(await connectionOf(workspace)).toMatchObject({ connected: true, state: 'connected' });
});

test('a permanent refusal is asked for once, logged once, and respected by all servers', async () => {
  const workspace = await connectWithEndedToken();
  await stack.sandbox.fault({ network: 'x', operation: 'refresh', kind: 'invalid-grant', times: 100 });
  const seen = await watchRequests(stack);
  const answers = await Promise.all(
    apisOf(workspace).flatMap((api) => Array.from({ length: 5 }, () => [read(api), publish(api)]).flat()),
  );
  expect(new Set(answers.map((answer) => answer.code ?? answer.body.code))).toEqual(new Set(['reconnect_required']));
  expect((await seen()).map(({ operation }) => operation)).toEqual(['refresh']);
  expect(await workspace.readLog({ action: 'platform.needs_reconnect' })).toHaveLength(1);
  expect(await connectionOf(workspace)).toMatchObject({ connected: false, state: 'needs_reconnect' });
});

test('a refusal that is stored while another transaction changes the workspace causes no deadlock', async () => {
  const workspace = await connectWithEndedToken();
  const other = new pg.Client({ connectionString: stack.databaseUrl });
  await other.connect();
  try {
    // Connecting locks in the same order: the workspace first, then the connection.
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
