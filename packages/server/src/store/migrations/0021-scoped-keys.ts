import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds what a key may do and spend, and whose limits count what a post or an action costs. A key of an older server may do everything. */
export const scopedKeys: Migration = {
  async up(db: Kysely<never>) {
    for (const column of [
      'scopes',
      'profiles',
      'platforms',
      'expires_at',
      'limited_by',
      'spent_period',
      'revoked_at',
    ]) {
      await db.schema.alterTable('api_key').addColumn(column, 'text').execute();
    }
    await db.schema.alterTable('api_key').addColumn('credit_limit', 'integer').execute();
    await db.schema
      .alterTable('api_key')
      .addColumn('spent', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('command_grant').addColumn('scopes', 'text').execute();
    await db.schema.alterTable('post').addColumn('limited_by', 'text').execute();
    await db.schema.alterTable('post_target').addColumn('spending', 'text').execute();
    await db.schema.alterTable('credit_hold').addColumn('spending', 'text').execute();
    await db.schema.alterTable('idempotency_key').addColumn('caller', 'text').execute();
  },
};
