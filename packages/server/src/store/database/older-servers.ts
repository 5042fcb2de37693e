import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from '../../errors.ts';
import type { Database } from '../schema.ts';
import { listWorkers } from '../workers.ts';

const POLL_MS = 500;
/** Longer than two signs of life are apart, with leases of up to a minute. */
const SILENCE_MS = 10_500;
const PATIENCE_MS = 45_000;

/**
 * Waits on Postgres until no server of an older version shows a sign of life. Such a server would go on sending by the old
 * schema. @throws ConfigError when one still does after 45 s; nothing has changed then
 */
export async function waitForOlderServers(db: Database): Promise<void> {
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
