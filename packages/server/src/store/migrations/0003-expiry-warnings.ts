import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A connection remembers which warning of its end was given; what is postponed is found without reading all that waits. */
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
