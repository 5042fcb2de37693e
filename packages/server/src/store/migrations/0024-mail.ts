import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type DialectName, sortedText } from '../database/dialects.ts';

/** Adds mails, who gets which, and links that replace a forgotten password. */
export function mail(dialect: DialectName): Migration {
  const sorted = sortedText(dialect);

  async function addMails(db: Kysely<never>): Promise<void> {
    await db.schema
      .createTable('mail')
      .addColumn('id', sorted, (c) => c.primaryKey())
      .addColumn('workspace_id', sorted, (c) => c.references('workspace.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('recipient', 'text', (c) => c.notNull())
      .addColumn('content', 'text')
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('once', 'text', (c) => c.unique())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('error', 'text')
      .addColumn('worker_id', sorted, (c) => c.references('worker.id').onDelete('set null'))
      .addColumn('created_at', sorted, (c) => c.notNull())
      .addColumn('due_at', sorted)
      .addColumn('expires_at', sorted, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('mail_due')
      .on('mail')
      .column('due_at')
      .where(sql.ref('due_at'), 'is not', null)
      .execute();
    await db.schema
      .createIndex('mail_worker')
      .on('mail')
      .column('worker_id')
      .where(sql.ref('worker_id'), 'is not', null)
      .execute();
    await db.schema.createIndex('mail_expires').on('mail').column('expires_at').execute();
    await db.schema.createIndex('mail_workspace').on('mail').column('workspace_id').execute();
  }

  return {
    async up(db: Kysely<never>) {
      await addMails(db);
      await db.schema
        .createTable('mail_setting')
        .addColumn('workspace_id', sorted, (c) => c.primaryKey().references('workspace.id').onDelete('cascade'))
        .addColumn('address', 'text', (c) => c.notNull())
        .addColumn('confirmed_at', 'text')
        .addColumn('confirm_hash', 'text', (c) => c.unique())
        .addColumn('confirm_expires_at', 'text')
        .execute();
      await db.schema
        .createTable('mail_kind')
        .addColumn('workspace_id', sorted, (c) =>
          c.notNull().references('mail_setting.workspace_id').onDelete('cascade'),
        )
        .addColumn('kind', sorted, (c) => c.notNull())
        .addColumn('seen_seq', 'integer', (c) => c.notNull())
        .addColumn('mailed_at', sorted)
        .addPrimaryKeyConstraint('mail_kind_of_workspace', ['workspace_id', 'kind'])
        .execute();
      await db.schema
        .createTable('password_reset')
        .addColumn('token_hash', 'text', (c) => c.primaryKey())
        .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('expires_at', sorted, (c) => c.notNull())
        .execute();
      await db.schema.createIndex('password_reset_user').on('password_reset').column('user_id').execute();
    },
  };
}
