import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Drops the indexes that cost every publish a write and serve no query, or narrows them to the rows that are looked for. */
export const fewerIndexes: Migration = {
  async up(db: Kysely<never>) {
    // The key of a dead process is found by its own name.
    await db.schema.dropIndex('idempotency_key_unanswered').execute();
    // The key of a post has no end.
    await db.schema.dropIndex('idempotency_key_expiry').execute();
    await db.schema
      .createIndex('idempotency_key_expiry')
      .on('idempotency_key')
      .column('expires_at')
      .where(sql.ref('expires_at'), 'is not', null)
      .execute();
    // Only the deletion of a workspace looks for its holds.
    await db.schema.dropIndex('credit_hold_workspace').execute();
  },
};
