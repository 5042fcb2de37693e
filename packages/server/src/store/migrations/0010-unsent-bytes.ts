import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the bytes by which an unsent post counts against the quota. Existing posts count as 0. */
export const unsentBytes: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .alterTable('post')
      .addColumn('unsent_bytes', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await sql`
      create index post_unsent on post (workspace_id, status, created_at, unsent_bytes) where unsent_bytes > 0`.execute(
      db,
    );
  },
};
