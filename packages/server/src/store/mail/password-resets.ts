import type { Selectable } from 'kysely';
import type { Queryable } from '../schema.ts';
import type { PasswordResetTable } from './mail-tables.ts';

export type PasswordResetRow = Selectable<PasswordResetTable>;

export async function insertReset(db: Queryable, row: PasswordResetRow): Promise<void> {
  await db.insertInto('password_reset').values(row).execute();
}

/** Finds the unexpired reset of a token. */
export function findReset(db: Queryable, tokenHash: string, now: string): Promise<PasswordResetRow | undefined> {
  const query = db.selectFrom('password_reset').selectAll().where('token_hash', '=', tokenHash);
  return query.where('expires_at', '>', now).executeTakeFirst();
}

/** Ends every link of a user. @returns the hashes of their tokens */
export async function deleteResets(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db.deleteFrom('password_reset').where('user_id', '=', userId).returning('token_hash').execute();
  return rows.map(({ token_hash }) => token_hash);
}

/** Ends the links of all users. */
export async function deleteAllResets(db: Queryable): Promise<void> {
  await db.deleteFrom('password_reset').execute();
}

export async function deleteExpiredResets(db: Queryable, now: string): Promise<void> {
  await db.deleteFrom('password_reset').where('expires_at', '<=', now).execute();
}
