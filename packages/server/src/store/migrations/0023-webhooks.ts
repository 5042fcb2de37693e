import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterInsert, type DialectName, sortedText } from '../database/dialects.ts';

/** Adds webhook endpoints, the events that they receive, and the deliveries. */
export function webhooks(dialect: DialectName): Migration {
  const sorted = sortedText(dialect);

  async function events(db: Kysely<never>): Promise<void> {
    await db.schema
      .alterTable('workspace')
      .addColumn('event_count', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('workspace').addColumn('event_kinds', 'text').execute();
    await db.schema.alterTable('workspace').addColumn('listening_until', sorted).execute();
    const event = db.schema
      .createTable('webhook_event')
      .addColumn('workspace_id', sorted, (c) => c.notNull().references('workspace.id').onDelete('cascade'))
      .addColumn('number', 'bigint', (c) => c.notNull())
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('object_id', 'text', (c) => c.notNull())
      .addColumn('details', 'text')
      .addColumn('body', 'text')
      .addColumn('created_at', sorted, (c) => c.notNull())
      .addPrimaryKeyConstraint('webhook_event_pk', ['workspace_id', 'number']);
    // In the order of its key, so that an event is stored in one tree.
    await (dialect === 'sqlite' ? event.modifyEnd(sql`without rowid`) : event).execute();
    const count = 'update workspace set event_count = new.number where id = new.workspace_id';
    for (const statement of afterInsert(dialect, 'webhook_event', count)) await sql.raw(statement).execute(db);
  }

  return {
    async up(db: Kysely<never>) {
      await events(db);
      await db.schema
        .createTable('webhook_endpoint')
        .addColumn('id', sorted, (c) => c.primaryKey())
        .addColumn('workspace_id', sorted, (c) => c.notNull().references('workspace.id').onDelete('cascade'))
        .addColumn('url', 'text', (c) => c.notNull())
        .addColumn('description', 'text')
        .addColumn('kinds', 'text')
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('status_reason', 'text')
        .addColumn('secret', 'text', (c) => c.notNull())
        .addColumn('secret_preview', 'text', (c) => c.notNull())
        .addColumn('previous_secret', 'text')
        .addColumn('previous_until', sorted)
        .addColumn('position', 'bigint', (c) => c.notNull())
        .addColumn('failing_since', sorted)
        .addColumn('created_at', sorted, (c) => c.notNull())
        .addColumn('updated_at', sorted, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('webhook_endpoint_workspace')
        .on('webhook_endpoint')
        .columns(['workspace_id', 'id'])
        .execute();
      await db.schema
        .createTable('webhook_delivery')
        .addColumn('id', sorted, (c) => c.primaryKey())
        .addColumn('workspace_id', sorted, (c) => c.notNull().references('workspace.id').onDelete('cascade'))
        .addColumn('endpoint_id', sorted, (c) => c.notNull().references('webhook_endpoint.id').onDelete('cascade'))
        .addColumn('event_id', 'text', (c) => c.notNull())
        .addColumn('number', 'bigint')
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('body', 'text')
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('tries', 'integer', (c) => c.notNull())
        .addColumn('round', 'integer', (c) => c.notNull())
        .addColumn('due_at', sorted)
        .addColumn('worker_id', sorted, (c) => c.references('worker.id').onDelete('set null'))
        .addColumn('last_try', 'text')
        .addColumn('created_at', sorted, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('webhook_delivery_endpoint')
        .on('webhook_delivery')
        .columns(['endpoint_id', 'id'])
        .execute();
      await db.schema.createIndex('webhook_delivery_workspace').on('webhook_delivery').column('workspace_id').execute();
      // Finds what is due at an endpoint.
      await db.schema
        .createIndex('webhook_delivery_due')
        .on('webhook_delivery')
        .columns(['endpoint_id', 'due_at'])
        .where(sql.ref('due_at'), 'is not', null)
        .execute();
      // Frees the deliveries of a worker that has ended.
      await db.schema
        .createIndex('webhook_delivery_worker')
        .on('webhook_delivery')
        .column('worker_id')
        .where(sql.ref('worker_id'), 'is not', null)
        .execute();
    },
  };
}
