import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type DialectName, sortedText } from '../database/dialects.ts';

/** Adds the pictures of connected accounts, beside their connections: a publish reads those, and no picture. */
export function accountPictures(dialect: DialectName): Migration {
  return {
    async up(db: Kysely<never>) {
      await db.schema.alterTable('connection').addColumn('picture_version', 'text').execute();
      await db.schema.alterTable('connection').addColumn('picture_due_at', 'text').execute();
      await sql`update connection set picture_due_at = connected_at`.execute(db);
      await db.schema
        .createTable('account_picture')
        .addColumn('connection_id', sortedText(dialect), (c) =>
          c.primaryKey().references('connection.id').onDelete('cascade'),
        )
        .addColumn('content_type', 'text', (c) => c.notNull())
        .addColumn('bytes', dialect === 'sqlite' ? 'blob' : 'bytea', (c) => c.notNull())
        .execute();
    },
  };
}
