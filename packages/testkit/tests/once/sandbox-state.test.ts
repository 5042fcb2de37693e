import { existsSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Browserless, createApi, createSandboxControl } from '@social/testkit';
import { describe, expect, test } from 'vitest';
import {
  runServer,
  type ServerProcess,
  spawnServer,
  startServer,
  temporaryDirectory,
} from './bad-input/server-process.ts';

const EMAIL = 'a@example.org';
const PASSWORD = 'correct horse battery';
const SANDBOX = ['--sandbox'];
/** The sandbox writes its state a quarter of a second after a call. */
const KEPT_AFTER_MS = 2_000;

/** Makes a workspace with two platforms connected, and returns its key. */
async function connectPublisher(server: ServerProcess, dataDir: string): Promise<string> {
  const args = ['workspace', 'create', '--email', EMAIL, '--password', PASSWORD, '--plan', 'pro', '--json'];
  const { apiKey } = JSON.parse((await runServer(args, { SOCIAL_DATA_DIR: dataDir })).stdout);
  await createSandboxControl(server.sandboxUrl).settings({ autoApprove: true });
  const browser = new Browserless(server.url);
  await browser.signIn(EMAIL, PASSWORD);
  for (const platform of ['profnet', 'microblog']) {
    expect((await browser.connect(platform)).status).toBe(201);
  }
  return apiKey;
}

async function publish(server: ServerProcess, apiKey: string, text: string) {
  return (
    await createApi(server.url, apiKey)('POST', '/api/v1/posts', {
      body: { text, platforms: ['profnet', 'microblog'] },
    })
  ).body;
}

async function textsIn(server: ServerProcess): Promise<string[]> {
  return (await createSandboxControl(server.sandboxUrl).posts()).map(({ network, text }) => `${network}: ${text}`);
}

async function stop(server: ServerProcess, signal: NodeJS.Signals): Promise<void> {
  if (signal === 'SIGKILL') await delay(KEPT_AFTER_MS);
  server.child.kill(signal);
  await server.ended;
}

/** Keeps a port until it is disposed of. */
async function occupy(address: string): Promise<AsyncDisposable> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(Number(new URL(address).port), '127.0.0.1', resolve));
  return { [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())) };
}

describe.concurrent('a server that is started with --sandbox again', () => {
  test.for(['SIGTERM', 'SIGKILL'] as const)(
    'finds the networks where they were after %s, with posts and accounts',
    async (signal, { expect }) => {
      using directory = temporaryDirectory();
      const env = { SOCIAL_DATA_DIR: join(directory.path, 'not', 'there', 'yet') };
      await using first = await startServer(env, SANDBOX);
      const apiKey = await connectPublisher(first, env.SOCIAL_DATA_DIR);
      expect(await publish(first, apiKey, 'before')).toMatchObject({ outcome: 'published' });
      expect(statSync(env.SOCIAL_DATA_DIR).mode & 0o777).toBe(0o700);
      await stop(first, signal);

      await using again = await startServer(env, SANDBOX);
      expect(again.sandboxUrl).toBe(first.sandboxUrl);
      expect(await publish(again, apiKey, 'after')).toMatchObject({ outcome: 'published' });
      expect((await textsIn(again)).toSorted()).toEqual([
        'linkedin: after',
        'linkedin: before',
        'x: after',
        'x: before',
      ]);
    },
  );

  test('forgets everything with --sandbox-reset, and says so', async ({ expect }) => {
    using directory = temporaryDirectory();
    const env = { SOCIAL_DATA_DIR: directory.path };
    await using first = await startServer(env, SANDBOX);
    const apiKey = await connectPublisher(first, directory.path);
    await publish(first, apiKey, 'before');
    await stop(first, 'SIGTERM');

    await using again = await startServer(env, [...SANDBOX, '--sandbox-reset']);
    expect(again.sandboxUrl).toBe(first.sandboxUrl);
    expect(await textsIn(again)).toEqual([]);
    expect(await publish(again, apiKey, 'after')).toMatchObject({
      outcome: 'failed',
      platformResults: { profnet: { code: 'reconnect_required' }, microblog: { code: 'reconnect_required' } },
    });
    await stop(again, 'SIGTERM');

    const { child, stdout, ended } = spawnServer(['start', ...SANDBOX, '--sandbox-reset'], {
      ...env,
      SOCIAL_PORT: '0',
    });
    await expect.poll(stdout).toContain('The sandbox is empty: connect the accounts again');
    child.kill('SIGTERM');
    await ended;
  });

  test('says what to do when its port is taken, and takes another one with --sandbox-reset', async ({ expect }) => {
    using directory = temporaryDirectory();
    const env = { SOCIAL_DATA_DIR: directory.path };
    await using first = await startServer(env, SANDBOX);
    await stop(first, 'SIGTERM');
    await using _ = await occupy(first.sandboxUrl);
    const port = new URL(first.sandboxUrl).port;
    expect(await runServer(['start', ...SANDBOX], { ...env, SOCIAL_PORT: '0' })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `social-server: --sandbox: its port ${port} is taken by another program, and accounts are connected to it there; stop that program, or empty the sandbox with --sandbox-reset, which takes another port\n`,
    });
    await using again = await startServer(env, [...SANDBOX, '--sandbox-reset']);
    expect(again.sandboxUrl).not.toBe(first.sandboxUrl);
    expect(await textsIn(again)).toEqual([]);
  });

  test('refuses a folder that another server uses, and one that it cannot read', async ({ expect }) => {
    using directory = temporaryDirectory();
    const env = { SOCIAL_DATA_DIR: directory.path, SOCIAL_PORT: '0' };
    await using first = await startServer(env, SANDBOX);
    const second = await runServer(['start', ...SANDBOX], env);
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toMatch(
      /^social-server: --sandbox: [^\n]*in use by another sandbox[^\n]* another --data-dir[^\n]*\n$/,
    );
    await stop(first, 'SIGTERM');

    writeFileSync(join(directory.path, 'sandbox', 'state.json'), '[{"format":1},99]');
    const third = await runServer(['start', ...SANDBOX], env);
    expect(third).toMatchObject({ code: 1, stdout: '' });
    expect(third.stderr).toMatch(/not written by this version of the sandbox.* --sandbox-reset/);
  });

  test('leaves the data directory of a server without a sandbox alone', async ({ expect }) => {
    using directory = temporaryDirectory();
    const env = { SOCIAL_DATA_DIR: directory.path, SOCIAL_PORT: '0' };
    await using plain = await startServer(env);
    expect(await (await fetch(`${plain.url}/healthz`)).json()).toEqual({ status: 'ok' });
    await stop(plain, 'SIGTERM');
    expect(existsSync(join(directory.path, 'sandbox'))).toBe(false);
    for (const args of [['--sandbox-reset'], ['--sandbox', '--sandbox-reset', '--sandbox-url', 'http://127.0.0.1:1']]) {
      expect(await runServer(['start', ...args], env)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^social-server: --sandbox-reset: [^\n]+\n$/),
      });
    }
    expect(existsSync(join(directory.path, 'sandbox'))).toBe(false);
  });
});
