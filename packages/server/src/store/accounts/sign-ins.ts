import type { Selectable } from 'kysely';
import { changesRows, findsRow } from '../database/statements.ts';
import type { Queryable } from '../schema.ts';
import type { SessionTable } from './member-tables.ts';

/** A session without the secret of its cookie. */
export type SessionRow = Omit<Selectable<SessionTable>, 'token' | 'userId'>;

const PASSWORD = 'credential';

/** Finds the id of the user with an e-mail address. */
export async function findUserId(db: Queryable, email: string): Promise<string | undefined> {
  const query = db.selectFrom('user').select('id').where('email', '=', email.toLowerCase());
  return (await query.executeTakeFirst())?.id;
}

export async function findUserEmail(db: Queryable, id: string): Promise<string | undefined> {
  return (await db.selectFrom('user').select('email').where('id', '=', id).executeTakeFirst())?.email;
}

export async function isEmailTaken(db: Queryable, email: string): Promise<boolean> {
  return (await findUserId(db, email)) !== undefined;
}

/** Deletes a user with its sessions. The workspace of a founder would be deleted too. */
export async function deleteUser(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('user').where('id', '=', id).execute();
}

/** Deletes the users that were created before an instant and belong to no workspace: their sign-up was interrupted. */
export async function deleteLoneUsers(db: Queryable, before: string): Promise<void> {
  await db
    .deleteFrom('user')
    .where('createdAt', '<', before)
    .where('id', 'not in', db.selectFrom('workspace').select('owner_user_id'))
    .where('id', 'not in', db.selectFrom('member').select('user_id'))
    .execute();
}

/** Finds the hash of a user's password. */
export async function findPasswordHash(db: Queryable, userId: string): Promise<string | undefined> {
  const query = db.selectFrom('account').select('password').where('userId', '=', userId);
  return (await query.where('providerId', '=', PASSWORD).executeTakeFirst())?.password ?? undefined;
}

/** Finds the hash of the password of the user with an e-mail address. */
export async function findPasswordHashByEmail(db: Queryable, email: string): Promise<string | undefined> {
  const userId = await findUserId(db, email);
  return userId === undefined ? undefined : findPasswordHash(db, userId);
}

export async function replacePasswordHash(db: Queryable, userId: string, hash: string): Promise<void> {
  const query = db.updateTable('account').set({ password: hash }).where('userId', '=', userId);
  await query.where('providerId', '=', PASSWORD).execute();
}

/** Lists the sessions that have not expired, newest first. */
export function listSessions(db: Queryable, userId: string, now: string): Promise<SessionRow[]> {
  return db
    .selectFrom('session')
    .select(['id', 'createdAt', 'expiresAt', 'ipAddress', 'userAgent'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
}

export function hasSession(db: Queryable, id: string): Promise<boolean> {
  return findsRow(db.selectFrom('session').select('id').where('id', '=', id));
}

/** Deletes an unexpired session of the user. @returns false when there is no such session */
export function deleteSession(db: Queryable, userId: string, id: string, now: string): Promise<boolean> {
  const query = db.deleteFrom('session').where('id', '=', id).where('userId', '=', userId);
  return changesRows(query.where('expiresAt', '>', now));
}

export async function deleteSessionOfId(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('session').where('id', '=', id).execute();
}

export async function deleteSessionOfToken(db: Queryable, tokenHash: string): Promise<void> {
  await db.deleteFrom('session').where('token', '=', tokenHash).execute();
}

/** Deletes the expired sessions of all users. */
export async function deleteExpiredSessions(db: Queryable, now: string): Promise<void> {
  await db.deleteFrom('session').where('expiresAt', '<=', now).execute();
}

/** Deletes every session of the user. @param kept id of a session to keep */
export async function deleteSessions(db: Queryable, userId: string, kept?: string): Promise<void> {
  const query = db.deleteFrom('session').where('userId', '=', userId);
  await (kept === undefined ? query : query.where('id', '!=', kept)).execute();
}
