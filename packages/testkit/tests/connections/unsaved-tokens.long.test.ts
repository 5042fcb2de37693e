import { uniqueText, useStack, type Workspace, watchRequests } from '@social/testkit';
import { expect, test, vi } from 'vitest';

// A refresh token works once: tokens that were renewed while the database took no writes exist in memory alone.
const REFUSE_TOKENS =
  "create trigger refuse_tokens before update of access_token on connection begin select raise(abort, 'no'); end";

const { stack } = useStack();

async function connectWithEndedToken(): Promise<Workspace> {
  const workspace = await stack.createWorkspace();
  await stack.connectWith({ tokenLifetimeSeconds: 30 }, workspace, 'microblog');
  return workspace;
}

const publish = async ({ api }: Workspace) => {
  const { body } = await api('POST', '/api/v1/posts', {
    body: { text: uniqueText('Unsaved'), platforms: ['microblog'] },
  });
  return body.platformResults.microblog;
};
const stateOf = async ({ connections }: Workspace) => (await connections()).microblog.state;
const versionOf = async ({ workspaceId }: Workspace) =>
  (await stack.query(`select token_version from connection where workspace_id = '${workspaceId}'`))[0]?.[
    'token_version'
  ];

test('tokens that were refreshed during a database outage are stored after it, and no refresh token is used twice', async () => {
  const [used, idle] = [await connectWithEndedToken(), await connectWithEndedToken()];
  const before = await versionOf(idle);
  await stack.query(REFUSE_TOKENS);
  const seen = await watchRequests(stack);

  for (const result of await Promise.all([used, idle].map(publish))) {
    expect(result).toMatchObject({ ok: false, state: 'failed', credits: 0 });
  }
  expect(await publish(used)).toMatchObject({ ok: false, state: 'failed', credits: 0 });
  expect(await seen('refresh')).toHaveLength(2);
  expect(await versionOf(idle)).toBe(before);

  await stack.query('drop trigger refuse_tokens');
  expect(await publish(used)).toMatchObject({ ok: true });
  await vi.waitFor(async () => expect(await versionOf(idle)).not.toBe(before), 15_000);
  expect(await Promise.all([used, idle].map(stateOf))).toEqual(Array(2).fill('connected'));
  expect(await seen('refresh')).toHaveLength(2);
  expect(await publish(idle)).toMatchObject({ ok: true });
});

test('a server that stops stores refreshed tokens first', async () => {
  const workspace = await connectWithEndedToken();
  await stack.query(REFUSE_TOKENS);
  const seen = await watchRequests(stack);
  expect(await publish(workspace)).toMatchObject({ ok: false, state: 'failed', credits: 0 });
  await stack.query('drop trigger refuse_tokens');
  await stack.restart();
  expect(await publish(workspace)).toMatchObject({ ok: true });
  expect(await seen('refresh')).toHaveLength(1);
});
