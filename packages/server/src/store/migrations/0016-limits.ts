import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DialectName } from '../database/dialects.ts';

/** Adds the table in which several servers on one Postgres count together, with the columns that rate-limiter-flexible expects. */
export function limits(dialect: DialectName): Migration {
  return {
    async up(db: Kysely<never>) {
      // One process serves a SQLite database, and counts in memory.
      if (dialect === 'sqlite') return;
      // Unlogged: a count need not survive a crash of the database, and then costs no write to its log and no sync.
      await sql`create unlogged table rate_limit (
        key text primary key,
        points integer not null default 0,
        expire bigint
      )`.execute(db);
      await sql`create index rate_limit_expire on rate_limit (expire)`.execute(db);
    },
  };
}
