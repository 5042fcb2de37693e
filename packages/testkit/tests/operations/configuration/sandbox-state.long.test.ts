import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createTestDatabase, startPostgres } from '@social/testkit';
import { describe, expect, test } from 'vitest';
import { runServer, spawnServer, startServer, temporaryDirectory } from '../../../src/programs/server-process.ts';
import { listen } from '../../../src/servers/local-server.ts';
import { BEFORE_AND_AFTER, connectPublisher, publish, SANDBOX, startSandboxed, textsIn } from './sandbox-servers.ts';

/** Takes the port of an address until it is disposed of. */
async function occupy(address: string): Promise<AsyncDisposable> {
  const server = createServer();
  await listen(server, Number(new URL(address).port));
  return { [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())) };
}

describe.concurrent('a server that is started with --sandbox again', () => {
  test('finds them after SIGTERM, forgets everything with --sandbox-reset, and takes another port with it', async ({
    expect,
  }) => {
    using directory = temporaryDirectory();
    const env = { SOCIAL_DATA_DIR: directory.path };
    await using first = await startSandboxed(env);
    const apiKey = await connectPublisher(first, env);
    await publish(first, apiKey, 'before');
    await first.stop();

    await using again = await startSandboxed(env);
    expect(again.sandboxUrl).toBe(first.sandboxUrl);
    expect(await publish(again, apiKey, 'after')).toMatchObject({ outcome: 'published' });
    expect(await textsIn(again)).toEqual(BEFORE_AND_AFTER);
    await again.stop();

    await using emptied = await startSandboxed(env, '--sandbox-reset');
    expect(emptied.sandboxUrl).toBe(first.sandboxUrl);
    expect(await textsIn(emptied)).toEqual([]);
    expect(await publish(emptied, apiKey, 'after')).toMatchObject({
      outcome: 'failed',
      platformResults: { profnet: { code: 'reconnect_required' }, microblog: { code: 'reconnect_required' } },
    });
    await emptied.stop();

    await using _ = await occupy(first.sandboxUrl);
    const port = new URL(first.sandboxUrl).port;
    expect(await runServer(['start', ...SANDBOX], { ...env, SOCIAL_PORT: '0' })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `social-server: --sandbox: its port ${port} is taken by another program, and accounts are connected to it there; stop that program, or empty the sandbox with --sandbox-reset, which takes another port\n`,
    });
    const { child, stdout, ended } = spawnServer(['start', ...SANDBOX, '--sandbox-reset'], {
      ...env,
      SOCIAL_PORT: '0',
    });
    await expect.poll(stdout).toContain('The sandbox is empty: connect the accounts again');
    expect(stdout()).toMatch(/simulated at http:\/\/127\.0\.0\.1:\d+/);
    expect(stdout()).not.toContain(first.sandboxUrl);
    child.kill('SIGTERM');
    await ended;
  });

  test('refuses a folder that another server uses, and one that it cannot read', async ({ expect }) => {
    using directory = temporaryDirectory();
    const env = { SOCIAL_DATA_DIR: directory.path, SOCIAL_PORT: '0' };
    await using first = await startSandboxed(env);
    // On the same database it would wait for the first server before it opens the sandbox.
    const other = { SOCIAL_DATABASE_URL: `sqlite:${join(directory.path, 'other.db')}` };
    const second = await runServer(['start', ...SANDBOX], { ...env, ...other });
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toMatch(
      /^social-server: --sandbox: [^\n]*in use by another sandbox[^\n]* another --data-dir[^\n]*\n$/,
    );
    await first.stop();

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
    await plain.stop();
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

test('a server with --sandbox keeps one sandbox per data directory where two servers share a Postgres', async () => {
  using one = temporaryDirectory();
  using other = temporaryDirectory();
  const postgres = await startPostgres();
  try {
    const { url = '' } = await createTestDatabase(postgres.url);
    const SOCIAL_SECRET_KEYS = randomBytes(32).toString('base64');
    const envOf = ({ path }: { path: string }) => ({
      ...{ SOCIAL_DATA_DIR: join(path, 'data'), SOCIAL_DATABASE_URL: url, SOCIAL_SECRET_KEYS },
    });
    await using first = await startSandboxed(envOf(one));
    await using second = await startSandboxed(envOf(other));
    expect(second.sandboxUrl).not.toBe(first.sandboxUrl);
    const apiKey = await connectPublisher(first, envOf(one));
    await publish(first, apiKey, 'before');
    await first.stop();

    await using again = await startSandboxed(envOf(one));
    expect(again.sandboxUrl).toBe(first.sandboxUrl);
    expect(await publish(again, apiKey, 'after')).toMatchObject({ outcome: 'published' });
    expect(await textsIn(again)).toHaveLength(4);
    expect(await textsIn(second)).toEqual([]);
  } finally {
    await postgres.stop();
  }
});
