import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds upload progress and checkpoint to targets. */
export function uploadProgress(): Migration {
  return {
    async up(db: Kysely<never>) {
      await db.schema.alterTable('post_target').addColumn('progress', 'text').execute();
      await db.schema.alterTable('post_target').addColumn('checkpoint', 'text').execute();
    },
  };
}
