import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type DialectName, sortedText } from '../dialects.ts';

/** Processes that send are known to the database, targets name theirs, and a restored post waits to be released. */
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
      // Leases live as long as their worker, so none has to be carried over.
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
