import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type DialectName, sortedText } from '../database/dialects.ts';

/** Adds the members of workspaces, invitations, and who approved the sign-in of a command or made a key. A founder has no row. */
export function members(dialect: DialectName): Migration {
  const sorted = sortedText(dialect);
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('member')
        .addColumn('user_id', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
        .addColumn('workspace_id', sorted, (c) => c.notNull().references('workspace.id').onDelete('cascade'))
        .addColumn('role', 'text', (c) => c.notNull())
        .addColumn('invited_by', 'text', (c) => c.notNull())
        .addColumn('created_at', sorted, (c) => c.notNull())
        .execute();
      await db.schema.createIndex('member_workspace').on('member').column('workspace_id').execute();
      await db.schema
        .createTable('invitation')
        .addColumn('id', sorted, (c) => c.primaryKey())
        .addColumn('workspace_id', sorted, (c) => c.notNull().references('workspace.id').onDelete('cascade'))
        .addColumn('token_hash', 'text', (c) => c.notNull().unique())
        .addColumn('role', 'text', (c) => c.notNull())
        .addColumn('email', 'text')
        .addColumn('creator_id', 'text', (c) => c.notNull())
        .addColumn('created_by', 'text', (c) => c.notNull())
        .addColumn('created_at', sorted, (c) => c.notNull())
        .addColumn('expires_at', sorted, (c) => c.notNull())
        .execute();
      await db.schema.createIndex('invitation_workspace').on('invitation').column('workspace_id').execute();
      await db.schema.createIndex('invitation_expires').on('invitation').column('expires_at').execute();
      await db.schema.alterTable('command_grant').addColumn('approved_by', 'text').execute();
      await db.schema.alterTable('api_key').addColumn('created_by', 'text').execute();
    },
  };
}
