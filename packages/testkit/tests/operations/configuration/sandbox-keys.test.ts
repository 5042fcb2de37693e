import { createApi } from '@social/testkit';
import { describe, expect, test } from 'vitest';
import { runServer, startServer, temporaryDirectory } from '../../../src/programs/server-process.ts';
import { openDesk } from '../../../src/programs/social-command.ts';

const ACCOUNT = ['--email', 'a@example.org'];
const CREATE = ['workspace', 'create', ...ACCOUNT, '--password', 'correct horse battery', '--json'];
const REAL_KEY = /^sk_live_sp_[0-9A-Za-z]{49}$/;
const SANDBOX_KEY = /^sk_live_sandbox_[0-9A-Za-z]{49}$/;
const REFUSAL = {
  code: 'unauthorized',
  error: expect.stringMatching(/is for a server with a sandbox, and this server runs without one/),
  details: { keyFor: 'sandbox' },
};

/** Runs a command while the server runs, or before it starts, and returns the key that the command prints. */
async function makeKey(dataDir: string, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runServer(args, { SOCIAL_DATA_DIR: dataDir });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout).apiKey;
}

const moreKeys = (...flags: string[]) => ['workspace', 'key', ...ACCOUNT, '--json', ...flags];

describe.concurrent('a key', () => {
  test('of a server with a sandbox works there, and is refused by its form once the sandbox is gone', async ({
    expect,
  }) => {
    using directory = temporaryDirectory();
    const env = { SOCIAL_DATA_DIR: directory.path };
    await using simulated = await startServer(env, ['--sandbox']);
    const apiKey = await makeKey(directory.path, CREATE);
    expect(apiKey).toMatch(SANDBOX_KEY);
    expect(await makeKey(directory.path, moreKeys())).toMatch(SANDBOX_KEY);
    const made = await createApi(simulated.url, apiKey)('POST', '/api/keys', { body: { name: 'ci' } });
    expect(made.body.rawKey).toMatch(SANDBOX_KEY);
    await simulated.stop();

    await using real = await startServer(env);
    const { status, body } = await createApi(real.url, apiKey)('GET', '/api/usage');
    expect([status, body]).toEqual([401, expect.objectContaining(REFUSAL)]);
    expect(JSON.stringify(body)).not.toContain(apiKey);
    const other = await makeKey(directory.path, moreKeys());
    expect(other).toMatch(REAL_KEY);
    expect((await createApi(real.url, other)('GET', '/api/usage')).status).toBe(200);

    await using desk = await openDesk(real.url, apiKey);
    const { code, stderr } = await desk.social(['usage']);
    expect(code).toBe(4);
    expect(stderr).toContain(
      `The key in SOCIAL_API_KEY (…${apiKey.slice(-4)}) is for a server with a sandbox, and ${real.url} runs without one`,
    );
    expect(stderr).not.toContain(apiKey);
  });

  test('that was made before the first start works with a sandbox and without', async ({ expect }) => {
    using directory = temporaryDirectory();
    const env = { SOCIAL_DATA_DIR: directory.path };
    const apiKey = await makeKey(directory.path, CREATE);
    expect(apiKey).toMatch(REAL_KEY);
    for (const args of [['--sandbox'], []]) {
      await using server = await startServer(env, args);
      expect((await createApi(server.url, apiKey)('GET', '/api/usage')).status).toBe(200);
    }
  });

  test('is made for a sandbox that is started later, where that is asked for', async ({ expect }) => {
    using directory = temporaryDirectory();
    expect(await makeKey(directory.path, [...CREATE, '--sandbox'])).toMatch(SANDBOX_KEY);
    expect(await makeKey(directory.path, moreKeys('--sandbox'))).toMatch(SANDBOX_KEY);
    expect(await makeKey(directory.path, moreKeys())).toMatch(REAL_KEY);
  });

  test('of a sandbox that the server has never seen is refused with the same sentence', async ({ expect }) => {
    using home = temporaryDirectory();
    using elsewhere = temporaryDirectory();
    const foreign = await makeKey(elsewhere.path, [...CREATE, '--sandbox']);
    await using server = await startServer({ SOCIAL_DATA_DIR: home.path });
    const { status, body } = await createApi(server.url, foreign)('GET', '/api/usage');
    expect([status, body]).toEqual([401, expect.objectContaining(REFUSAL)]);
    const mistyped = `${foreign.slice(0, -1)}${foreign.endsWith('a') ? 'b' : 'a'}`;
    const other = await createApi(server.url, mistyped)('GET', '/api/usage');
    expect([other.status, other.body.error]).toEqual([401, expect.stringContaining('unknown or revoked')]);
  });
});
