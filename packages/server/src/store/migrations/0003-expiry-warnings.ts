import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A connection remembers which warning of its end was given. */
export function expiryWarnings(): Migration {
  return {
    async up(db: Kysely<never>) {
      await db.schema.alterTable('connection').addColumn('expiry_warned_days', 'integer').execute();
    },
  };
}
