import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds how a flow ended, for programs that wait for a connection. */
export const connectionAttempts: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('oauth_flow').addColumn('ending', 'text').execute();
    await db.schema.alterTable('oauth_flow').addColumn('attempt_hash', 'text').execute();
    await db.schema.createIndex('oauth_flow_attempt').on('oauth_flow').column('attempt_hash').execute();
  },
};
