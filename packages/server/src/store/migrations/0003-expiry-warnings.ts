import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the last expiry warning of a connection, and an index of postponed targets. */
export function expiryWarnings(): Migration {
  return {
    async up(db: Kysely<never>) {
      await db.schema.alterTable('connection').addColumn('expiry_warned_days', 'integer').execute();
      await db.schema
        .createIndex('post_target_postponed')
        .on('post_target')
        .column('not_before')
        .where(sql.ref('not_before'), 'is not', null)
        .execute();
    },
  };
}
