import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type DialectName, sortedText } from '../database/dialects.ts';

/** Adds the table of commands that wait for their key. */
export function commandGrants(dialect: DialectName): Migration {
  const sorted = sortedText(dialect);
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('command_grant')
        .addColumn('code_hash', sorted, (c) => c.primaryKey())
        .addColumn('user_code_hash', sorted, (c) => c.unique())
        .addColumn('workspace_id', sorted, (c) => c.references('workspace.id').onDelete('cascade'))
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('challenge', 'text')
        .addColumn('machine', 'text', (c) => c.notNull())
        .addColumn('address', 'text', (c) => c.notNull())
        .addColumn('network', sorted, (c) => c.notNull())
        .addColumn('interval_seconds', 'integer', (c) => c.notNull())
        .addColumn('asked_at', 'text')
        .addColumn('created_at', sorted, (c) => c.notNull())
        .addColumn('expires_at', sorted, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('command_grant_network')
        .on('command_grant')
        .columns(['network', 'expires_at'])
        .execute();
      await db.schema.createIndex('command_grant_expires').on('command_grant').column('expires_at').execute();
    },
  };
}
