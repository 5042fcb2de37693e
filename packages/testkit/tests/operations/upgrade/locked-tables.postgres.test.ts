import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase } from '@social/testkit';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { listMade, prepareDatabase } from '../../../../server/src/store/database/migrate.ts';
import { openDatabase } from '../../../../server/src/store/database/open.ts';
import { ADDED, nextMigrations } from './next-version.ts';

const WAITING = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  and query like 'alter table%'`;

test('a migration that waits for a locked table lets others read and write it meanwhile, and is made after that', async () => {
  const { url = '', drop } = await createTestDatabase(process.env['SOCIAL_TEST_POSTGRES_URL']);
  const config = { dialect: 'postgres', url } as const;
  const db = openDatabase(config);
  const [holder, other] = [new pg.Client(url), new pg.Client({ connectionString: url, statement_timeout: 10_000 })];
  await Promise.all([holder.connect(), other.connect()]);
  try {
    await prepareDatabase(db, config);
    // As a dump does.
    await holder.query('begin');
    await holder.query('lock table post_target in access share mode');
    let isPrepared = false;
    const preparing = prepareDatabase(db, config, nextMigrations(config)).then(() => {
      isPrepared = true;
    });
    for (let time = 0; time < 3; time += 1) {
      await vi.waitFor(async () => expect((await other.query(WAITING)).rowCount).toBe(1), {
        timeout: 10_000,
        interval: 20,
      });
      // A table for which another waits to lock it whole is closed to everybody.
      expect((await other.query('update post_target set credits = 0')).rowCount).toBe(0);
      await delay(100);
    }
    expect(isPrepared).toBe(false);
    await holder.query('commit');
    await preparing;
    expect(await listMade(db)).toContain(ADDED);
  } finally {
    await Promise.all([db.destroy(), holder.end(), other.end()]);
    await drop();
  }
});
