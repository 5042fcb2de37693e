import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type DialectName, sortedText } from '../database/dialects.ts';

/** Adds the weekly times of profiles, and the posts that have one of their slots. */
export function slots(dialect: DialectName): Migration {
  const sorted = sortedText(dialect);
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('slot_times')
        .addColumn('profile_id', sorted, (c) => c.primaryKey().references('profile.id').onDelete('cascade'))
        .addColumn('time_zone', 'text', (c) => c.notNull())
        .addColumn('times', 'text', (c) => c.notNull())
        .execute();
      await db.schema
        .alterTable('post')
        .addColumn('from_slot', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
      // Two posts never have the same slot. Posts with a time of their own are not in it.
      await sql`create unique index post_slot on post (profile_id, happens_at)
        where from_slot = 1 and status <> 'canceled'`.execute(db);
    },
  };
}
