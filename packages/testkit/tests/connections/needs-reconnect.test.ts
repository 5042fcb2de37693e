import { uniqueText, useStack, type Workspace, watchRequests } from '@social/testkit';
import { expect, test } from 'vitest';

const ADVICE = 'microblog no longer accepts the connection; connect it again with: social connect microblog';

const { stack, proxy } = useStack({ proxied: ['microblog'] });

const publish = ({ api }: Workspace, platform = 'microblog') =>
  api('POST', '/api/v1/posts', { body: { text: uniqueText('Refused'), platforms: [platform] } });
const stateOf = async ({ connections }: Workspace, platform = 'microblog') => (await connections())[platform].state;

/** Returns the activity log's entries about refused connections, newest first. */
const refusals = ({ readLog }: Workspace) => readLog({ action: 'platform.needs_reconnect' });

const warnings = ({ workspaceId }: Workspace) =>
  stack.log.filter((line) => line.includes('no longer accepts a connection') && line.includes(workspaceId));

/** A workspace whose access token ends after so many seconds; later tokens live as long as the network's own. */
async function connectFor(seconds: number): Promise<Workspace> {
  const workspace = await stack.createWorkspace();
  await stack.connectWith({ tokenLifetimeSeconds: seconds }, workspace, 'microblog');
  return workspace;
}

test("a refused grant marks the connection once: in the status, the activity log, the result and the server's log", async () => {
  const workspace = await connectFor(1);
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
      metadata: {
        account: 'Sandbox Owner',
        accountId: expect.stringMatching(/^\d+$/),
        network: 'x',
        reason: 'renewal_refused',
      },
    },
  ]);
  expect(warnings(workspace)).toHaveLength(1);
  expect(await workspace.credits()).toMatchObject({ balance: 10_000, held: 0 });
});

test('each refusal has its own entry: connecting again and being refused again is logged again', async () => {
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  for (let turn = 1; turn <= 2; turn += 1) {
    await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'revoked-token', times: 1 });
    expect((await publish(workspace, 'profnet')).body.platformResults.profnet.code).toBe('reconnect_required');
    await publish(workspace, 'profnet');
    expect(await refusals(workspace)).toMatchObject(Array(turn).fill({ metadata: { reason: 'token_refused' } }));
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
  expect(await workspace.credits()).toMatchObject({ balance: 9_997, held: 0, used: 3 });
  expect(await refusals(workspace)).toEqual([]);
});

test('a token that is always refused costs three calls, then none, and no credit', async () => {
  const workspace = await stack.createWorkspace({ connect: ['microblog'] });
  await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'unauthorized' });
  const seen = await watchRequests(stack);
  const { microblog } = (await publish(workspace)).body.platformResults;
  expect([microblog.code, microblog.error]).toEqual(['reconnect_required', ADVICE]);
  expect(await seen()).toHaveLength(3);
  expect((await publish(workspace)).body.platformResults.microblog.code).toBe('reconnect_required');
  const read = await workspace.api('GET', '/api/v1/microblog/timeline');
  expect([read.status, read.body.code]).toEqual([403, 'reconnect_required']);
  expect(await seen()).toHaveLength(3);
  expect(await stateOf(workspace)).toBe('needs_reconnect');
  expect(await refusals(workspace)).toMatchObject([{ metadata: { reason: 'renewed_token_refused' } }]);
  expect(await workspace.credits()).toMatchObject({ balance: 10_000, held: 0 });
});

test('many calls that wait for one refused refresh call the network once', async () => {
  const workspace = await connectFor(1);
  await stack.sandbox.fault({ network: 'x', operation: 'refresh', kind: 'invalid-grant' });
  const seen = await watchRequests(stack);
  const reads = Array.from({ length: 10 }, () => workspace.api('GET', '/api/v1/microblog/timeline'));
  for (const { status, body } of await Promise.all(reads)) {
    expect([status, body.code]).toEqual([403, 'reconnect_required']);
  }
  expect((await seen()).map(({ operation }) => operation)).toEqual(['refresh']);
  expect(await refusals(workspace)).toHaveLength(1);
});

test('a refresh that is refused because another process was faster uses the token which that process stored', async () => {
  // The token is due for a refresh but still valid: it stands for the token that the other process stored.
  const workspace = await connectFor(50);
  proxy.intercept = async ({ path }) => {
    if (!path.startsWith('/x/2/oauth2/token')) return undefined;
    proxy.intercept = () => undefined;
    await stack.query(
      `update connection set token_version = token_version + 1 where workspace_id = '${workspace.workspaceId}'`,
    );
    const body = JSON.stringify({ error: 'invalid_grant', error_description: 'spent' });
    return { status: 400, headers: { 'content-type': 'application/json' }, body };
  };
  expect((await publish(workspace)).body.platformResults.microblog.ok).toBe(true);
  expect(await stateOf(workspace)).toBe('connected');
  expect(await refusals(workspace)).toEqual([]);
});

test('tokens that cannot be decrypted mark the connection too, and the entry says so', async () => {
  const [one, two] = [
    await stack.createWorkspace({ connect: ['profnet'] }),
    await stack.createWorkspace({ connect: ['profnet'] }),
  ];
  const [stranger] = await stack.query(`select access_token from connection where workspace_id = '${two.workspaceId}'`);
  const token = String(stranger?.['access_token']);
  await stack.query(`update connection set access_token = '${token}' where workspace_id = '${one.workspaceId}'`);
  expect((await publish(one, 'profnet')).body.platformResults.profnet.code).toBe('reconnect_required');
  expect(await refusals(one)).toMatchObject([{ metadata: { reason: 'tokens_unreadable' } }]);
});
