import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds what a picture that was made to fit needs: the wish of the post, the files that a target sends, the size of a stored picture. */
export const fittedMedia: Migration = {
  async up(db: Kysely<never>) {
    // A post of an older server, which does not know the column, has the default.
    await db.schema
      .alterTable('post')
      .addColumn('fit_media', 'integer', (c) => c.notNull().defaultTo(1))
      .execute();
    await db.schema.alterTable('post_target').addColumn('fitted', 'text').execute();
    await db.schema.alterTable('media').addColumn('picture', 'text').execute();
  },
};
