import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase, type PostgresServer, startPostgres } from '@social/testkit';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { listMade, prepareDatabase } from '../../../../server/src/store/database/migrate.ts';
import { openDatabase } from '../../../../server/src/store/database/open.ts';
import { runServer, temporaryDirectory } from '../../../src/programs/server-process.ts';
import { startTimer } from '../../../src/run/start-timer.ts';
import { ADDED, nextMigrations } from '../upgrade/next-version.ts';

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

test('a version that is older than the database refuses to start, and names the way back', async () => {
  using directory = temporaryDirectory();
  const { url = '' } = await createTestDatabase(postgres.url);
  const env = {
    SOCIAL_DATA_DIR: directory.path,
    SOCIAL_DATABASE_URL: url,
    SOCIAL_SECRET_KEYS: randomBytes(32).toString('base64'),
  };
  expect(await runServer(['workspace', 'list'], env)).toMatchObject({ code: 0 });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("insert into kysely_migration values ('9999-of-the-future', '2099')");
  await client.end();
  const { code, stderr, stdout } = await runServer(['start'], { ...env, SOCIAL_PORT: '0' });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(
    /^social-server: SOCIAL_DATABASE_URL: .*newer version \(it has the migration 9999-of-the-future\).*pg_restore.*social-server hold\n$/,
  );
});

test('an exclusive migration waits until no server of an older version shows a sign of life', async () => {
  const { url = '' } = await createTestDatabase(postgres.url);
  const config = { dialect: 'postgres', url } as const;
  const db = openDatabase(config);
  try {
    await prepareDatabase(db, config);
    await db.insertInto('worker').values({ id: 'old', beat: 1, started_at: '2026-11-20', first_key: '' }).execute();
    let isPrepared = false;
    const preparing = prepareDatabase(db, config, nextMigrations(config, { isExclusive: true })).then(() => {
      isPrepared = true;
    });
    for (let beat = 2; beat < 6; beat += 1) {
      await delay(1_000);
      await db.updateTable('worker').set({ beat }).execute();
    }
    const hasBeenSilent = startTimer(9_000);
    expect(isPrepared).toBe(false);
    await preparing;
    expect(hasBeenSilent()).toBe(true);
    expect(await listMade(db)).toContain(ADDED);
  } finally {
    await db.destroy();
  }
});
