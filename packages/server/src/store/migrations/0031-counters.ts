import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type DialectName, sortedText } from '../database/dialects.ts';

/** Adds the readings of what networks count about targets. Publishing writes none: the first reading makes the row. */
export function counters(dialect: DialectName): Migration {
  const sorted = sortedText(dialect);
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('counter_reading')
        .addColumn('target_id', sorted, (c) => c.primaryKey().references('post_target.id').onDelete('cascade'))
        .addColumn('workspace_id', sorted, (c) => c.notNull())
        .addColumn('profile_id', sorted, (c) => c.notNull())
        .addColumn('network', 'text', (c) => c.notNull())
        .addColumn('published_at', sorted, (c) => c.notNull())
        .addColumn('counters', 'text')
        .addColumn('read_at', sorted)
        .addColumn('asked_at', sorted)
        .addColumn('problem', 'text')
        .addColumn('due_at', sorted)
        .execute();
      // Finds the readings of a month.
      await db.schema
        .createIndex('counter_reading_month')
        .on('counter_reading')
        .columns(['workspace_id', 'published_at'] as never[])
        .execute();
      // Finds what is read again. Most rows are older, and not in it.
      await db.schema
        .createIndex('counter_reading_due')
        .on('counter_reading')
        .columns(['due_at'] as never[])
        .where(sql.ref('due_at'), 'is not', null)
        .execute();
    },
  };
}
