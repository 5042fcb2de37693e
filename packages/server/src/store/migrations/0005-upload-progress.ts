import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A target remembers how far its files are, and where an interrupted publish is to be taken up again. */
export function uploadProgress(): Migration {
  return {
    async up(db: Kysely<never>) {
      await db.schema.alterTable('post_target').addColumn('progress', 'text').execute();
      await db.schema.alterTable('post_target').addColumn('checkpoint', 'text').execute();
    },
  };
}
