import { changesRows } from './database/statements.ts';
import type { Queryable } from './schema.ts';

/** Reads a fact about the database itself. */
export async function readMeta(db: Queryable, name: string): Promise<string | undefined> {
  return (await db.selectFrom('server_meta').select('value').where('name', '=', name).executeTakeFirst())?.value;
}

/** Stores a fact. @returns false when there is a fact of that name already, which stays */
export function insertMeta(db: Queryable, name: string, value: string): Promise<boolean> {
  const query = db.insertInto('server_meta').values({ name, value });
  return changesRows(query.onConflict((conflict) => conflict.doNothing()));
}

export async function writeMeta(db: Queryable, name: string, value: string): Promise<void> {
  await db
    .insertInto('server_meta')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

export async function deleteMeta(db: Queryable, name: string): Promise<void> {
  await db.deleteFrom('server_meta').where('name', '=', name).execute();
}

/** Lists the facts whose names begin with a text. @returns the rest of each name */
export async function listMeta(db: Queryable, start: string): Promise<string[]> {
  const rows = await db.selectFrom('server_meta').select('name').where('name', 'like', `${start}%`).execute();
  return rows.map(({ name }) => name.slice(start.length));
}

/** Deletes a fact whose value, an instant, is before another. */
export async function deleteMetaBefore(db: Queryable, name: string, instant: string): Promise<void> {
  await db.deleteFrom('server_meta').where('name', '=', name).where('value', '<', instant).execute();
}

const SANDBOX = 'sandbox';

/** Records whether the serving process simulates the networks, for commands that run next to it. */
export async function noteSandbox(db: Queryable, isSandbox: boolean): Promise<void> {
  if ((await usesSandbox(db)) === isSandbox) return;
  await (isSandbox ? writeMeta(db, SANDBOX, 'true') : deleteMeta(db, SANDBOX));
}

/** Returns true when the server that was started last simulates the networks. */
export async function usesSandbox(db: Queryable): Promise<boolean> {
  return (await readMeta(db, SANDBOX)) !== undefined;
}

const VERSION_NAME = 'version';

/** Records the version of the serving process. */
export async function noteVersion(db: Queryable, version: string): Promise<void> {
  if ((await readServedBy(db)) !== version) await writeMeta(db, VERSION_NAME, version);
}

/** Reads the version of the server that was started last; undefined for versions that did not record it. */
export function readServedBy(db: Queryable): Promise<string | undefined> {
  return readMeta(db, VERSION_NAME);
}

/** Name of the fact that holds when the database was restored from a backup. */
export const RESTORED_AT = 'restored_at';

/** Name of the fact that holds when a backup was taken. A backup that was merely copied into place still has it. */
export const BACKUP_TAKEN_AT = 'backup_taken_at';
