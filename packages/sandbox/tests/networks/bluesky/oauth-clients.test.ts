import { Agent } from '@atproto/api';
import {
  NodeOAuthClient,
  type NodeSavedSession,
  type NodeSavedState,
  type OAuthClientMetadataInput,
} from '@atproto/oauth-client-node';
import { expect, test } from 'vitest';
import { type Sandbox, sandboxSeed } from '../../../src/index.ts';
import { call, open } from '../../support/sandbox.ts';

const { handles } = sandboxSeed.bluesky;
const owner = sandboxSeed.bluesky.accounts.sandbox_owner;
const scope = 'atproto transition:generic';

function memory<T>() {
  const values = new Map<string, T>();
  return {
    values,
    get: async (key: string) => values.get(key),
    set: async (key: string, value: T) => void values.set(key, value),
    del: async (key: string) => void values.delete(key),
  };
}

function clientFor(sandbox: Sandbox, clientMetadata: OAuthClientMetadataInput) {
  const host = sandbox.origins.bluesky ?? '';
  const sessions = memory<NodeSavedSession>();
  const client = new NodeOAuthClient({
    ...{ clientMetadata, stateStore: memory<NodeSavedState>(), sessionStore: sessions, allowHttp: true },
    ...{ handleResolver: host, plcDirectoryUrl: `${host}/plc`, requestLock: async (_name, work) => work() },
  });
  return { client, sessions };
}

test('@atproto/oauth-client-node signs in as a program of a developer, posts, and renews its tokens', async () => {
  const sandbox = await open({ origins: true });
  const address = 'http://127.0.0.1:9999/callback';
  const id = `http://localhost?${new URLSearchParams({ redirect_uri: address, scope })}`;
  const { client, sessions } = clientFor(sandbox, {
    ...{ client_id: id, redirect_uris: [address], scope, application_type: 'native', response_types: ['code'] },
    ...{ grant_types: ['authorization_code', 'refresh_token'], token_endpoint_auth_method: 'none' },
    dpop_bound_access_tokens: true,
  });
  const url = await client.authorize(handles.sandbox_owner, { state: 'mine', scope });
  const { headers } = await call(url.href);
  const { session, state } = await client.callback(new URL(headers.get('location') ?? '').searchParams);
  expect([session.did, state]).toEqual([owner, 'mine']);
  const agent = new Agent(session);
  const { uri } = await agent.post({ text: 'with a proof' });
  const before = sessions.values.get(owner)?.tokenSet.access_token;
  await session.getTokenInfo(true);
  expect(sessions.values.get(owner)?.tokenSet.access_token).not.toBe(before);
  await agent.deletePost(uri);
  await session.signOut();
  expect(await sandbox.posts('bluesky')).toMatchObject([{ id: uri, deletedAt: expect.any(String) }]);
});
