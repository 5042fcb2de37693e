import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase, dialectUnderTest } from '@social/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryDatabase, type TestDatabase } from '../../../src/databases/databases.ts';
import { runServer, temporaryDirectory, type Variables } from '../../../src/programs/server-process.ts';

const SOCIAL_SECRET_KEYS = randomBytes(32).toString('base64');
const isSqlite = dialectUnderTest() === 'sqlite';
const WHAT_IT_IS = 'was created by a pre-release version that this one cannot read, and nothing was changed';
const EXPORT = 'export it with that version (social export)';
const BEGIN_ANEW = `start with an empty ${isSqlite ? 'folder (--data-dir)' : 'database'}`;
const ADVICE = `${WHAT_IT_IS}; ${EXPORT}, or ${BEGIN_ANEW}`;

const directory = temporaryDirectory();
let database: TestDatabase;
let env: Variables;
const query = (statement: string) => queryDatabase({ url: database.url, dataDir: directory.path }, statement);

beforeAll(async () => {
  database = await createTestDatabase();
  const place = database.url === undefined ? {} : { SOCIAL_DATABASE_URL: database.url };
  env = { SOCIAL_DATA_DIR: directory.path, SOCIAL_SECRET_KEYS, ...place };
  expect(await runServer(['workspace', 'list'], env)).toMatchObject({ code: 0 });
  // The migrations that versions from before the first release recorded.
  await query("update kysely_migration set name = '0001-initial'");
  for (const name of ['0002-workers', '0003-expiry-warnings', '0034-connected-accounts'])
    await query(`insert into kysely_migration (name, timestamp) values ('${name}', '2026-11-20T12:00:00.000Z')`);
});
afterAll(async () => {
  await database?.drop();
  directory[Symbol.dispose]();
});

const COMMANDS = ['start', 'hold', 'release', 'rekey', 'workspace list', ...(isSqlite ? ['backup'] : [])];

test.each(COMMANDS)('%s refuses a database from before the first release', async (command) => {
  const args = command === 'backup' ? [command, join(directory.path, 'new.db')] : command.split(' ');
  const before = await query('select * from kysely_migration order by name');
  const { code, stdout, stderr } = await runServer(args, { ...env, SOCIAL_PORT: '0' });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe(`social-server: SOCIAL_DATABASE_URL: the database ${ADVICE}\n`);
  expect(await query('select * from kysely_migration order by name')).toEqual(before);
  expect(existsSync(join(directory.path, 'new.db'))).toBe(false);
});

test('doctor finds it', async () => {
  const { code, stdout } = await runServer(['doctor'], env);
  expect(code).toBe(1);
  expect(stdout).toContain(`SOCIAL_DATABASE_URL: the database ${ADVICE}\n`);
});

// Only SQLite has backups of this program.
const READERS = isSqlite ? ['restore', 'upgrade-check'] : [];

test.each(READERS)('%s refuses a backup of one', async (command) => {
  const backup = join(directory.path, 'earlier.db');
  const elsewhere = { ...env, SOCIAL_DATA_DIR: join(directory.path, 'elsewhere') };
  await query('pragma wal_checkpoint(truncate)');
  copyFileSync(join(directory.path, 'social.db'), backup);
  const { code, stdout, stderr } = await runServer([command, backup], elsewhere);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe(`social-server: ${backup}: ${ADVICE}\n`);
  expect(existsSync(join(directory.path, 'elsewhere', 'social.db'))).toBe(false);
});
