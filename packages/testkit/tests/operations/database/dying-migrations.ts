import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../../server/src/store/database/open.ts';
import {
  FAULTS_PROGRAM,
  makeWorkspace,
  spawnServer,
  temporaryDirectory,
} from '../../../src/programs/server-process.ts';
import { makeSamplePosts, storeSamplePosts } from '../../posts/search/sample-posts.ts';
import { ADDED, makeNextVersion } from '../upgrade/next-version.ts';

const KEY = randomBytes(32).toString('base64');
const POSTS = 20;

type Rows = Record<string, unknown>[];

/** Content of a database, by table. */
interface Content {
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

export const settings = (dataDir: string) => ({ SOCIAL_DATA_DIR: dataDir, SOCIAL_SECRET_KEYS: KEY });

/** Makes a database of this version with a workspace and posts. */
export async function makeDatabase(dataDir: string): Promise<Content> {
  const { workspaceId } = await makeWorkspace(settings(dataDir), 'ada@example.org');
  const db = openDatabase({ dialect: 'sqlite', path: join(dataDir, 'social.db') });
  await db.transaction().execute((trx) => storeSamplePosts(trx, makeSamplePosts(workspaceId, POSTS)));
  await db.destroy();
  return read(dataDir);
}

/** Expects every row to have its earlier values; the migration may have added columns. */
function expectMigrated(after: Content, before: Content): void {
  expect(after.tables.get('kysely_migration')).toHaveLength(2);
  expect(after.tables.get('kysely_migration')).toMatchObject([{}, { name: ADDED }]);
  expect([...before.tables.values()].flat().length).toBeGreaterThan(2 * POSTS);
  for (const [name, rows] of before.tables) {
    if (name.startsWith('kysely_')) continue;
    expect(after.tables.get(name)).toHaveLength(rows.length);
    expect(after.tables.get(name)).toMatchObject(rows);
  }
}

/** Runs the migration in a process that is killed before its nth statement. Returns false when there are fewer statements. */
async function dieBefore(statement: number, dataDir: string, program: string): Promise<boolean> {
  const env = { ...settings(dataDir), SOCIAL_FAULT: `migration-statement:${statement}` };
  const { code, signal, stderr } = await spawnServer(['workspace', 'list'], env, { program }).ended;
  if (signal === 'SIGKILL') return true;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return false;
}

/**
 * Tests that a migration may die.
 * @param step statements from one death to the next on a database: all of them run in one transaction, so each death tries the same
 */
export function testDyingMigrations(step: { readonly ofNew: number; readonly ofNext: number }): void {
  describe.concurrent('a migration that dies', () => {
    test('before one of its statements leaves the database as it was, and the next start completes it', async () => {
      using directory = temporaryDirectory();
      const next = makeNextVersion(directory.path);
      const data = join(directory.path, 'data');
      const before = await makeDatabase(data);
      let statement = 1;
      for (; await dieBefore(statement, data, next); statement += step.ofNext) expect(read(data)).toEqual(before);
      expect(statement).toBeGreaterThan(5);
      expectMigrated(read(data), before);
    });

    test('on a new database leaves nothing half made', async () => {
      using directory = temporaryDirectory();
      let statement = 1;
      for (; await dieBefore(statement, directory.path, FAULTS_PROGRAM); statement += step.ofNew) {
        const tables = [...read(directory.path).tables.keys()];
        expect(tables.filter((name) => !name.startsWith('kysely_'))).toEqual([]);
      }
      expect(statement).toBeGreaterThan(40);
      expect(read(directory.path).tables.size).toBeGreaterThan(15);
    });
  });
}
