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
