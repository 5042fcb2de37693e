import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '@social/testkit';
import { expect, test } from 'vitest';
import { type DatabaseConfig, openDatabase } from '../../../server/src/store/database/open.ts';
import { hashedSessions } from '../../../server/src/store/migrations/0012-hashed-sessions.ts';
import { queryDatabase } from '../../src/databases/databases.ts';
import { startServer, temporaryDirectory } from '../../src/programs/server-process.ts';

const COOKIE = 'social.session_token';
const KEY = randomBytes(32);
const databaseIn = (dataDir: string) => join(dataDir, 'social.db');

async function migrateSessions(config: DatabaseConfig): Promise<void> {
  const db = openDatabase(config);
  await hashedSessions.up(db).finally(() => db.destroy());
}

/** Returns the session cookie that the server's key makes of a token. */
function forge(token: string): string {
  const secret = Buffer.from(hkdfSync('sha256', KEY, '', 'dashboard sessions', 32)).toString('base64url');
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return `${COOKIE}=${encodeURIComponent(`${token}.${signature}`)}`;
}

test("sessions survive the migration, and the stored hashes open no session even with the server's key", async () => {
  using directory = temporaryDirectory();
  const { url } = await createTestDatabase();
  const query = (sql: string) => queryDatabase({ url, dataDir: directory.path }, sql);
  const settings = {
    SOCIAL_DATA_DIR: directory.path,
    SOCIAL_SECRET_KEYS: KEY.toString('base64'),
    ...(url && { SOCIAL_DATABASE_URL: url }),
  };
  let cookie = '';
  {
    await using server = await startServer(settings);
    const body = JSON.stringify({ email: 'ada@example.org', password: 'correct horse battery' });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${server.url}/api/account/sign-up`, { method: 'POST', headers, body });
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(answer.status).toBe(201);
  }
  const [token = ''] = decodeURIComponent(cookie.slice(COOKIE.length + 1)).split('.');
  const hash = createHash('sha256').update(token).digest('hex');
  expect(await query('select token from session')).toEqual([{ token: hash }]);

  // The previous version stored the token itself.
  await query(`update session set token = '${token}'`);
  await migrateSessions(url ? { dialect: 'postgres', url } : { dialect: 'sqlite', path: databaseIn(directory.path) });
  await using server = await startServer(settings);
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

test('a session of an earlier version survives the update', async () => {
  using directory = temporaryDirectory();
  const database = new DatabaseSync(databaseIn(directory.path));
  database.exec(
    readFileSync(fileURLToPath(new URL('../operations/database/fixtures/schema-0007.sql', import.meta.url)), 'utf8'),
  );
  const token = 'a-session-of-an-earlier-version';
  database.exec(
    `insert into session select 's1', '2099-01-01T00:00:00.000Z', '${token}', "createdAt", "updatedAt", '', '', id from "user" limit 1`,
  );
  database.close();
  const keys = [KEY, Buffer.alloc(32, 1)].map((key) => key.toString('base64')).join(',');
  await using server = await startServer({ SOCIAL_DATA_DIR: directory.path, SOCIAL_SECRET_KEYS: keys });
  expect((await fetch(`${server.url}/api/account`, { headers: { cookie: forge(token) } })).status).toBe(200);
  expect(
    JSON.stringify(await queryDatabase({ url: undefined, dataDir: directory.path }, 'select * from session')),
  ).not.toContain(token);
});
