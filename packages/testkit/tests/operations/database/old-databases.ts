import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { FAULTS_PROGRAM, spawnServer, temporaryDirectory } from '../../../src/programs/server-process.ts';

const readFixture = (name: string) =>
  readFileSync(fileURLToPath(new URL(`./fixtures/${name}.sql`, import.meta.url)), 'utf8');
/** A random first key, and the key that the old databases were written with. */
const KEYS = [randomBytes(32), Buffer.alloc(32, 1)].map((key) => key.toString('base64')).join(',');

type Rows = Record<string, unknown>[];

/** Content of a database, by table. */
export interface Content {
  readonly schema: Rows;
  readonly tables: ReadonlyMap<string, Rows>;
}

export function read(dataDir: string): Content {
  using database = new DatabaseSync(join(dataDir, 'social.db'), { readOnly: true });
  expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  expect(database.prepare('pragma foreign_key_check').all()).toEqual([]);
  const schema = database.prepare('select type, name, sql from sqlite_schema order by type, name').all();
  // An index of words has no rows of its own to list: what it holds is in the tables below it.
  const isListed = ({ type, sql }: Rows[number]) => type === 'table' && !String(sql).startsWith('CREATE VIRTUAL TABLE');
  const names = schema.filter(isListed).map(({ name }) => String(name));
  return { schema, tables: new Map(names.map((name) => [name, database.prepare(`select * from "${name}"`).all()])) };
}

export function oldVersion(dataDir: string, fixture = 'schema-0001'): Content {
  using database = new DatabaseSync(join(dataDir, 'social.db'));
  database.exec(readFixture(fixture));
  return read(dataDir);
}

export const settings = (dataDir: string) => ({ SOCIAL_DATA_DIR: dataDir, SOCIAL_SECRET_KEYS: KEYS });
/**
 * Expects every row to have its earlier values; the migration may have added columns. What was held for a target, under its id and
 * attempt, is held by the target. What the migration left to be done once the server runs is a row more in `server_meta`.
 */
export function expectKept(after: Content, before: Content): void {
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

/** Runs the migration in a process that is killed before its nth statement. Returns false when there are fewer statements. */
async function dieBefore(statement: number, dataDir: string): Promise<boolean> {
  const env = { ...settings(dataDir), SOCIAL_FAULT: `migration-statement:${statement}` };
  const { ended } = spawnServer(['workspace', 'list'], env, { program: FAULTS_PROGRAM });
  const { code, signal, stderr } = await ended;
  if (signal === 'SIGKILL') return true;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return false;
}

/**
 * Tests that a migration may die.
 * @param firsts statements before which the same migration dies first, on databases side by side
 * @param step statements from one death to the next on a database: all of them run in one transaction, so each death tries the same
 */
export function testDyingMigrations({
  firsts,
  step,
}: {
  readonly firsts: readonly number[];
  readonly step: number;
}): void {
  describe.concurrent('a migration that dies', () => {
    test('before one of its statements leaves the first version as it was, and the next start completes it', async () => {
      await Promise.all(firsts.map(dieBeforeEvery));

      async function dieBeforeEvery(first: number): Promise<void> {
        using directory = temporaryDirectory();
        const before = oldVersion(directory.path);
        let statement = first;
        for (; await dieBefore(statement, directory.path); statement += step) {
          expect(read(directory.path)).toEqual(before);
        }
        expect(statement).toBeGreaterThan(40);
        expectKept(read(directory.path), before);
      }
    });

    test('on a new database leaves nothing half made', async () => {
      using directory = temporaryDirectory();
      let statement = 1;
      for (; await dieBefore(statement, directory.path); statement += step) {
        const tables = [...read(directory.path).tables.keys()];
        expect(tables.filter((name) => !name.startsWith('kysely_'))).toEqual([]);
      }
      expect(statement).toBeGreaterThan(40);
      expect(read(directory.path).tables.size).toBeGreaterThan(15);
    });
  });
}
