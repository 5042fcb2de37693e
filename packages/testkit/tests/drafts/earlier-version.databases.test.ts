import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createTestDatabase } from '@social/testkit';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migratorOf } from '../../../server/src/store/database/migrate.ts';
import { type DatabaseConfig, openDatabase } from '../../../server/src/store/database/open.ts';
import { temporaryDirectory } from '../../src/programs/server-process.ts';

const AT = '2026-11-20T14:00:00.000Z';
const FIVE = ['post.failed', 'post.unknown', 'post.missed', 'connection.needs_reconnect', 'connection.expiring'];

async function openEarlier() {
  const directory = temporaryDirectory();
  const { url, drop } = await createTestDatabase();
  const config: DatabaseConfig =
    url === undefined ? { dialect: 'sqlite', path: join(directory.path, 'social.db') } : { dialect: 'postgres', url };
  const db = openDatabase(config);
  onTestFinished(async () => {
    await db.destroy();
    await drop();
    directory[Symbol.dispose]();
  });
  const migrator = migratorOf(db, config);
  expect(await migrator.migrateTo('0025-drafts')).not.toHaveProperty('error');
  return { db, migrate: async () => expect(await migrator.migrateToLatest()).not.toHaveProperty('error') };
}

test('drafts of an earlier version keep their profile and their keys, and who gets every mail gets the new kinds', async () => {
  const { db, migrate } = await openEarlier();
  const run = async (statement: ReturnType<typeof sql>) => (await statement.execute(db)).rows;
  const [all, some, none] = [randomUUID(), randomUUID(), randomUUID()];
  for (const id of [all, some, none]) {
    const email = `${id}@example.com`;
    await run(sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
      values (${id}, 'Ada', ${email}, true, ${AT}, ${AT})`);
    await run(sql`insert into workspace (id, owner_user_id, email, plan, anchor_at, period_start, period_end, log_count, created_at)
      values (${id}, ${id}, ${email}, 'free', ${AT}, ${AT}, ${AT}, 7, ${AT})`);
  }
  for (const [id, kinds] of [
    [all, FIVE],
    [some, ['post.failed']],
  ] as const) {
    await run(sql`insert into mail_setting (workspace_id, address) values (${id}, 'ada@example.com')`);
    for (const kind of kinds)
      await run(sql`insert into mail_kind (workspace_id, kind, seen_seq) values (${id}, ${kind}, 1)`);
  }
  await run(sql`insert into profile (id, workspace_id, name, slug, is_default, created_at)
    values ('acme', ${all}, 'Acme', 'acme-blog', 0, ${AT})`);
  for (const [id, status, post] of [
    ['open', 'draft', null],
    ['done', 'approved', 'a-post'],
  ] as const) {
    await run(sql`insert into draft (id, workspace_id, profile_id, status, content, bytes, written_by, post_id, created_at, updated_at)
      values (${id}, ${all}, 'acme', ${status}, '{}', 2, '{}', ${post}, ${AT}, ${AT})`);
    await run(sql`insert into idempotency_key (workspace_id, key, fingerprint, owner, locked_until, draft_id, created_at)
      values (${all}, ${id}, '', '', ${AT}, ${id}, ${AT})`);
  }
  await migrate();
  const slugs = { profile_id: 'acme', profile_slug: 'acme-blog', requested_profile: 'acme-blog' };
  const drafts = sql`select id, profile_id, profile_slug, requested_profile from draft order by id`;
  expect(await run(drafts)).toEqual([
    { id: 'done', ...slugs },
    { id: 'open', ...slugs },
  ]);
  const kinds = await run(
    sql`select workspace_id, seen_seq from mail_kind where kind in ('draft.created', 'webhook.paused')`,
  );
  expect(kinds).toEqual([0, 1].map(() => ({ workspace_id: all, seen_seq: 7 })));
  // A profile no longer takes the approved draft, nor the key of the call that has stored it, with it.
  await run(sql`delete from profile where id = 'acme'`);
  expect(await run(sql`select key from idempotency_key order by key`)).toEqual([{ key: 'done' }, { key: 'open' }]);
});
