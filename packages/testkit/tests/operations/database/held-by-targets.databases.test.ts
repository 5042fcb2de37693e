import { createTestClock, createTestDatabase, dialectUnderTest } from '@social/testkit';
import { expect, test } from 'vitest';
import { createHolds } from '../../../../server/src/services/credits/holds.ts';
import { createApplyEvent } from '../../../../server/src/services/targets/apply-event.ts';
import type { Dispatch } from '../../../../server/src/services/targets/dispatch.ts';
import { createEndScheduled } from '../../../../server/src/services/targets/end-scheduled.ts';
import { migrationsFor } from '../../../../server/src/store/database/migrate.ts';
import { openDatabase } from '../../../../server/src/store/database/open.ts';
import { listLedger } from '../../../../server/src/store/ledger.ts';
import { listPostEvents } from '../../../../server/src/store/posts/post-events.ts';
import { findPostRow, listPosts } from '../../../../server/src/store/posts/posts.ts';
import { queryDatabase } from '../../../src/databases/databases.ts';
import { temporaryDirectory } from '../../../src/programs/server-process.ts';

const AT = '2027-01-31T12:00:00.000Z';
const NAME = '0017-fewer-pages';

/** State of each target before the migration, its attempt, and its holds in the states that they then had. */
const TARGETS: Record<string, { state: string; attempt: number; holds: Record<string, string> }> = {
  pending: { state: 'pending', attempt: 1, holds: { '.1': 'held' } },
  postponed: { state: 'pending', attempt: 3, holds: { '.3': 'held' } },
  sending: { state: 'sending', attempt: 1, holds: { '.1': 'held' } },
  unknown: { state: 'unknown', attempt: 2, holds: { '.1': 'released', '.2': 'held' } },
  forgotten: { state: 'unknown', attempt: 1, holds: { '.1': 'released' } },
  published: { state: 'published', attempt: 1, holds: { '.1': 'released', '.1.late': 'settled' } },
  failed: { state: 'failed', attempt: 2, holds: { '.1': 'released', '.2': 'held' } },
};
const PRICE = 3;
const HELD = ['pending', 'postponed', 'sending', 'unknown'];
/** Credits that are held for an action, and for a target that is gone. */
const OTHERS = { action: 5, 'gone.1': 7 };

/** Writes the rows that the version before has stored. */
async function storeRows(query: (sql: string) => Promise<unknown>): Promise<void> {
  const user = `'w', 'w', 'w', ${dialectUnderTest() === 'sqlite' ? '0' : 'false'}, '${AT}', '${AT}'`;
  await query(`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt") values (${user})`);
  const held = (HELD.length + 1) * PRICE + OTHERS.action + OTHERS['gone.1'];
  await query(
    `insert into workspace values ('w', 'w', 'w', 'pro', '${AT}', '${AT}', '${AT}', 1000, ${held}, 0, 1, '${AT}')`,
  );
  const post = `insert into post (id, workspace_id, profile_id, profile_slug, text, platforms, status, due_at, created_at, updated_at)`;
  for (const [name, { state, attempt, holds }] of Object.entries(TARGETS)) {
    const status = state === 'pending' || state === 'sending' ? 'publishing' : 'published';
    await query(
      `${post} values ('${name}', 'w', 'p', 'p', 'A note', '["microblog"]', '${status}', null, '${AT}', '${AT}')`,
    );
    await query(`insert into post_target (id, post_id, workspace_id, platform, position, state, attempt, updated_at)
      values ('t-${name}', '${name}', 'w', 'microblog', 0, '${state}', ${attempt}, '${AT}')`);
    for (const [suffix, of] of Object.entries(holds)) {
      await query(`insert into credit_hold values ('t-${name}${suffix}', 'w', ${PRICE}, '${of}', '${AT}', null)`);
    }
  }
  for (const [id, amount] of Object.entries(OTHERS)) {
    await query(`insert into credit_hold values ('${id}', 'w', ${amount}, 'held', '${AT}', null)`);
  }
  await query(`insert into credit_hold values ('done', 'w', 1, 'settled', '${AT}', '${AT}')`);
  await query(
    `${post} values ('later', 'w', 'p', 'p', 'A note', '["microblog"]', 'scheduled', '${AT}', '${AT}', '${AT}')`,
  );
  const key = `insert into idempotency_key values ('w'`;
  for (const [name, id] of [
    ['of later', `'later'`],
    ['of sending', `'sending'`],
    ['of nothing', 'null'],
  ]) {
    await query(`${key}, '${name}', 'f', 'o', '${AT}', ${id}, null, null, '${AT}', null)`);
  }
  for (const [id, kind] of [
    ['e1', 'created'],
    ['e2', 'pending'],
    ['e3', 'sending'],
  ]) {
    await query(
      `insert into post_event values ('${id}', 'w', 'sending', null, '${kind}', null, '${AT}', '{"part":2}')`,
    );
  }
  await query(
    `insert into ledger_entry values ('l2', 'w', -3, 'post.published', 'o', '{"platform":"microblog"}', '${AT}')`,
  );
  await query(`insert into ledger_entry values ('l1', 'w', 1003, 'credits.granted', 'o', '{}', '${AT}')`);
  await query(
    `insert into activity_log values ('a', 'w', 1, 'post.published', null, 'p', 'success', '{"postId":"sending"}', '${AT}')`,
  );
}

test('credits that the version before holds stay held, by the targets that they are for', async () => {
  using directory = temporaryDirectory();
  const { url } = await createTestDatabase();
  const dialect = dialectUnderTest();
  const query = (sql: string) => queryDatabase({ url, dataDir: directory.path }, sql);
  const db = openDatabase(
    url ? { dialect: 'postgres', url } : { dialect: 'sqlite', path: `${directory.path}/social.db` },
  );
  try {
    const migrations = Object.entries(migrationsFor(dialect));
    for (const [name, migration] of migrations) if (name < NAME) await migration.up(db);
    await storeRows(query);
    await db.transaction().execute(async (trx) => migrationsFor(dialect)[NAME]?.up(trx));

    const targets = await db.selectFrom('post_target').select(['post_id', 'held', 'attempt']).execute();
    const expected = Object.entries(TARGETS).map(([post_id, { attempt }]) => ({
      ...{ post_id, attempt },
      held: HELD.includes(post_id) ? PRICE : 0,
    }));
    expect(targets).toHaveLength(expected.length);
    expect(targets).toEqual(expect.arrayContaining(expected));
    // The open hold of a target that has ended or is gone is released later, like that of an action.
    const holds = await db.selectFrom('credit_hold').select(['id', 'amount', 'state']).orderBy('id').execute();
    expect(holds).toEqual([
      { id: 'action', amount: 5, state: 'held' },
      { id: 'done', amount: 1, state: 'settled' },
      { id: 'gone.1', amount: 7, state: 'held' },
      { id: 't-failed.2', amount: 3, state: 'held' },
    ]);
    const open = holds.filter(({ state }) => state === 'held').reduce((sum, { amount }) => sum + amount, 0);
    const { held } = await db.selectFrom('workspace').select('held').executeTakeFirstOrThrow();
    expect(held).toBe(targets.reduce((sum, target) => sum + target.held, open));

    expect((await listPostEvents(db, 'sending', 10)).map(({ kind, details }) => [kind, details])).toEqual(
      ['created', 'pending', 'sending'].map((kind) => [kind, { part: 2 }]),
    );
    expect((await listLedger(db, 'w', 10, null)).map(({ id }) => id)).toEqual(['l2', 'l1']);
    await expect(query('update ledger_entry set amount = 1')).rejects.toThrow('append-only');
    await expect(query('delete from ledger_entry')).rejects.toThrow('append-only');
    expect(await db.selectFrom('activity_log').select('seq').execute()).toEqual([{ seq: 1 }]);
    for (const status of ['publishing', 'published', 'scheduled'] as const) {
      const found = await listPosts(db, 'w', { status, limit: 10 });
      const wanted =
        status === 'published' ? ['unknown', 'published', 'forgotten', 'failed'] : ['sending', 'postponed', 'pending'];
      expect(found.map((one) => one.post.id)).toEqual(status === 'scheduled' ? ['later'] : wanted);
    }
  } finally {
    await db.destroy();
  }
});

test('what the version before has begun is charged, released and canceled by this one', async () => {
  using directory = temporaryDirectory();
  const { url } = await createTestDatabase();
  const dialect = dialectUnderTest();
  const query = (sql: string) => queryDatabase({ url, dataDir: directory.path }, sql);
  const db = openDatabase(
    url ? { dialect: 'postgres', url } : { dialect: 'sqlite', path: `${directory.path}/social.db` },
  );
  const clock = createTestClock(AT);
  try {
    for (const [name, migration] of Object.entries(migrationsFor(dialect))) {
      if (name === NAME) await storeRows(query);
      await migration.up(db);
    }
    expect(await db.selectFrom('activity_log').select('profile_id').execute()).toEqual([{ profile_id: 'p' }]);
    const applyEvent = createApplyEvent(createHolds({ clock }));
    const end = async (name: string, event: 'succeed' | 'deny') => {
      const target = await db
        .selectFrom('post_target')
        .selectAll()
        .where('post_id', '=', name)
        .executeTakeFirstOrThrow();
      const content = { text: 'A note' } as Dispatch['content'];
      return applyEvent(
        db,
        event,
        { target, content, profile: { id: 'p', name: 'p' } },
        { change: { updated_at: AT }, logged: {} },
      );
    };
    expect(await end('sending', 'succeed')).toMatchObject({ target: { held: 0, credits: 3 } });
    expect(await end('unknown', 'deny')).toMatchObject({ target: { held: 0, credits: 0 } });
    const numbers = { balance: 997, held: 3 * PRICE + 12, used: 3, log_count: 3 };
    expect(await db.selectFrom('workspace').selectAll().executeTakeFirst()).toMatchObject(numbers);

    const later = await findPostRow(db, 'later');
    if (!later) throw new Error('the scheduled post is gone');
    const cancel = createEndScheduled({ clock });
    expect(await db.transaction().execute((trx) => cancel(trx, later, { status: 'canceled', why: 'test' }))).toBe(true);
    const keys = await db.selectFrom('idempotency_key').select('key').orderBy('key').execute();
    expect(keys.map(({ key }) => key)).toEqual(['of nothing', 'of sending']);
  } finally {
    await db.destroy();
  }
});
