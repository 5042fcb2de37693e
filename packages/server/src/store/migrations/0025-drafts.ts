import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type DialectName, sortedText } from '../database/dialects.ts';

/** Adds drafts, the draft that an idempotency key has made, and the draft from which a post was made. */
export function drafts(dialect: DialectName): Migration {
  const sorted = sortedText(dialect);
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('draft')
        .addColumn('id', sorted, (c) => c.primaryKey())
        .addColumn('workspace_id', sorted, (c) => c.notNull().references('workspace.id').onDelete('cascade'))
        .addColumn('profile_id', sorted, (c) => c.notNull().references('profile.id').onDelete('cascade'))
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('content', 'text', (c) => c.notNull())
        .addColumn('bytes', 'integer', (c) => c.notNull())
        .addColumn('written_by', 'text', (c) => c.notNull())
        .addColumn('edited_by', 'text')
        .addColumn('approved_by', 'text')
        .addColumn('approved_at', sorted)
        .addColumn('post_id', sorted)
        .addColumn('idempotency_key', sorted)
        .addColumn('created_at', sorted, (c) => c.notNull())
        .addColumn('updated_at', sorted, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('draft_workspace')
        .on('draft')
        .columns(['workspace_id', 'status', 'id'] as never[])
        .execute();
      await db.schema.createIndex('draft_profile').on('draft').column('profile_id').execute();
      await db.schema.alterTable('post').addColumn('approval', 'text').execute();
      await db.schema
        .alterTable('idempotency_key')
        .addColumn('draft_id', sorted, (c) => c.references('draft.id').onDelete('cascade'))
        .execute();
      // Finds the key of a draft that is deleted. A key of a post is not in it.
      await db.schema
        .createIndex('idempotency_key_draft')
        .on('idempotency_key')
        .columns(['draft_id'] as never[])
        .where(sql.ref('draft_id'), 'is not', null)
        .execute();
    },
  };
}
