import type { FaultKind } from '@social/sandbox';
import { uniqueText, useStack, type Workspace, watchRequests } from '@social/testkit';
import { describe, expect, test } from 'vitest';

const { stack, proxy } = useStack({ proxied: ['microblog'] });

const publish = ({ api }: Workspace, platform = 'microblog') =>
  api('POST', '/api/v1/posts', { body: { text: uniqueText('Token'), platforms: [platform] } });

/** A workspace whose access token lives so many seconds; later tokens live as long as the network's own. */
async function connectFor(seconds: number, platform = 'microblog'): Promise<Workspace> {
  const workspace = await stack.createWorkspace();
  await stack.connectWith({ tokenLifetimeSeconds: seconds }, workspace, platform);
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
    expect((await workspace.connections()).microblog).toMatchObject({
      connected: true,
      state: 'connected',
      expiresAt: null,
    });
  });

  test('is refreshed once, however many calls need it', async () => {
    const workspace = await connectFor(30);
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
    await stack.sandbox.settings({ tokenLifetimeSeconds: 30 });
    await workspace.connect('microblog');
    for (let round = 0; round < 2; round += 1) {
      const seen = await watchRequests(stack);
      expect((await publish(workspace)).body.platformResults.microblog.ok).toBe(true);
      expect(await seen('refresh')).toHaveLength(1);
      await stack.restart();
    }
  });

  test.each<FaultKind>(['server-error', 'garbage', 'rate-limit', 'drop'])(
    'and cannot be refreshed because of %s makes the platform fail, sends nothing and keeps the connection',
    async (kind) => {
      const workspace = await connectFor(30);
      await stack.sandbox.fault({ network: 'x', operation: 'refresh', kind });
      const seen = await watchRequests(stack);
      const { body } = await publish(workspace);
      expect(body.platformResults.microblog).toMatchObject({ ok: false, state: 'failed', retryable: true, credits: 0 });
      expect(await seen('publish')).toEqual([]);
      expect((await workspace.connections()).microblog.state).toBe('connected');
      expect((await publish(workspace)).body.platformResults.microblog.ok).toBe(true);
    },
  );

  test('and whose refresh is refused permanently marks the connection; no further call is made until it is connected again', async () => {
    const workspace = await connectFor(30);
    await stack.sandbox.fault({ network: 'x', operation: 'refresh', kind: 'invalid-grant' });
    const { body } = await publish(workspace);
    expect(body.platformResults.microblog).toMatchObject({
      ok: false,
      state: 'failed',
      code: 'reconnect_required',
      credits: 0,
    });
    expect((await workspace.connections()).microblog).toMatchObject({
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
    expect((await workspace.connections()).microblog).toMatchObject({ connected: true, state: 'connected' });
    expect((await publish(workspace)).body.platformResults.microblog.ok).toBe(true);
    expect(await workspace.credits()).toMatchObject({ balance: 9997, held: 0 });
  });
});

test('a refusal because another server had refreshed the tokens first is ignored', async () => {
  const workspace = await connectFor(30);
  let refusals = 0;
  proxy.intercept = async ({ path, body }) => {
    if (!path.endsWith('/oauth2/token') || !body.includes('refresh_token') || refusals > 0) return undefined;
    refusals += 1;
    await stack.query('update connection set token_version = token_version + 1');
    return { status: 400, headers: { 'content-type': 'application/json' }, body: '{"error":"invalid_grant"}' };
  };
  expect((await workspace.api('GET', '/api/v1/microblog/timeline')).status).toBe(200);
  expect(refusals).toBe(1);
  expect((await workspace.connections()).microblog).toMatchObject({ connected: true, state: 'connected' });
});

describe('an access token that the network refuses', () => {
  test('once is refreshed, and the refused call is repeated', async () => {
    const workspace = await stack.createWorkspace({ connect: ['microblog'] });
    await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'expired-token', times: 1 });
    const seen = await watchRequests(stack);
    expect((await publish(workspace)).body.platformResults.microblog).toMatchObject({ ok: true, credits: 3 });
    expect((await seen()).map(({ operation }) => operation)).toEqual(['publish', 'refresh', 'publish']);
  });

  test('again after the refresh marks the connection, and the call is not repeated', async () => {
    const workspace = await stack.createWorkspace({ connect: ['microblog'] });
    await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'unauthorized' });
    const seen = await watchRequests(stack);
    const { body } = await publish(workspace);
    expect(body.platformResults.microblog).toMatchObject({ ok: false, code: 'reconnect_required', credits: 0 });
    expect((await seen()).map(({ operation }) => operation)).toEqual(['publish', 'refresh', 'publish']);
    expect((await workspace.connections()).microblog.state).toBe('needs_reconnect');
    await publish(workspace);
    expect(await seen()).toHaveLength(3);
  });

  test('however often it is renewed with tokens that have expired already marks the connection', async () => {
    const workspace = await stack.createWorkspace({ connect: ['microblog'] });
    const headers = { 'content-type': 'application/json' };
    const asked: string[] = [];
    proxy.intercept = async ({ path }) => {
      if (path.endsWith('/oauth2/token') && asked.length < 50) {
        asked.push('refresh');
        const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'bearer', expires_in: 0.001 };
        return { status: 200, headers, body: JSON.stringify(tokens) };
      }
      if (!path.endsWith('/2/tweets')) return undefined;
      asked.push('publish');
      return { status: 401, headers, body: '{"title":"Unauthorized","status":401}' };
    };
    const { body } = await publish(workspace);
    expect(body.platformResults.microblog).toMatchObject({ ok: false, code: 'reconnect_required', credits: 0 });
    expect(asked).toEqual(['publish', 'refresh', 'publish', 'refresh', 'publish']);
    expect((await workspace.connections()).microblog.state).toBe('needs_reconnect');
  });

  test.each<FaultKind>(['expired-token', 'revoked-token', 'unauthorized'])(
    'with %s marks a connection that cannot be refreshed',
    async (kind) => {
      const workspace = await stack.createWorkspace({ connect: ['profnet'] });
      await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind, times: 1 });
      const { body } = await publish(workspace, 'profnet');
      expect(body.platformResults.profnet).toMatchObject({ ok: false, state: 'failed', code: 'reconnect_required' });
      expect((await workspace.connections()).profnet).toMatchObject({ connected: false, state: 'needs_reconnect' });
    },
  );

  test('because it has expired makes the message say to connect again, which is enough', async () => {
    const workspace = await connectFor(4, 'profnet');
    expect(Date.parse((await workspace.connections()).profnet.expiresAt)).toBeLessThan(Date.now() + 4_000);
    await new Promise((resolve) => setTimeout(resolve, 4_100));
    const { body } = await publish(workspace, 'profnet');
    expect(body.platformResults.profnet).toMatchObject({ ok: false, code: 'reconnect_required' });
    expect(body.platformResults.profnet.error).toContain('social connect profnet');
    await workspace.connect('profnet');
    const retried = await workspace.api('POST', `/api/v1/posts/${body.id}/retry`);
    expect(retried.body.platformResults.profnet).toMatchObject({ ok: true, credits: 1 });
  });

  test('is not suspected when a permission is missing', async () => {
    const workspace = await stack.createWorkspace({ connect: ['microblog'] });
    await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'forbidden' });
    await publish(workspace);
    expect((await workspace.connections()).microblog.state).toBe('connected');
  });
});

test('a network token ends 60 days after connecting, and the status says when', async () => {
  const in60Days = () => Date.now() + 60 * 86_400_000;
  const earliest = in60Days();
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  const expiresAt = Date.parse((await workspace.connections()).profnet.expiresAt);
  expect(expiresAt).toBeGreaterThanOrEqual(earliest);
  expect(expiresAt).toBeLessThanOrEqual(in60Days());
});

test('ciphertexts that are swapped between two connections decrypt neither: no post goes to the wrong account', async () => {
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
  expect((await one.connections()).profnet.state).toBe('needs_reconnect');
  expect((await publish(two, 'profnet')).body.platformResults.profnet.ok).toBe(true);
});
