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

/** Instant of the backup that a file is; a database that was only copied into place still has it. */
export const BACKUP_TAKEN_AT = 'backup_taken_at';
