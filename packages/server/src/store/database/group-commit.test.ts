import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GroupCommitDriver } from './group-commit.ts';
import { openSqlite } from './node-sqlite.ts';

interface Rows {
  row: { id: number; owner: number };
}

class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

let directory: string;
let statements: string[];
let db: Kysely<Rows>;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'group-commit-'));
  statements = [];
  db = new Kysely<Rows>({
    dialect: {
      createAdapter: () => new Adapter(),
      createDriver: () => new GroupCommitDriver(openRecorded),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  await sql`create table row (id integer primary key, owner integer not null, filler text)`.execute(db);
  statements = [];
});

afterEach(async () => {
  await db.destroy();
  rmSync(directory, { recursive: true });
});

/** Opens the file and notes its statements. */
function openRecorded() {
  const file = openSqlite(join(directory, 'rows.db'));
  return {
    ...file,
    prepare(text: string) {
      statements.push(text.split(' (')[0] ?? text);
      return file.prepare(text);
    },
  };
}

/** Reads what is committed, as another process sees it. */
function committed(): number[] {
  using other = new DatabaseSync(join(directory, 'rows.db'), { readOnly: true });
  return other
    .prepare('select id from row order by id')
    .all()
    .map((row) => Number(row['id']));
}

const insert = (trx: Kysely<Rows>, id: number, owner = id) => trx.insertInto('row').values({ id, owner }).execute();
const insertIn = (id: number) => db.transaction().execute((trx) => insert(trx, id));
const commits = () => statements.filter((statement) => statement === 'commit').length;

test('a transaction alone is one transaction of SQLite, without a savepoint', async () => {
  await insertIn(1);
  expect(statements).toEqual(['begin immediate', 'insert into "row"', 'commit']);
  expect(committed()).toEqual([1]);
});

test('transactions that are ready together share one commit, and none ends before it', async () => {
  const ended = Promise.all([1, 2, 3].map(insertIn));
  await Promise.resolve();
  expect(committed()).toEqual([]);
  await ended;
  expect(committed()).toEqual([1, 2, 3]);
  expect(commits()).toBe(1);
});

test('a statement without a transaction shares the commit of the others', async () => {
  await Promise.all([insertIn(1), insert(db, 2), insertIn(3)]);
  expect(committed()).toEqual([1, 2, 3]);
  expect(commits()).toBe(1);
});

test.each([0, 1, 2])('a transaction that fails is rolled back alone, as number %i of three', async (failing) => {
  const results = await Promise.allSettled(
    [0, 1, 2].map((id) =>
      db.transaction().execute(async (trx) => {
        await insert(trx, id);
        if (id === failing) await insert(trx, id);
      }),
    ),
  );
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([0, 1, 2].map((id) => id !== failing));
  expect(committed()).toEqual([0, 1, 2].filter((id) => id !== failing));
});

test('a read sees what is committed, and waits for transactions that have ended', async () => {
  const [first, seen, second] = await Promise.allSettled([
    insertIn(1),
    db.selectFrom('row').select('id').execute(),
    db.transaction().execute(async (trx) => {
      await insert(trx, 2);
      throw new Error('broken off');
    }),
  ]);
  expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
  expect(seen).toMatchObject({ value: [{ id: 1 }] });
  expect(committed()).toEqual([1]);
});

test('a lock of another connection in the same process is waited for, without blocking the process', async () => {
  const other = new DatabaseSync(join(directory, 'rows.db'));
  other.exec('begin immediate');
  const writes = Promise.all([insertIn(1), insert(db, 2), db.selectFrom('row').select('id').execute()]);
  await delay(100);
  other.exec('insert into row values (3, 3, null); commit');
  other.close();
  await writes;
  expect(committed()).toEqual([1, 2, 3]);
});

test('a transaction that waits for a lock of another connection does not keep others from reading', async () => {
  await insertIn(1);
  const other = new DatabaseSync(join(directory, 'rows.db'));
  other.exec('begin immediate');
  const waiting = insertIn(2);
  expect(await db.selectFrom('row').select('id').execute()).toEqual([{ id: 1 }]);
  other.exec('rollback');
  other.close();
  await waiting;
});

test('a database that is closed during a transaction fails that transaction and what waits for it', async () => {
  const closed = db.transaction().execute(async (trx) => {
    await insert(trx, 2);
    await db.destroy();
    await insert(trx, 3);
  });
  const results = await Promise.allSettled([
    insertIn(1),
    closed,
    insertIn(4),
    db.selectFrom('row').select('id').execute(),
  ]);
  expect(results.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  await delay(10);
  expect(committed()).toEqual([]);
});

test('a failed commit fails every transaction that it was for, and the next ones work', async () => {
  await sql`create table part (of integer not null references row (id) deferrable initially deferred)`.execute(db);
  const orphan = db.transaction().execute((trx) => sql`insert into part values (99)`.execute(trx));
  const results = await Promise.allSettled([insertIn(1), orphan, insertIn(2)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(committed()).toEqual([]);
  await insertIn(3);
  expect(committed()).toEqual([3]);
});

test('on a full disk a transaction that failed has stored nothing, and each of the others everything', async () => {
  const write = fc.record({
    rows: fc.integer({ min: 1, max: 4 }),
    bytes: fc.constantFrom(10, 5_000, 60_000),
    breaksOff: fc.boolean(),
    catches: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(write, { minLength: 16, maxLength: 16 }),
      fc.integer({ min: 0, max: 40 }),
      async (writes, room) => {
        await sql`delete from row`.execute(db);
        const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
        await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + room}`).execute(db);
        const results = await Promise.allSettled(
          writes.map(({ rows: count, bytes, breaksOff, catches }, owner) =>
            db.transaction().execute(async (trx) => {
              for (let n = 0; n < count; n += 1) {
                const stored = sql`insert into row values (${owner * 10 + n}, ${owner}, ${'x'.repeat(bytes)})`.execute(
                  trx,
                );
                await (catches && n === 1 ? stored.catch(() => undefined) : stored);
              }
              if (breaksOff) throw new Error('broken off');
            }),
          ),
        );
        await sql`pragma max_page_count = 1000000`.execute(db);
        const stored = new Set(committed().map((id) => Math.floor(id / 10)));
        const acknowledged = new Set(results.flatMap(({ status }, owner) => (status === 'fulfilled' ? [owner] : [])));
        expect(stored).toEqual(acknowledged);
      },
    ),
    { numRuns: 60 },
  );
});
