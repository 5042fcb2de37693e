import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds what networks need of which anybody runs a server: an app at each server, and the limits of a connection's server. */
export const openNetworks: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable('network_app')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('network_origin', 'text', (c) => c.notNull())
      .addColumn('client_id', 'text', (c) => c.notNull())
      .addColumn('client_secret', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .execute();
    await db.schema.alterTable('connection').addColumn('limits', 'text').execute();
    await db.schema.alterTable('connection').addColumn('limits_read_at', 'text').execute();
  },
};
