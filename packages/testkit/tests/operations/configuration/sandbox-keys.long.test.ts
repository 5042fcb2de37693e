import { createApi } from '@social/testkit';
import { describe, test } from 'vitest';
import { startServer, temporaryDirectory } from '../../../src/programs/server-process.ts';
import { CREATE, makeKey, moreKeys, REAL_KEY, REFUSAL, SANDBOX_KEY } from './sandbox-key-forms.ts';

describe.concurrent('a key', () => {
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
