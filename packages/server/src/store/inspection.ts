import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { DialectName } from './dialects.ts';
import type { Database } from './schema.ts';

/** Version of the database program. */
export async function readVersion(db: Database, dialect: DialectName): Promise<string> {
  const question =
    dialect === 'sqlite'
      ? sql<{ version: string }>`select sqlite_version() as version`
      : sql<{ version: string }>`select version() as version`;
  return (await question.execute(db)).rows[0]?.version ?? 'unknown';
}

/** `ok`, or what SQLite finds wrong with its file. Reads the whole file. */
export async function checkIntegrity(db: Database): Promise<string> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  return rows.map((row) => row.integrity_check).join('; ');
}

/** Returns true for a SQLite file that holds a value of this name, read beside whoever has it open; false where it cannot be read. */
export function holdsMeta(path: string, name: string): boolean {
  try {
    using database = new DatabaseSync(path, { readOnly: true });
    return database.prepare('select 1 from server_meta where name = ?').get(name) !== undefined;
  } catch {
    return false;
  }
}
