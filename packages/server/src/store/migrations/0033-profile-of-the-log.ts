import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type DialectName, sortedText, textOfJson } from '../database/dialects.ts';

/** Adds the profile of each log entry. The index holds it too, so that a list of one profile reads no entries but its page. */
export function profileOfTheLog(dialect: DialectName): Migration {
  const inMetadata = (name: string) => textOfJson(dialect, 'metadata', name);
  return {
    async up(db: Kysely<never>) {
      await db.schema.alterTable('activity_log').addColumn('profile_id', sortedText(dialect)).execute();
      await sql`update activity_log set profile_id = coalesce(${inMetadata('profileId')},
        (select post.profile_id from post where post.id = ${inMetadata('postId')}))`.execute(db);
      await db.schema.dropIndex('activity_log_filter').execute();
      await db.schema
        .createIndex('activity_log_filter')
        .on('activity_log')
        .columns(['workspace_id', 'seq', 'action', 'platform', 'status', 'profile_id'] as never[])
        .execute();
    },
  };
}
