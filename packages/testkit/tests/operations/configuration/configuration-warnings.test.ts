import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runServer, startServer, temporaryDirectory } from '../../../src/programs/server-process.ts';

let directory: ReturnType<typeof temporaryDirectory>;

beforeAll(() => {
  directory = temporaryDirectory();
});

afterAll(() => directory[Symbol.dispose]());

test('K54: names variables that are no settings, and what was probably meant', async () => {
  const dataDir = join(directory.path, 'misspelt');
  const misspelt = {
    SOCIAL_RATELIMIT: '10',
    SOCIAL_BASEURL: 'x',
    SOCIAL_PROFNET_CLIENTID: 'x',
    SOCIAL_NONSENSE: 'x',
  };
  const known = { SOCIAL_API_KEY: 'of the command', SOCIAL_SECRET_KEYS_FILE: '', SOCIAL_PROFILE: 'acme' };
  await using server = await startServer({ SOCIAL_DATA_DIR: dataDir, ...misspelt, ...known });
  const warnings = (await server.stop()).stderr.split('\n').filter((line) => line.startsWith('social-server: warning'));
  expect(warnings).toEqual([
    'social-server: warning: SOCIAL_RATELIMIT is not a setting; did you mean SOCIAL_RATE_LIMIT?',
    'social-server: warning: SOCIAL_BASEURL is not a setting; did you mean SOCIAL_BASE_URL?',
    'social-server: warning: SOCIAL_PROFNET_CLIENTID is not a setting; did you mean SOCIAL_PROFNET_CLIENT_ID?',
    'social-server: warning: SOCIAL_NONSENSE is not a setting',
  ]);
});

test('K37: says where a network is reached that is not where it really is', async () => {
  const env = {
    SOCIAL_DATA_DIR: join(directory.path, 'elsewhere'),
    SOCIAL_PROFNET_API_URL: 'https://proxy.example/li',
  };
  await using server = await startServer(env);
  expect((await server.stop()).stderr).toContain('profnet is reached at https://proxy.example/li');
});

test('K9: shows no password of an address that it refuses', async () => {
  for (const name of ['SOCIAL_BASE_URL', 'SOCIAL_PROFNET_API_URL']) {
    const { code, stderr } = await runServer(['start'], {
      SOCIAL_DATA_DIR: join(directory.path, 'password'),
      [name]: 'https://user:hunter2pass@a.example',
    });
    expect(code).toBe(1);
    expect(stderr).toContain(name);
    expect(stderr).not.toContain('hunter2pass');
  }
});
