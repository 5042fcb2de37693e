import { createApi } from '@social/testkit';
import { describe, test } from 'vitest';
import { startServer, temporaryDirectory } from '../../../src/programs/server-process.ts';
import { openDesk } from '../../../src/programs/social-command.ts';
import { CREATE, makeKey, moreKeys, REAL_KEY, REFUSAL, SANDBOX_KEY } from './sandbox-key-forms.ts';

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
});
