import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Database } from '../schema.ts';
import type { DialectName } from './dialects.ts';

/** Reads the version of the database program. */
export async function readVersion(db: Database, dialect: DialectName): Promise<string> {
  const question =
    dialect === 'sqlite'
      ? sql<{ version: string }>`select sqlite_version() as version`
      : sql<{ version: string }>`select version() as version`;
  return (await question.execute(db)).rows[0]?.version ?? 'unknown';
}

/** Checks SQLite's whole file. @returns `ok`, or the problems that SQLite found */
export async function checkIntegrity(db: Database): Promise<string> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  return rows.map((row) => row.integrity_check).join('; ');
}

/**
 * Looks up a name in the table `server_meta` of a SQLite file, which other processes may have open.
 * @returns true when the name is there; false also when the file cannot be read
 */
export function holdsMeta(path: string, name: string): boolean {
  try {
    using database = new DatabaseSync(path, { readOnly: true });
    return database.prepare('select 1 from server_meta where name = ?').get(name) !== undefined;
  } catch {
    return false;
  }
}
