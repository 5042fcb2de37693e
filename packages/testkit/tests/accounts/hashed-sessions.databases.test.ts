import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { createTestDatabase } from '@social/testkit';
import { expect, test } from 'vitest';
import { queryDatabase } from '../../src/databases/databases.ts';
import { startServer, temporaryDirectory } from '../../src/programs/server-process.ts';

const COOKIE = 'social.session_token';
const KEY = randomBytes(32);

/** Returns the session cookie that the server's key makes of a token. */
function forge(token: string): string {
  const secret = Buffer.from(hkdfSync('sha256', KEY, '', 'dashboard sessions', 32)).toString('base64url');
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return `${COOKIE}=${encodeURIComponent(`${token}.${signature}`)}`;
}

test("the stored hash of a session opens no session even with the server's key", async () => {
  using directory = temporaryDirectory();
  const { url } = await createTestDatabase();
  const query = (sql: string) => queryDatabase({ url, dataDir: directory.path }, sql);
  const settings = {
    SOCIAL_DATA_DIR: directory.path,
    SOCIAL_SECRET_KEYS: KEY.toString('base64'),
    ...(url && { SOCIAL_DATABASE_URL: url }),
  };
  await using server = await startServer(settings);
  const body = JSON.stringify({ email: 'ada@example.org', password: 'correct horse battery' });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}/api/account/sign-up`, { method: 'POST', headers, body });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect(answer.status).toBe(201);
  const [token = ''] = decodeURIComponent(cookie.slice(COOKIE.length + 1)).split('.');
  const hash = createHash('sha256').update(token).digest('hex');
  expect(await query('select token from session')).toEqual([{ token: hash }]);

  const ask = async (with_: string) =>
    (await fetch(`${server.url}/api/account`, { headers: { cookie: with_ } })).status;
  expect(await ask(cookie)).toBe(200);
  expect(await ask(forge(token)), 'the cookie is made as the server makes it').toBe(200);
  expect(await ask(forge(hash))).toBe(401);

  const out = { method: 'POST', headers: { cookie, 'content-type': 'application/json' }, body: '{}' };
  expect((await fetch(`${server.url}/api/account/sign-out`, out)).status).toBe(200);
  expect([await ask(cookie), await query('select token from session')]).toEqual([401, []]);
});
