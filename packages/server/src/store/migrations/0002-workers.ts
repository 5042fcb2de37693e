import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type DialectName, sortedText } from '../database/dialects.ts';

/** Adds the table of serving processes, the worker of a target, and the quarantine of restored posts. */
export function workers(dialect: DialectName): Migration {
  const sorted = sortedText(dialect);
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('worker')
        .addColumn('id', sorted, (c) => c.primaryKey())
        .addColumn('beat', 'bigint', (c) => c.notNull())
        .addColumn('started_at', sorted, (c) => c.notNull())
        .addColumn('first_key', sorted, (c) => c.notNull())
        .execute();
      // Leases end with their worker, so no lease needs to be copied.
      await db.schema.dropTable('lease').execute();
      await db.schema
        .createTable('lease')
        .addColumn('name', sorted, (c) => c.primaryKey())
        .addColumn('worker_id', sorted, (c) => c.notNull().references('worker.id').onDelete('cascade'))
        .execute();
      await db.schema.createIndex('lease_worker').on('lease').column('worker_id').execute();
      await db.schema.alterTable('post_target').addColumn('worker_id', sorted).execute();
      await db.schema.alterTable('post_target').addColumn('not_before', sorted).execute();
      await db.schema.alterTable('post').addColumn('held_at', sorted).execute();
    },
  };
}
