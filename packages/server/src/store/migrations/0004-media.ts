import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type DialectName, sortedText } from '../database/dialects.ts';

/** Adds the table of uploaded files. The files are in the data directory, named by the hash of their content. */
export function media(dialect: DialectName): Migration {
  const sorted = sortedText(dialect);
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('media')
        .addColumn('workspace_id', sorted, (c) => c.notNull().references('workspace.id').onDelete('cascade'))
        .addColumn('sha256', sorted, (c) => c.notNull())
        .addColumn('bytes', 'bigint', (c) => c.notNull())
        .addColumn('content_type', 'text', (c) => c.notNull())
        .addColumn('created_at', sorted, (c) => c.notNull())
        .addColumn('used_at', sorted, (c) => c.notNull())
        .addPrimaryKeyConstraint('media_pk', ['workspace_id', 'sha256'])
        .execute();
      await db.schema.createIndex('media_sha256').on('media').column('sha256').execute();
      await db.schema.createIndex('media_used').on('media').column('used_at').execute();
    },
  };
}
