import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type DialectName, sortedText } from '../database/dialects.ts';

const EARLIER_KINDS = 5;
const NEW_KINDS = ['draft.created', 'webhook.paused'];

/**
 * Keeps an approved draft when its profile is deleted, with the slug of that profile. Adds the slug of the profile that a draft was asked
 * for, which stays when the draft is moved, and the last logged edit of each person. Adds the new kinds of mails for workspaces that
 * get every kind, which have chosen nothing.
 */
export function draftsAndMails(dialect: DialectName): Migration {
  const sorted = sortedText(dialect);
  return {
    async up(db: Kysely<never>) {
      await db.schema.alterTable('draft').addColumn('profile_slug', 'text').execute();
      await db.schema.alterTable('draft').addColumn('requested_profile', 'text').execute();
      await db.schema.alterTable('draft').addColumn('logged_edits', 'text').execute();
      const slug = sql`(select slug from profile where profile.id = draft.profile_id)`;
      await sql`update draft set profile_slug = ${slug}, requested_profile = ${slug}`.execute(db);
      await (dialect === 'sqlite' ? replaceProfileId(db) : dropReference(db));
      for (const kind of NEW_KINDS) await addKind(db, kind);
    },
  };

  /** Mails of the kind tell of what is logged from now on. */
  async function addKind(db: Kysely<never>, kind: string): Promise<void> {
    await sql`insert into mail_kind (workspace_id, kind, seen_seq, mailed_at)
      select id, ${kind}, log_count, null from workspace
      where (select count(*) from mail_kind where workspace_id = workspace.id and kind not in (${sql.join(NEW_KINDS)}))
        = ${sql.lit(EARLIER_KINDS)}`.execute(db);
  }

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
