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

test('a kept statement that reads all columns follows a table that another process rebuilds', () => {
  run('create table row (a integer, b integer)');
  run('insert into row values (1, 2)');
  expect(all('select * from row')).toEqual([{ a: 1, b: 2 }]);
  const other = openSqlite(join(directory, 'rows.db'));
  for (const sql of [
    'drop table row',
    'create table row (c integer, a integer, b integer)',
    'insert into row values (3, 1, 2)',
  ]) {
    other.prepare(sql).run([]);
  }
  other.close();
  expect(all('select * from row')).toEqual([{ c: 3, a: 1, b: 2 }]);
});
