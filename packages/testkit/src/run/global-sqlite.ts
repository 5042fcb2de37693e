import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestProject } from 'vitest/node';
import { temporaryDirectory } from '../programs/server-process.ts';
import { migrateDatabase } from './migrate-database.ts';

/** Makes the database file that stacks are given a copy of: to migrate an empty one takes longer than to copy it. */
export default async function setup(_project: TestProject): Promise<() => void> {
  const directory = temporaryDirectory();
  await migrateDatabase({ SOCIAL_DATA_DIR: directory.path });
  const file = join(directory.path, 'social.db');
  using database = new DatabaseSync(file);
  // A database belongs to the first keys that it was opened with.
  database.exec('delete from server_meta; pragma wal_checkpoint(truncate)');
  process.env['SOCIAL_TEST_SQLITE_FILE'] = file;
  return () => directory[Symbol.dispose]();
}
