import { expect, test } from 'vitest';
import { makeWorkspace, runServer, startServer, temporaryDirectory } from '../../../src/programs/server-process.ts';
import { freePort } from '../../../src/servers/local-server.ts';

test('a public server whose last workspace is deleted lets nobody be the first without the token of its next start', async () => {
  using directory = temporaryDirectory();
  const env = { SOCIAL_DATA_DIR: directory.path };
  const isPublic = { ...env, SOCIAL_HOST: '0.0.0.0', SOCIAL_BASE_URL: 'https://social.example.org' };
  await makeWorkspace(env, 'last@example.org');
  const port = `${await freePort()}`;
  await using server = await startServer({ ...isPublic, SOCIAL_PORT: port });
  const deleted = await runServer(['workspace', 'delete', 'last@example.org', '--yes'], env);
  expect(deleted.code).toBe(0);
  const setup = await (await fetch(`http://127.0.0.1:${port}/api/account/setup`)).json();
  expect(setup).toMatchObject({ isEmpty: true, needsSetupToken: true });
  expect((await server.stop()).stderr).not.toContain('setup token');
  const next = await startServer(isPublic);
  expect((await next.stop()).stderr).toMatch(/setup token: \S{20,}/);
});
