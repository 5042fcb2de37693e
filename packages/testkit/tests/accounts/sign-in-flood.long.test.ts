import { randomUUID } from 'node:crypto';
import { startSandbox } from '@social/sandbox';
import { openWorkspace, PASSWORD, useResource, type Workspace, type WorkspaceIds } from '@social/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runServer, type ServerProcess, startServer, temporaryDirectory } from '../../src/programs/server-process.ts';

const EMAIL = 'owner@example.com';
const SIGN_INS = Number(process.env['SOCIAL_TEST_SIGN_INS'] ?? 100);
const SIGN_INS_AT_ONCE = 30;
const PUBLISHES = Number(process.env['SOCIAL_TEST_PUBLISHES'] ?? 40);

const directory = temporaryDirectory();
const network = useResource(startSandbox);
let server: ServerProcess;
let workspace: Workspace;

// Only the limit of requests is raised. Networks are reached by name, so that look-ups are part of the test.
beforeAll(async () => {
  await network.settings({ autoApprove: true });
  const env = { SOCIAL_DATA_DIR: directory.path, SOCIAL_RATE_LIMIT: '100000', SOCIAL_TRUST_PROXY: '127.0.0.0/8' };
  const made = ['workspace', 'create', '--email', EMAIL, '--password', PASSWORD, '--plan', 'pro', '--json'];
  const ids = JSON.parse((await runServer(made, env)).stdout) as WorkspaceIds;
  server = await startServer(env, ['--sandbox-url', network.url.replace('127.0.0.1', 'localhost')]);
  workspace = openWorkspace(server.url, { ...ids, email: EMAIL });
  await workspace.connect('profnet');
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  directory[Symbol.dispose]();
});

/** Publishes and uploads in turn, one after another. */
async function work(name: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < PUBLISHES; index += 1) {
    const posted = await workspace.publish({ text: `${name} ${index}`, platforms: ['profnet'] });
    statuses.push(posted.body.platformResults?.profnet?.ok ? posted.status : 0);
    if (index % 10 === 0) statuses.push(await upload(`${name} ${index}`));
  }
  return statuses;
}

async function upload(name: string): Promise<number> {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const headers = { 'content-type': 'image/png', 'x-name': name };
  return (await workspace.api('POST', '/api/v1/media', { body: png, headers })).status;
}

/** Signs in with another e-mail address each time, several at once. */
async function flood(clientOf: (index: number) => string): Promise<number[]> {
  const statuses: number[] = [];
  const signInEvery = async (first: number) => {
    for (let index = first; index < SIGN_INS; index += SIGN_INS_AT_ONCE) {
      const answer = await fetch(`${server.url}/api/account/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': clientOf(index) },
        body: JSON.stringify({ email: `${randomUUID()}@example.com`, password: 'not the password' }),
      });
      await answer.body?.cancel();
      statuses.push(answer.status);
    }
  };
  await Promise.all(Array.from({ length: SIGN_INS_AT_ONCE }, (_, first) => signInEvery(first)));
  return statuses;
}

const countOf = (statuses: readonly number[], status: number) => statuses.filter((each) => each === status).length;

test('a flood of sign-ins with changing addresses, from one client or hundreds, does not stop publishing', async () => {
  const [fromOne, besideOne] = await Promise.all([flood(() => '192.0.2.7'), work('Beside one client')]);
  expect(new Set(besideOne)).toEqual(new Set([201]));
  expect([countOf(fromOne, 401), countOf(fromOne, 429)]).toEqual([20, SIGN_INS - 20]);

  const clientOf = (index: number) => `198.51.${index >> 8}.${index & 255}`;
  const [fromMany, besideMany] = await Promise.all([flood(clientOf), work('Beside many clients')]);
  expect(new Set(besideMany)).toEqual(new Set([201]));
  expect(countOf(fromMany, 401) + countOf(fromMany, 503)).toBe(SIGN_INS);
  expect(countOf(fromMany, 503)).toBeGreaterThan(0);
});
