import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type DialectName, sortedText } from '../database/dialects.ts';

/**
 * Keeps an approved draft when its profile is deleted, with the slug of that profile, and adds the slug of the profile that a draft was
 * asked for, which stays when the draft is moved.
 */
export function draftsOutliveProfiles(dialect: DialectName): Migration {
  const sorted = sortedText(dialect);
  return {
    async up(db: Kysely<never>) {
      await db.schema.alterTable('draft').addColumn('profile_slug', 'text').execute();
      await db.schema.alterTable('draft').addColumn('requested_profile', 'text').execute();
      const slug = sql`(select slug from profile where profile.id = draft.profile_id)`;
      await sql`update draft set profile_slug = ${slug}, requested_profile = ${slug}`.execute(db);
      await (dialect === 'sqlite' ? replaceProfileId(db) : dropReference(db));
    },
  };

  async function dropReference(db: Kysely<never>): Promise<void> {
    await db.schema.alterTable('draft').dropConstraint('draft_profile_id_fkey').execute();
  }

  /** SQLite drops a constraint only with its column. */
  async function replaceProfileId(db: Kysely<never>): Promise<void> {
    await db.schema
      .alterTable('draft')
      .addColumn('kept_profile_id', sorted, (c) => c.notNull().defaultTo(''))
      .execute();
    await sql`update draft set kept_profile_id = profile_id`.execute(db);
    await db.schema.dropIndex('draft_profile').execute();
    await db.schema.alterTable('draft').dropColumn('profile_id').execute();
    await db.schema.alterTable('draft').renameColumn('kept_profile_id', 'profile_id').execute();
    await db.schema.createIndex('draft_profile').on('draft').column('profile_id').execute();
  }
}
