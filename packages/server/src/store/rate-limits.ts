import { sql } from 'kysely';
import { dialectOf } from './database/dialects.ts';
import type { Queryable } from './schema.ts';

/** Deletes the counts of limits that ended before an instant. @param instant milliseconds since 1970 */
export async function deleteEndedCounts(db: Queryable, instant: number): Promise<void> {
  if (dialectOf(db) === 'sqlite') return;
  await sql`delete from rate_limit where expire < ${instant}`.execute(db);
}
