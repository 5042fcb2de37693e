import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { sandboxApp } from '@social/sandbox';
import { createLogger, readConfig, startApp } from '@social/server';
import { createApi, createTestDatabase, type DatabaseRow, uniqueText, useStack } from '@social/testkit';
import pg from 'pg';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { migrationsFor, migratorOf } from '../../../../server/src/store/database/migrate.ts';
import { type DatabaseConfig, openDatabase } from '../../../../server/src/store/database/open.ts';
import { runServer, temporaryDirectory, type Variables } from '../../../src/programs/server-process.ts';

const HOUR = 3_600_000;
/** First schema that has a place for threads. */
const THREADS = '0009-threads';
/** Every third schema, and the newest two: those between are passed on the way. */
const SCHEMAS = Object.keys(migrationsFor('sqlite')).filter(
  (_, index, all) => index % 3 === 0 || index > all.length - 3,
);
const SOCIAL_SECRET_KEYS = randomBytes(32).toString('base64');
const logger = createLogger('silent');
/** Tables that hold nothing which a later server needs. Triggers fill the index of words and the queue for it. */
const LEFT_OUT = /^(kysely_.*|worker|lease|rate_limit|search_queue|post_words.*)$/;

const { stack, workspace } = useStack({ connect: ['profnet', 'microblog'], env: { SOCIAL_SECRET_KEYS } });

type Run = (statement: string, values?: readonly unknown[]) => Promise<DatabaseRow[]>;
type Rows = ReadonlyMap<string, readonly DatabaseRow[]>;

const catalogues = {
  sqlite: `select tables.name as "table", columns.name as "column"
    from sqlite_schema as tables, pragma_table_info(tables.name) as columns where tables.type = 'table'`,
  postgres: `select table_name as "table", column_name as "column"
    from information_schema.columns where table_schema = 'public'`,
};

/** Lists the columns of each table. */
async function columnsOf(run: Run, dialect: keyof typeof catalogues): Promise<Map<string, string[]>> {
  const tables = Map.groupBy(await run(catalogues[dialect]), ({ table }) => String(table));
  return new Map([...tables].map(([table, found]) => [table, found.map(({ column }) => String(column))]));
}

let rows: Rows;
let scheduledId: string;
let threadId: string;
/** The posts as the server shows them that has made them, without the scheduled one. */
let shown: { readonly id: string }[];
beforeAll(async () => {
  await workspace.publish({ text: uniqueText('Published'), platforms: ['profnet', 'microblog'] });
  const thread = { text: uniqueText('First'), thread: [uniqueText('Second')], platforms: ['microblog'] };
  threadId = (await workspace.publish(thread)).body.id;
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'accept-then-drop' });
  await workspace.publish({ text: uniqueText('Unsure'), platforms: ['profnet'] });
  const scheduledFor = new Date(Date.now() + HOUR).toISOString();
  scheduledId = (await workspace.publish({ text: 'Scheduled', platforms: ['profnet'], scheduledFor })).body.id;
  shown = (await workspace.api('GET', '/api/v1/posts')).body.posts.slice(1);
  const tables = await columnsOf(stack.query, stack.databaseUrl === undefined ? 'sqlite' : 'postgres');
  const kept = [...tables.keys()].filter((table) => !LEFT_OUT.test(table));
  rows = new Map(
    await Promise.all(kept.map(async (table) => [table, await stack.query(`select * from "${table}"`)] as const)),
  );
});

/** Returns the rows that the schema has a place for, with another text of the scheduled post, which is due since a moment. */
function rowsFor(schema: string, text: string): Rows {
  const dueAt = new Date(Date.now() - 1_000).toISOString();
  const due = { text, scheduled_for: dueAt, due_at: dueAt, happens_at: dueAt };
  const isKept = (row: DatabaseRow) => schema >= THREADS || ![row['id'], row['post_id']].includes(threadId);
  const change = (row: DatabaseRow) => {
    if (row['id'] === scheduledId) return { ...row, ...due };
    if (row['post_id'] === scheduledId && 'due_at' in row) return { ...row, due_at: dueAt };
    return 'next_due' in row ? { ...row, next_due: dueAt } : row;
  };
  return new Map([...rows].map(([table, found]) => [table, found.filter(isKept).map(change)]));
}

/** Brings an empty database to an earlier schema, as the server of that time did. */
async function migrate(config: DatabaseConfig, schema: string): Promise<void> {
  const db = openDatabase(config);
  const { error } = await migratorOf(db, config).migrateTo(schema);
  await db.destroy();
  if (error) throw error;
}

/** Stores of the rows what the tables have columns for. */
async function store(run: Run, dialect: keyof typeof catalogues, content: Rows): Promise<void> {
  for (const [table, columns] of await columnsOf(run, dialect)) {
    for (const row of content.get(table) ?? []) {
      const known = columns.filter((column) => column in row);
      const [names, places] = [known.map((column) => `"${column}"`), known.map((_, index) => `$${index + 1}`)];
      const values = known.map((column) => row[column]);
      await run(`insert into "${table}" (${names.join()}) values (${places.join()})`, values);
    }
  }
}

/** Makes a database of an earlier version. @returns settings with which a server of this version uses it */
async function makeEarlier(
  schema: string,
  url: string | undefined,
  content: Rows,
  dataDir: string,
): Promise<Variables> {
  const env = { SOCIAL_DATA_DIR: dataDir, SOCIAL_SECRET_KEYS, SOCIAL_LOG_LEVEL: 'warn' };
  if (url === undefined) {
    const path = join(dataDir, 'social.db');
    await migrate({ dialect: 'sqlite', path }, schema);
    using database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
    const run: Run = async (statement, values = []) =>
      database.prepare(statement.replace(/\$\d+/g, '?')).all(...(values as SQLInputValue[]));
    database.exec('begin');
    await store(run, 'sqlite', content);
    database.exec('commit');
    expect(database.prepare('pragma foreign_key_check').all()).toEqual([]);
    return env;
  }
  await migrate({ dialect: 'postgres', url }, schema);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Rows come in the order of their tables' names, so nothing may look yet for the rows that they refer to.
  await client.query('set session_replication_role = replica');
  await store(async (statement, values = []) => (await client.query(statement, [...values])).rows, 'postgres', content);
  await client.end();
  return { ...env, SOCIAL_DATABASE_URL: url };
}

/** Backs up the SQLite database of an earlier version, and restores the backup elsewhere. */
async function restoreBackup(env: Variables, schema: string, dataDir: string): Promise<Variables> {
  const file = join(dataDir, 'backup.db');
  const elsewhere = { ...env, SOCIAL_DATA_DIR: join(dataDir, 'restored') };
  expect(await runServer(['backup', file], env)).toMatchObject({ code: 0, stderr: '' });
  const backup = new DatabaseSync(file, { readOnly: true });
  expect(backup.prepare('select max(name) as schema from kysely_migration').get()).toEqual({ schema });
  backup.close();
  expect(await runServer(['restore', file], elsewhere)).toMatchObject({ code: 0, stderr: '' });
  expect(await runServer(['release'], elsewhere)).toMatchObject({ code: 0, stderr: '' });
  return elsewhere;
}

test.each(SCHEMAS)(
  'a database of the schema %s is served, from a backup where there are backups, and sends its scheduled post once',
  async (schema) => {
    using directory = temporaryDirectory();
    const database = await createTestDatabase();
    onTestFinished(database.drop);
    const text = `Scheduled with the schema ${schema}`;
    const earlier = await makeEarlier(schema, database.url, rowsFor(schema, text), directory.path);
    const env = database.url === undefined ? await restoreBackup(earlier, schema, directory.path) : earlier;
    {
      await using app = await startApp({
        config: readConfig({ ...env, SOCIAL_PORT: '0' }),
        logger,
        sandbox: { url: stack.sandboxUrl, ...sandboxApp },
      });
      const api = createApi(app.url, workspace.apiKey);
      await vi.waitFor(async () => {
        const { body } = await api('GET', `/api/v1/posts/${scheduledId}`);
        expect(body).toMatchObject({ text, status: 'published', platformResults: { profnet: { ok: true } } });
      }, 15_000);
      const { posts } = (await api('GET', '/api/v1/posts')).body;
      expect(posts.slice(1)).toEqual(shown.filter(({ id }) => schema >= THREADS || id !== threadId));
    }
    expect((await stack.sandbox.posts('linkedin')).filter((post) => post.text === text)).toHaveLength(1);
  },
);
