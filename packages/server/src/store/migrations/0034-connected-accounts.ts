import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type DialectName, sortedText } from '../database/dialects.ts';

/** Keeps which account each connection is of, also once the connection is gone: a published post names its connection. */
export function connectedAccounts(dialect: DialectName): Migration {
  const sorted = sortedText(dialect);
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('connected_account')
        .addColumn('connection_id', sorted, (c) => c.primaryKey())
        .addColumn('workspace_id', sorted, (c) => c.notNull().references('workspace.id').onDelete('cascade'))
        .addColumn('network_origin', 'text', (c) => c.notNull())
        .addColumn('account_id', 'text', (c) => c.notNull())
        .execute();
      // Finds the rows of a workspace that is deleted.
      await db.schema
        .createIndex('connected_account_workspace')
        .on('connected_account')
        .column('workspace_id' as never)
        .execute();
      await sql`insert into connected_account (connection_id, workspace_id, network_origin, account_id)
        select id, workspace_id, network_origin, account_id from connection`.execute(db);
    },
  };
}
