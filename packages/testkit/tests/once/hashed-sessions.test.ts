import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type PostgresServer, startPostgres } from '@social/testkit';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabaseConfig, openDatabase } from '../../../server/src/store/dialects.ts';
import { hashedSessions } from '../../../server/src/store/migrations/0012-hashed-sessions.ts';
import { startServer, temporaryDirectory } from './bad-input/server-process.ts';

const COOKIE = 'social.session_token';
const KEY = randomBytes(32);
let postgres: PostgresServer;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

const databaseIn = (dataDir: string) => join(dataDir, 'social.db');

async function migrateSessions(config: DatabaseConfig): Promise<void> {
  const db = openDatabase(config);
  await hashedSessions.up(db).finally(() => db.destroy());
}

type Query = (sql: string) => Promise<Record<string, unknown>[]>;

async function onPostgres(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

function onSqlite(dataDir: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(databaseIn(dataDir));
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

/** A cookie for a token, as somebody makes it who has the server's key. */
function forge(token: string): string {
  const secret = Buffer.from(hkdfSync('sha256', KEY, '', 'dashboard sessions', 32)).toString('base64url');
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return `${COOKIE}=${encodeURIComponent(`${token}.${signature}`)}`;
}

test.each(['sqlite', 'postgres'])(
  'whoever is signed in stays signed in, but what %s holds opens no session even with the key',
  async (dialect) => {
    using directory = temporaryDirectory();
    const url = dialect === 'postgres' ? (await createTestDatabase(postgres.url)).url : undefined;
    const query: Query = async (sql) => (url ? onPostgres(url, sql) : onSqlite(directory.path, sql));
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

    // As the version before left it.
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
  },
);

test('a session of an earlier version lives on in its database', async () => {
  using directory = temporaryDirectory();
  const database = new DatabaseSync(databaseIn(directory.path));
  database.exec(readFileSync(fileURLToPath(new URL('./fixtures/schema-0007.sql', import.meta.url)), 'utf8'));
  const token = 'a-session-of-an-earlier-version';
  database.exec(
    `insert into session select 's1', '2099-01-01T00:00:00.000Z', '${token}', "createdAt", "updatedAt", '', '', id from "user" limit 1`,
  );
  database.close();
  const keys = [KEY, Buffer.alloc(32, 1)].map((key) => key.toString('base64')).join(',');
  await using server = await startServer({ SOCIAL_DATA_DIR: directory.path, SOCIAL_SECRET_KEYS: keys });
  expect((await fetch(`${server.url}/api/account`, { headers: { cookie: forge(token) } })).status).toBe(200);
  expect(JSON.stringify(onSqlite(directory.path, 'select * from session'))).not.toContain(token);
});
