import { type Stack, startStack, uniqueText, type Workspace, watchRequests } from '@social/testkit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
});

afterEach(async () => {
  await stack.sandbox.clearFaults();
  await stack.sandbox.settings({ tokenLifetimeSeconds: null });
});
afterAll(() => stack.close());

const publish = ({ api }: Workspace, platform = 'microblog') =>
  api('POST', '/api/v1/posts', { body: { text: uniqueText('Refused'), platforms: [platform] } });
const stateOf = async ({ api }: Workspace, platform = 'microblog') =>
  (await api('GET', '/api/connect/status')).body[platform].state;
const creditsOf = async ({ api }: Workspace) => (await api('GET', '/api/usage')).body.credits;

/** What the activity log says of refused connections, newest first. */
async function refusals({ api }: Workspace) {
  const { logs } = (await api('GET', '/api/logs')).body;
  return logs.filter(({ action }: { action: string }) => action === 'platform.needs_reconnect');
}

const warnings = ({ workspaceId }: Workspace) =>
  stack.log.filter((line) => line.includes('no longer accepts a connection') && line.includes(workspaceId));

/** A workspace whose access token has ended; later tokens live as long as the network's own. */
async function connectWithEndedToken(): Promise<Workspace> {
  const workspace = await stack.createWorkspace();
  await stack.sandbox.settings({ tokenLifetimeSeconds: 1 });
  await workspace.connect('microblog');
  await stack.sandbox.settings({ tokenLifetimeSeconds: null });
  return workspace;
}

test('a refused grant turns the connection once: in the status, the log, the result and the lines of the server', async () => {
  const workspace = await connectWithEndedToken();
  await stack.sandbox.fault({ network: 'x', operation: 'refresh', kind: 'invalid-grant' });
  const results = await Promise.all([publish(workspace), publish(workspace), publish(workspace)]);
  for (const { body } of results) {
    expect(body.platformResults.microblog).toMatchObject({
      ok: false,
      state: 'failed',
      code: 'reconnect_required',
      retryable: false,
      credits: 0,
    });
    expect(body.platformResults.microblog.error).toContain('social connect microblog');
  }
  expect(await stateOf(workspace)).toBe('needs_reconnect');
  expect(await refusals(workspace)).toMatchObject([
    {
      platform: 'microblog',
      profileName: 'Default',
      status: 'failed',
      metadata: { account: 'Sandbox Owner', accountId: expect.stringMatching(/^\d+$/), network: 'x' },
    },
  ]);
  expect(warnings(workspace)).toHaveLength(1);
  expect(await creditsOf(workspace)).toMatchObject({ balance: 10_000, held: 0 });
});

test('each turn has its own entry: connecting again and being refused again is told again', async () => {
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  for (let turn = 1; turn <= 2; turn += 1) {
    await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'revoked-token', times: 1 });
    expect((await publish(workspace, 'profnet')).body.platformResults.profnet.code).toBe('reconnect_required');
    await publish(workspace, 'profnet');
    expect(await refusals(workspace)).toHaveLength(turn);
    await workspace.connect('profnet');
    expect(await stateOf(workspace, 'profnet')).toBe('connected');
  }
});

test('a token that is refused once costs three calls and one charge', async () => {
  const workspace = await stack.createWorkspace({ connect: ['microblog'] });
  await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'unauthorized', times: 1 });
  const seen = await watchRequests(stack);
  expect((await publish(workspace)).body.platformResults.microblog).toMatchObject({ ok: true, credits: 3 });
  expect((await seen()).map(({ operation }) => operation)).toEqual(['publish', 'refresh', 'publish']);
  expect(await creditsOf(workspace)).toMatchObject({ balance: 9_997, held: 0, used: 3 });
  expect(await refusals(workspace)).toEqual([]);
});

test('a token that is always refused costs three calls, then none, and no credit', async () => {
  const workspace = await stack.createWorkspace({ connect: ['microblog'] });
  await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'unauthorized' });
  const seen = await watchRequests(stack);
  expect((await publish(workspace)).body.platformResults.microblog.code).toBe('reconnect_required');
  expect(await seen()).toHaveLength(3);
  expect((await publish(workspace)).body.platformResults.microblog.code).toBe('reconnect_required');
  const read = await workspace.api('GET', '/api/v1/microblog/timeline');
  expect([read.status, read.body.code]).toEqual([403, 'reconnect_required']);
  expect(await seen()).toHaveLength(3);
  expect(await stateOf(workspace)).toBe('needs_reconnect');
  expect(await refusals(workspace)).toHaveLength(1);
  expect(await creditsOf(workspace)).toMatchObject({ balance: 10_000, held: 0 });
});

test('many calls that wait for one refused refresh ask the network once', async () => {
  const workspace = await connectWithEndedToken();
  await stack.sandbox.fault({ network: 'x', operation: 'refresh', kind: 'invalid-grant' });
  const seen = await watchRequests(stack);
  const reads = Array.from({ length: 10 }, () => workspace.api('GET', '/api/v1/microblog/timeline'));
  for (const { status, body } of await Promise.all(reads)) {
    expect([status, body.code]).toEqual([403, 'reconnect_required']);
  }
  expect((await seen()).map(({ operation }) => operation)).toEqual(['refresh']);
  expect(await refusals(workspace)).toHaveLength(1);
});
