import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type DialectName, sortedText } from '../database/dialects.ts';

/** Adds the removals of targets, and the instant from which the network no longer has what a target published. */
export function removals(dialect: DialectName): Migration {
  const sorted = sortedText(dialect);
  return {
    async up(db: Kysely<never>) {
      await db.schema.alterTable('post_target').addColumn('removed_at', sorted).execute();
      // Finds the posts that were taken back. A target that is published is not in it.
      await db.schema
        .createIndex('post_target_removed')
        .on('post_target')
        .columns(['workspace_id', 'post_id'] as never[])
        .where(sql.ref('removed_at'), 'is not', null)
        .execute();
      await db.schema
        .createTable('removal')
        .addColumn('target_id', sorted, (c) => c.primaryKey().references('post_target.id').onDelete('cascade'))
        .addColumn('workspace_id', sorted, (c) => c.notNull())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('operation_id', sorted, (c) => c.notNull())
        .addColumn('hold_id', sorted, (c) => c.notNull())
        .addColumn('credits', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('error', 'text')
        .addColumn('code', 'text')
        .addColumn('worker_id', sorted)
        .addColumn('asked_at', sorted, (c) => c.notNull())
        .addColumn('due_at', sorted)
        .addColumn('updated_at', sorted, (c) => c.notNull())
        .execute();
      // Finds the removals that a dead process left, and those that are looked up again.
      await db.schema
        .createIndex('removal_open')
        .on('removal')
        .columns(['state', 'due_at'] as never[])
        .where(sql.ref('state'), 'in', sql`('removing', 'unknown')`)
        .execute();
    },
  };
}
