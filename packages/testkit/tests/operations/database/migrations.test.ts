import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { createApi } from '@social/testkit';
import { describe, expect, test, vi } from 'vitest';
import {
  FAULTS_PROGRAM,
  makeWorkspace,
  runServer,
  spawnServer,
  startServer,
  temporaryDirectory,
} from '../../../src/programs/server-process.ts';

const readFixture = (name: string) =>
  readFileSync(fileURLToPath(new URL(`./fixtures/${name}.sql`, import.meta.url)), 'utf8');
/** A random first key, and the key that the old databases were written with. */
const KEYS = [randomBytes(32), Buffer.alloc(32, 1)].map((key) => key.toString('base64')).join(',');

type Rows = Record<string, unknown>[];

/** Content of a database, by table. */
interface Content {
  readonly schema: Rows;
  readonly tables: ReadonlyMap<string, Rows>;
}

function read(dataDir: string): Content {
  using database = new DatabaseSync(join(dataDir, 'social.db'), { readOnly: true });
  expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  expect(database.prepare('pragma foreign_key_check').all()).toEqual([]);
  const schema = database.prepare('select type, name, sql from sqlite_schema order by type, name').all();
  // An index of words has no rows of its own to list: what it holds is in the tables below it.
  const isListed = ({ type, sql }: Rows[number]) => type === 'table' && !String(sql).startsWith('CREATE VIRTUAL TABLE');
  const names = schema.filter(isListed).map(({ name }) => String(name));
  return { schema, tables: new Map(names.map((name) => [name, database.prepare(`select * from "${name}"`).all()])) };
}

function oldVersion(dataDir: string, fixture = 'schema-0001'): Content {
  using database = new DatabaseSync(join(dataDir, 'social.db'));
  database.exec(readFixture(fixture));
  return read(dataDir);
}

const settings = (dataDir: string) => ({ SOCIAL_DATA_DIR: dataDir, SOCIAL_SECRET_KEYS: KEYS });
/** A command that does nothing but bring the database up to date and read it. */
const migrate = (dataDir: string) => runServer(['workspace', 'list'], settings(dataDir));

/** Changes a database as the next version does. */
function upgradeOnceMore(dataDir: string): void {
  using database = new DatabaseSync(join(dataDir, 'social.db'));
  database.exec(
    "alter table post add column of_the_future text; insert into kysely_migration values ('9999-of-the-future', '2099')",
  );
}

/**
 * Expects every row to have its earlier values; the migration may have added columns. What was held for a target, under its id and
 * attempt, is held by the target. What the migration left to be done once the server runs is a row more in `server_meta`.
 */
function expectKept(after: Content, before: Content): void {
  const open = (before.tables.get('credit_hold') ?? []).filter(({ state }) => state === 'held');
  for (const { id, held } of after.tables.get('post_target') ?? []) {
    const holds = open.filter((hold) => String(hold['id']).split('.')[0] === id);
    expect(held).toBe(holds.reduce((sum, { amount }) => sum + Number(amount), 0));
  }
  for (const [name, all] of before.tables) {
    if (name === 'lease' || name.startsWith('kysely_')) continue;
    const rows = name === 'credit_hold' ? all.filter(({ id }) => !String(id).includes('.')) : all;
    const isEarlier = (row: Rows[number]) => name !== 'server_meta' || all.some((old) => old['name'] === row['name']);
    const kept = after.tables.get(name)?.filter(isEarlier);
    expect(kept).toHaveLength(rows.length);
    expect(kept).toMatchObject(rows);
  }
}

test.each(['schema-0001', 'schema-0007'])(
  'the database of %s is brought to the schema of a new one, and keeps every row',
  async (fixture) => {
    using directory = temporaryDirectory();
    using fresh = temporaryDirectory();
    const before = oldVersion(directory.path, fixture);
    expect(await migrate(directory.path)).toMatchObject({ code: 0, stderr: '' });
    await migrate(fresh.path);
    const after = read(directory.path);
    expect(after.schema).toEqual(read(fresh.path).schema);
    expect([...before.tables.values()].flat().length).toBeGreaterThan(20);
    expectKept(after, before);
    const accounts = (before.tables.get('connection') ?? []).map((row) => [row['id'], row['account_id']]);
    const noted = (after.tables.get('connected_account') ?? []).map((row) => [row['connection_id'], row['account_id']]);
    expect(noted).toEqual(accounts);
  },
);

test('a server continues with the data of the first version', async () => {
  using directory = temporaryDirectory();
  oldVersion(directory.path);
  await using server = await startServer(settings(directory.path));
  const made = await runServer(
    ['workspace', 'key', '--email', 'crash-0@example.com', '--json'],
    settings(directory.path),
  );
  const api = createApi(server.url, JSON.parse(made.stdout).apiKey);
  await vi.waitFor(async () => {
    const { posts } = (await api('GET', '/api/v1/posts')).body;
    expect(posts).toMatchObject([
      { text: 'scheduled before the upgrade', status: 'scheduled', platformResults: {} },
      { text: 'on its way', status: 'published', platformResults: { profnet: { ok: false, state: 'unknown' } } },
      { text: 'published before the upgrade', status: 'published', platformResults: { microblog: { ok: true } } },
    ]);
    expect(posts[0].held).toBeUndefined();
  }, 15_000);
});

/** Runs the migration in a process that is killed before its nth statement. Returns false when there are fewer statements. */
async function dieBefore(statement: number, dataDir: string): Promise<boolean> {
  const env = { ...settings(dataDir), SOCIAL_FAULT: `migration-statement:${statement}` };
  const { ended } = spawnServer(['workspace', 'list'], env, { program: FAULTS_PROGRAM });
  const { code, signal, stderr } = await ended;
  if (signal === 'SIGKILL') return true;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return false;
}

/** First statements before which the same migration dies, on databases side by side. */
const SIDE_BY_SIDE = [1, 6, 11];
/** Statements from one death to the next on a database: all of them run in one transaction, so each death tries the same. */
const STEP = 15;

describe.concurrent('a migration that dies', () => {
  test('before one of its statements leaves the first version as it was, and the next start completes it', async () => {
    await Promise.all(SIDE_BY_SIDE.map(dieBeforeEvery));

    async function dieBeforeEvery(first: number): Promise<void> {
      using directory = temporaryDirectory();
      const before = oldVersion(directory.path);
      let statement = first;
      for (; await dieBefore(statement, directory.path); statement += STEP) {
        expect(read(directory.path)).toEqual(before);
      }
      expect(statement).toBeGreaterThan(3 * STEP);
      expectKept(read(directory.path), before);
    }
  });

  test('on a new database leaves nothing half made', async () => {
    using directory = temporaryDirectory();
    let statement = 1;
    for (; await dieBefore(statement, directory.path); statement += STEP) {
      const tables = [...read(directory.path).tables.keys()];
      expect(tables.filter((name) => !name.startsWith('kysely_'))).toEqual([]);
    }
    expect(statement).toBeGreaterThan(40);
    expect(read(directory.path).tables.size).toBeGreaterThan(15);
  });
});

test('a version that is older than the database changes nothing, and names the way back, which works', async () => {
  using directory = temporaryDirectory();
  const [backup, env] = [join(directory.path, 'before.db'), settings(directory.path)];
  await makeWorkspace(env, 'ada@example.org');
  expect(await runServer(['backup', backup], env)).toMatchObject({ code: 0 });
  upgradeOnceMore(directory.path);
  const before = read(directory.path);
  const { code, stderr, stdout } = await runServer(['start'], { ...env, SOCIAL_PORT: '0' });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(
    /^social-server: SOCIAL_DATABASE_URL: .*newer version \(it has the migration 9999-of-the-future\).*last backup from before the upgrade with: social-server restore FILE --force\n$/,
  );
  expect(read(directory.path)).toEqual(before);
  expect(await runServer(['restore', backup, '--force'], env)).toMatchObject({ code: 0 });
  await using server = await startServer(env);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(read(directory.path).tables.get('workspace')).toMatchObject([{ email: 'ada@example.org' }]);
});

test('of two servers that start on a database of the first version at the same time, one comes up after the other', async () => {
  using directory = temporaryDirectory();
  const before = oldVersion(directory.path);
  const starting = [startServer(settings(directory.path)), startServer(settings(directory.path))];
  const first = await Promise.race(starting);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  expect(await first.stop()).toMatchObject({ code: 0 });
  for (const { url, stop } of await Promise.all(starting)) {
    if (url !== first.url) expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await stop()).toMatchObject({ code: 0 });
  }
  expect(read(directory.path).tables.get('post')).toHaveLength(before.tables.get('post')?.length ?? 0);
  expect(read(directory.path).tables.get('kysely_migration')?.length).toBeGreaterThan(1);
});
