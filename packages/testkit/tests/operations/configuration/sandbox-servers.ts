import { createApi, openWorkspace } from '@social/testkit';
import {
  makeWorkspace,
  type ServerProcess,
  startServer,
  type Variables,
} from '../../../src/programs/server-process.ts';

export const SANDBOX = ['--sandbox'];
export const BEFORE_AND_AFTER = ['linkedin: after', 'linkedin: before', 'x: after', 'x: before'];

export const startSandboxed = (env: Variables, ...args: string[]) =>
  startServer(env, [...SANDBOX, ...args], { hashesQuickly: true });

/** Makes a workspace with two platforms connected, and returns its key. */
export async function connectPublisher(server: ServerProcess, env: Variables): Promise<string> {
  const workspace = openWorkspace(server.url, await makeWorkspace(env, 'a@example.org'));
  await server.sandbox.settings({ autoApprove: true });
  for (const platform of ['profnet', 'microblog']) await workspace.connect(platform);
  return workspace.apiKey;
}

export async function publish(server: ServerProcess, apiKey: string, text: string) {
  return (
    await createApi(server.url, apiKey)('POST', '/api/v1/posts', {
      body: { text, platforms: ['profnet', 'microblog'] },
    })
  ).body;
}

/** Returns the posts of the networks, in the order of the alphabet. */
export async function textsIn(server: ServerProcess): Promise<string[]> {
  return (await server.sandbox.posts()).map(({ network, text }) => `${network}: ${text}`).toSorted();
}
