import type { Queryable } from './schema.ts';

/** Facts about the database itself, by name. */
export async function readMeta(db: Queryable, name: string): Promise<string | undefined> {
  return (await db.selectFrom('server_meta').select('value').where('name', '=', name).executeTakeFirst())?.value;
}

/** Stores a fact unless there is one of that name. */
export async function insertMeta(db: Queryable, name: string, value: string): Promise<void> {
  await db
    .insertInto('server_meta')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
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

const SANDBOX = 'sandbox';

/** Notes whether the networks of the server that serves from this database are simulated, for commands beside it. */
export async function noteSandbox(db: Queryable, isSandbox: boolean): Promise<void> {
  if ((await usesSandbox(db)) === isSandbox) return;
  await (isSandbox ? writeMeta(db, SANDBOX, 'true') : deleteMeta(db, SANDBOX));
}

/** Returns true where the networks of the server that was started last are simulated. */
export async function usesSandbox(db: Queryable): Promise<boolean> {
  return (await readMeta(db, SANDBOX)) !== undefined;
}

/** Instant of the backup that a file is; a database that was only copied into place still has it. */
export const BACKUP_TAKEN_AT = 'backup_taken_at';
