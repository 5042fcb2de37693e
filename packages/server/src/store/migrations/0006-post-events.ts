import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type DialectName, sortedText } from '../dialects.ts';

/** What happened to each post, step by step. */
export function postEvents(dialect: DialectName): Migration {
  const sorted = sortedText(dialect);
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('post_event')
        .addColumn('id', sorted, (c) => c.notNull())
        // Without a reference: who changes a workspace's credits locks its row, and must not wait for a step being noted.
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
