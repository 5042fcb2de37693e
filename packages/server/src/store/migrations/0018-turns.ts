import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type DialectName, sortedText } from '../database/dialects.ts';

/** Adds the turns of channels, and the instants at which a turn continues a scheduled post or a target. */
export function turns(dialect: DialectName): Migration {
  const sorted = sortedText(dialect);

  async function addDueTimes(db: Kysely<never>): Promise<void> {
    for (const table of ['post_platform', 'post_target']) {
      await db.schema.alterTable(table).addColumn('profile_id', sorted).execute();
      await db.schema.alterTable(table).addColumn('due_at', sorted).execute();
      const item = table === 'post_target' ? 'id' : 'post_id';
      // Finds what is due in a channel, and when something will be.
      await db.schema
        .createIndex(`${table}_due`)
        .on(table)
        .columns(['profile_id', 'platform', 'due_at', item])
        .where(sql.ref('due_at'), 'is not', null)
        .execute();
    }
    await sql`update post_platform set profile_id = post.profile_id, due_at = post.due_at from post
      where post.id = post_platform.post_id and post.status = 'scheduled' and post.held_at is null`.execute(db);
    // A postponed target has no worker. The others are taken from their dead workers at the start.
    await sql`update post_target set profile_id = post.profile_id, due_at = post_target.not_before from post
      where post.id = post_target.post_id and post_target.state in ('pending', 'sending', 'unknown')`.execute(db);
  }

  return {
    async up(db: Kysely<never>) {
      await addDueTimes(db);
      await db.schema.dropIndex('post_target_postponed').execute();
      await db.schema
        .createTable('turn')
        .addColumn('profile_id', sorted, (c) => c.notNull())
        .addColumn('platform', sorted, (c) => c.notNull())
        .addColumn('workspace_id', sorted, (c) => c.notNull())
        .addColumn('next_due', sorted)
        .addColumn('worker_id', sorted, (c) => c.references('worker.id').onDelete('set null'))
        .addPrimaryKeyConstraint('turn_channel', ['profile_id', 'platform'])
        .execute();
      // Finds the turns that are due.
      await db.schema
        .createIndex('turn_due')
        .on('turn')
        .column('next_due')
        .where(sql.ref('next_due'), 'is not', null)
        .execute();
      // Frees the turns of a worker that has ended.
      await db.schema
        .createIndex('turn_worker')
        .on('turn')
        .column('worker_id')
        .where(sql.ref('worker_id'), 'is not', null)
        .execute();
      await sql`insert into turn (profile_id, platform, workspace_id, next_due)
        select profile_id, platform, workspace_id, min(due_at) from (
          select profile_id, platform, workspace_id, due_at from post_platform where due_at is not null
          union all select profile_id, platform, workspace_id, due_at from post_target where due_at is not null
        ) as waiting group by profile_id, platform, workspace_id`.execute(db);
    },
  };
}
