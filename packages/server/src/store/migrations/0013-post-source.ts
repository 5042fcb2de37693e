import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the place where the sender keeps a post. */
export const postSource: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('post').addColumn('source', 'text').execute();
  },
};
