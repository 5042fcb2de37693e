import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Where the sender of a post keeps it. */
export const postSource: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('post').addColumn('source', 'text').execute();
  },
};
