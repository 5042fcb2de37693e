import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type DialectName, sortedText } from '../database/dialects.ts';

/** Adds the steps of posts. */
export function postEvents(dialect: DialectName): Migration {
  const sorted = sortedText(dialect);
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('post_event')
        .addColumn('id', sorted, (c) => c.notNull())
        // Has no foreign key: storing a step must not wait for a lock on the workspace's row, which charges take.
        .addColumn('workspace_id', sorted, (c) => c.notNull())
        .addColumn('post_id', sorted, (c) => c.notNull().references('post.id').onDelete('cascade'))
        .addColumn('platform', 'text')
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('attempt', 'integer')
        .addColumn('at', sorted, (c) => c.notNull())
        .addColumn('details', 'text')
        .addPrimaryKeyConstraint('post_event_pk', ['post_id', 'id'])
        .execute();
      await db.schema.createIndex('post_event_workspace').on('post_event').columns(['workspace_id', 'id']).execute();
    },
  };
}
