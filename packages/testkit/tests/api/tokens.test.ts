import { type Stack, startStack, uniqueText, type Workspace, watchRequests } from '@social/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

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
  api('POST', '/api/v1/posts', { body: { text: uniqueText('Token'), platforms: [platform] } });
const status = async ({ api }: Workspace) => (await api('GET', '/api/connect/status')).body;

/** A workspace whose access token lives so many seconds; later tokens live as long as the network's own. */
async function connectFor(seconds: number, platform = 'microblog'): Promise<Workspace> {
  const workspace = await stack.createWorkspace();
  await stack.sandbox.settings({ tokenLifetimeSeconds: seconds });
  await workspace.connect(platform);
  await stack.sandbox.settings({ tokenLifetimeSeconds: null });
  return workspace;
}

describe('an access token that is about to expire', () => {
  test('is refreshed silently before it is used', async () => {
    const workspace = await connectFor(30);
    const seen = await watchRequests(stack);
    for (let call = 0; call < 3; call += 1) {
      expect((await publish(workspace)).body.platformResults.microblog.ok).toBe(true);
    }
    expect((await seen()).map(({ operation }) => operation)).toEqual(['refresh', 'publish', 'publish', 'publish']);
    expect((await status(workspace)).microblog).toMatchObject({ connected: true, state: 'connected', expiresAt: null });
  });

  test('is refreshed once, however many calls need it', async () => {
    const workspace = await connectFor(1);
    const seen = await watchRequests(stack);
    const reads = Array.from({ length: 20 }, () => workspace.api('GET', '/api/v1/microblog/timeline'));
    const likes = Array.from({ length: 5 }, () =>
      workspace.api('POST', '/api/v1/microblog/like', { body: { mpost_id: '1990000000000000002' } }),
    );
    const statuses = (await Promise.all([...reads, ...likes])).map((answer) => answer.status);
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(5).fill(201)]);
    expect(await seen('refresh')).toHaveLength(1);
  });

  test('is refreshed over a restart too: the replaced refresh token was stored', async () => {
    const workspace = await stack.createWorkspace();
    await stack.sandbox.settings({ tokenLifetimeSeconds: 1 });
    await workspace.connect('microblog');
    for (let round = 0; round < 2; round += 1) {
      const seen = await watchRequests(stack);
      expect((await publish(workspace)).body.platformResults.microblog.ok).toBe(true);
      expect(await seen('refresh')).toHaveLength(1);
      await stack.restart();
    }
  });

  test.each(['server-error', 'garbage', 'rate-limit', 'drop'])(
    'and cannot be refreshed because of %s fails the platform, sends nothing and keeps the connection',
    async (kind) => {
      const workspace = await connectFor(1);
      await stack.sandbox.fault({ network: 'x', operation: 'refresh', kind });
      const seen = await watchRequests(stack);
      const { body } = await publish(workspace);
      expect(body.platformResults.microblog).toMatchObject({ ok: false, state: 'failed', retryable: true, credits: 0 });
      expect(await seen('publish')).toEqual([]);
      expect((await status(workspace)).microblog.state).toBe('connected');
      expect((await publish(workspace)).body.platformResults.microblog.ok).toBe(true);
    },
  );

  test('and is refused for good marks the connection; no further call is made until it is connected again', async () => {
    const workspace = await connectFor(1);
    await stack.sandbox.fault({ network: 'x', operation: 'refresh', kind: 'invalid-grant' });
    const { body } = await publish(workspace);
    expect(body.platformResults.microblog).toMatchObject({
      ok: false,
      state: 'failed',
      code: 'reconnect_required',
      credits: 0,
    });
    expect((await status(workspace)).microblog).toMatchObject({
      connected: false,
      state: 'needs_reconnect',
      displayName: 'Sandbox Owner',
    });
    const seen = await watchRequests(stack);
    expect((await publish(workspace)).body.platformResults.microblog.code).toBe('reconnect_required');
    const like = await workspace.api('POST', '/api/v1/microblog/like', { body: { mpost_id: '1990000000000000002' } });
    expect([like.status, like.body.code]).toEqual([403, 'reconnect_required']);
    expect(await seen()).toEqual([]);
    await workspace.connect('microblog');
    expect((await status(workspace)).microblog).toMatchObject({ connected: true, state: 'connected' });
    expect((await publish(workspace)).body.platformResults.microblog.ok).toBe(true);
    expect((await workspace.api('GET', '/api/usage')).body.credits).toMatchObject({ balance: 9997, held: 0 });
  });
});

describe('an access token that the network refuses', () => {
  test('once is refreshed, and the refused call is made again: it did nothing', async () => {
    const workspace = await stack.createWorkspace({ connect: ['microblog'] });
    await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'expired-token', times: 1 });
    const seen = await watchRequests(stack);
    expect((await publish(workspace)).body.platformResults.microblog).toMatchObject({ ok: true, credits: 3 });
    expect((await seen()).map(({ operation }) => operation)).toEqual(['publish', 'refresh', 'publish']);
  });

  test('again after the refresh marks the connection, and that is the end of it', async () => {
    const workspace = await stack.createWorkspace({ connect: ['microblog'] });
    await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'unauthorized' });
    const seen = await watchRequests(stack);
    const { body } = await publish(workspace);
    expect(body.platformResults.microblog).toMatchObject({ ok: false, code: 'reconnect_required', credits: 0 });
    expect((await seen()).map(({ operation }) => operation)).toEqual(['publish', 'refresh', 'publish']);
    expect((await status(workspace)).microblog.state).toBe('needs_reconnect');
    await publish(workspace);
    expect(await seen()).toHaveLength(3);
  });

  test.each(['expired-token', 'revoked-token', 'unauthorized'])(
    'with %s marks a connection that cannot be refreshed',
    async (kind) => {
      const workspace = await stack.createWorkspace({ connect: ['profnet'] });
      await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind, times: 1 });
      const { body } = await publish(workspace, 'profnet');
      expect(body.platformResults.profnet).toMatchObject({ ok: false, state: 'failed', code: 'reconnect_required' });
      expect((await status(workspace)).profnet).toMatchObject({ connected: false, state: 'needs_reconnect' });
    },
  );

  test('because its time is over tells the user to connect again, and connecting again is enough', async () => {
    const workspace = await connectFor(1, 'profnet');
    expect(Date.parse((await status(workspace)).profnet.expiresAt)).toBeLessThan(Date.now() + 2_000);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const { body } = await publish(workspace, 'profnet');
    expect(body.platformResults.profnet).toMatchObject({ ok: false, code: 'reconnect_required' });
    expect(body.platformResults.profnet.error).toContain('social connect profnet');
    await workspace.connect('profnet');
    const retried = await workspace.api('POST', `/api/v1/posts/${body.id}/retry`);
    expect(retried.body.platformResults.profnet).toMatchObject({ ok: true, credits: 1 });
  });

  test('does not disturb a call whose only trouble is a missing permission', async () => {
    const workspace = await stack.createWorkspace({ connect: ['microblog'] });
    await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'forbidden' });
    await publish(workspace);
    expect((await status(workspace)).microblog.state).toBe('connected');
  });
});

test('a network token ends 60 days after connecting, and the status says when', async () => {
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  const { expiresAt } = (await status(workspace)).profnet;
  const days = (Date.parse(expiresAt) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(59.9);
  expect(days).toBeLessThanOrEqual(60);
});

test('ciphertexts that were exchanged between two connections open neither: no post goes to the wrong account', async () => {
  const [one, two] = [
    await stack.createWorkspace({ connect: ['profnet'] }),
    await stack.createWorkspace({ connect: ['profnet'] }),
  ];
  const tokenOf = async ({ workspaceId }: Workspace) =>
    String(
      (await stack.query(`select access_token from connection where workspace_id = '${workspaceId}'`))[0]?.[
        'access_token'
      ],
    );
  const [first, second] = [await tokenOf(one), await tokenOf(two)];
  expect(first).not.toBe(second);
  await stack.query(`update connection set access_token = '${second}' where workspace_id = '${one.workspaceId}'`);
  const seen = await watchRequests(stack);
  const { body } = await publish(one, 'profnet');
  expect(body.platformResults.profnet).toMatchObject({ ok: false, code: 'reconnect_required' });
  expect(await seen('publish')).toEqual([]);
  expect((await status(one)).profnet.state).toBe('needs_reconnect');
  expect((await publish(two, 'profnet')).body.platformResults.profnet.ok).toBe(true);
});
