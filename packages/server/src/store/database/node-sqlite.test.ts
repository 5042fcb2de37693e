import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqlite, type SqliteFile } from './node-sqlite.ts';

let directory: string;
let file: SqliteFile;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'node-sqlite-'));
  file = openSqlite(join(directory, 'rows.db'));
});
afterEach(() => {
  file.close();
  rmSync(directory, { recursive: true });
});

const run = (sql: string, ...parameters: unknown[]) => file.prepare(sql).run(parameters);
const all = (sql: string) => file.prepare(sql).all([]);

test('a row is an object of its columns, also of one that was added after the statement first ran', () => {
  run(`create table row (id integer, "a 'quoted"" name" text)`);
  run('insert into row values (?, ?)', 1, 'x');
  expect(all('select * from row')).toEqual([{ id: 1, [`a 'quoted" name`]: 'x' }]);
  run('alter table row add column added text');
  expect(all('select * from row')).toEqual([{ id: 1, [`a 'quoted" name`]: 'x', added: null }]);
});
