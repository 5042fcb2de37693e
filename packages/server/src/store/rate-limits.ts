import { CompiledQuery, sql } from 'kysely';
import { dialectOf } from './database/dialects.ts';
import type { Database, Queryable } from './schema.ts';

/** Returns what rate-limiter-flexible takes as a client of Postgres. Its statements touch the table `rate_limit` only. */
export function countingClient(db: Database) {
  return {
    async query({ text, values }: { text: string; values: readonly unknown[] }) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]));
      return { rows, rowCount: rows.length };
    },
  };
}

/** Deletes the counts of limits that ended before an instant. @param instant milliseconds since 1970 */
export async function deleteEndedCounts(db: Queryable, instant: number): Promise<void> {
  if (dialectOf(db) === 'sqlite') return;
  await sql`delete from rate_limit where expire < ${instant}`.execute(db);
}
