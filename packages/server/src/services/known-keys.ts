import type { Keyring } from '../secrets.ts';
import type { Database } from '../store/schema.ts';
import { readMeta, writeMeta } from '../store/server-meta.ts';
import { findLivingWorkers } from './living-workers.ts';

const FIRST_KEY = 'first_key';

/** Notes with which first key servers start, and since when. @param at instant of this start, ISO 8601 */
export async function noteFirstKey(db: Database, { prefixes: [first] }: Keyring, at: string): Promise<void> {
  const noted = await readMeta(db, FIRST_KEY);
  if (!noted?.startsWith(`${first} `)) await writeMeta(db, FIRST_KEY, `${first} ${at}`);
}

/** How many running servers were started before the first key was: they may not be able to open what it encrypts. */
export async function countServersWithout(
  db: Database,
  { prefixes: [first] }: Keyring,
  leaseMs: number,
): Promise<number> {
  const noted = await readMeta(db, FIRST_KEY);
  const since = noted?.startsWith(`${first} `) ? noted.slice(first.length + 1) : null;
  return (await findLivingWorkers(db, leaseMs, (worker) => since === null || worker.started_at < since)).length;
}
