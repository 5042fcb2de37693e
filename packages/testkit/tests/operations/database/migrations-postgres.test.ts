import { createTestDatabase, type PostgresServer, startPostgres } from '@social/testkit';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { prepareDatabase } from '../../../../server/src/store/database/migrate.ts';
import { openDatabase } from '../../../../server/src/store/database/open.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => postgres?.stop());

const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

test('a migration may take longer than a query of a server', async () => {
  const { url = '' } = await createTestDatabase(postgres.url);
  const [other, onlooker] = [new pg.Client(url), new pg.Client(url)];
  await Promise.all([other.connect(), onlooker.connect()]);
  const config = { dialect: 'postgres', url } as const;
  const db = openDatabase(config);
  try {
    // No other connection can make this table before the transaction has ended.
    await other.query('begin');
    await other.query('create table workspace (id text)');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const prepared = prepareDatabase(db, config).then(
      () => 'prepared',
      (error: unknown) => error,
    );
    await vi.waitFor(async () => expect((await onlooker.query(waiting)).rowCount).toBe(1), 10_000);
    vi.advanceTimersByTime(10 * 60_000);
    vi.useRealTimers();
    await other.query('rollback');
    expect(await prepared).toBe('prepared');
    expect((await onlooker.query('select 1 from workspace')).rowCount).toBe(0);
  } finally {
    await Promise.all([db.destroy(), other.end(), onlooker.end()]);
  }
});
