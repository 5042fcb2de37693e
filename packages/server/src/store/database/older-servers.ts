import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { ConfigError } from '../../errors.ts';
import type { Database } from '../schema.ts';
import { listWorkers } from '../workers.ts';

/** Last migration that servers of the version before cannot serve with. Later ones only add, so that two versions can serve. */
const LAST_EXCLUSIVE = '0018-turns';
const POLL_MS = 500;
/** Servers of earlier versions show a sign of life every 5 s. */
const SILENCE_MS = 10_500;
const PATIENCE_MS = 45_000;

/**
 * Waits on Postgres until no server of an older version shows a sign of life. Such a server would go on sending by the old
 * schema. @throws ConfigError when one still does after 45 s; nothing has changed then
 */
export async function waitForOlderServers(db: Database): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'worker')) return;
  const { rows } =
    await sql`select 1 from ${sql.table(DEFAULT_MIGRATION_TABLE)} where name = ${LAST_EXCLUSIVE}`.execute(db);
  if (rows.length > 0) return;
  const begun = performance.now();
  let silentSince = begun;
  let before = await signsOfLife(db);
  while (before !== '' && performance.now() - silentSince < SILENCE_MS) {
    if (performance.now() - begun > PATIENCE_MS) {
      throw new ConfigError(
        'SOCIAL_DATABASE_URL',
        'servers of an older version still serve this database, which cannot be beside this version; nothing was changed: stop them, then start again',
      );
    }
    await delay(POLL_MS);
    const now = await signsOfLife(db);
    if (now !== before) silentSince = performance.now();
    before = now;
  }
}

/** Returns the counters of all servers as one text; empty without any. */
async function signsOfLife(db: Database): Promise<string> {
  const rows = await listWorkers(db);
  return rows
    .map(({ id, beat }) => `${id} ${beat}`)
    .sort()
    .join();
}
