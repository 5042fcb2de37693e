import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type DialectName, elementsOfJson, sortedText, textOfJson } from '../database/dialects.ts';

// A post that was scheduled and sent has its time only as the caller wrote it. Where the database cannot read its offset,
// the post gets the instant of its creation, which is close enough for these old posts.
function scheduledInstant(dialect: DialectName): RawBuilder<string | null> {
  if (dialect === 'sqlite') return sql`strftime('%Y-%m-%dT%H:%M:%fZ', upper(scheduled_for))`;
  return sql`case when upper(scheduled_for) ~ '(Z|[+-](0[0-9]|1[0-4]):[0-9]{2})$' then
    to_char(upper(scheduled_for)::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end`;
}

/** Adds the time of a post, and indexes for the filters of lists. */
export function lists(dialect: DialectName): Migration {
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .alterTable('post')
        .addColumn('happens_at', sortedText(dialect), (c) => c.notNull().defaultTo(''))
        .execute();
      await sql`update post set happens_at = coalesce(due_at, ${scheduledInstant(dialect)}, created_at)`.execute(db);
      await db.schema.createIndex('post_time').on('post').columns(['workspace_id', 'happens_at', 'id']).execute();
      await db.schema.createIndex('post_profile').on('post').columns(['workspace_id', 'profile_slug', 'id']).execute();
      const key = ['workspace_id', 'platform', 'post_id'] as const;
      const sorted = sortedText(dialect);
      await db.schema
        .createTable('post_platform')
        .addColumn('workspace_id', sorted, (c) => c.notNull().references('workspace.id').onDelete('cascade'))
        .addColumn('platform', sorted, (c) => c.notNull())
        .addColumn('post_id', sorted, (c) => c.notNull())
        .addPrimaryKeyConstraint('post_platform_pk', [...key])
        .modifyEnd(dialect === 'sqlite' ? sql`without rowid` : sql``)
        .execute();
      await sql`insert into post_platform (workspace_id, platform, post_id)
        select distinct post.workspace_id, asked.value, post.id
        from post, ${elementsOfJson(dialect, 'platforms')} as asked
        order by 1, 2, 3`.execute(db);
      await db.schema
        .createIndex('post_target_trouble')
        .on('post_target')
        .columns(['workspace_id', 'state', 'post_id'])
        .where(sql.ref('state'), 'in', sql`('failed', 'unknown')`)
        .execute();
      await sql`create index ledger_entry_charge on ledger_entry
        (workspace_id, created_at, (${textOfJson(dialect, 'metadata', 'platform')}), amount)
        where amount < 0 and action <> 'credits.lapsed'`.execute(db);
      await db.schema
        .createIndex('activity_log_filter')
        .on('activity_log')
        .columns(['workspace_id', 'seq', 'action', 'platform', 'status'])
        .execute();
    },
  };
}
