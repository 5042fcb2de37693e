import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the name that an uploaded file has in object storage. */
export const mediaObjects: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('media').addColumn('object', 'text').execute();
  },
};
