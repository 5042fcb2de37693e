import type { Selectable } from 'kysely';
import type { Queryable, SessionTable } from './schema.ts';

/** A session without the secret of its cookie. */
export type SessionRow = Omit<Selectable<SessionTable>, 'token' | 'userId'>;

const PASSWORD = 'credential';

/** The hash of a user's password. */
export async function findPasswordHash(db: Queryable, userId: string): Promise<string | undefined> {
  const query = db.selectFrom('account').select('password').where('userId', '=', userId);
  return (await query.where('providerId', '=', PASSWORD).executeTakeFirst())?.password ?? undefined;
}

/** The hash of the password that goes with an e-mail address. */
export async function findPasswordHashByEmail(db: Queryable, email: string): Promise<string | undefined> {
  const query = db.selectFrom('user').select('id').where('email', '=', email.toLowerCase());
  const user = await query.executeTakeFirst();
  return user && findPasswordHash(db, user.id);
}

export async function replacePasswordHash(db: Queryable, userId: string, hash: string): Promise<void> {
  const query = db.updateTable('account').set({ password: hash }).where('userId', '=', userId);
  await query.where('providerId', '=', PASSWORD).execute();
}

/** The sessions that are alive at an instant, the newest first. */
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

export async function hasSession(db: Queryable, id: string): Promise<boolean> {
  return (await db.selectFrom('session').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Deletes a session of the user that is alive at the instant; false: there is none. */
export async function deleteSession(db: Queryable, userId: string, id: string, now: string): Promise<boolean> {
  const query = db.deleteFrom('session').where('id', '=', id).where('userId', '=', userId);
  return (await query.where('expiresAt', '>', now).executeTakeFirst()).numDeletedRows > 0n;
}

export async function deleteSessionOfId(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('session').where('id', '=', id).execute();
}

export async function deleteSessionOfToken(db: Queryable, tokenHash: string): Promise<void> {
  await db.deleteFrom('session').where('token', '=', tokenHash).execute();
}

/** Deletes the sessions of everybody that have ended by themselves at the instant. */
export async function deleteExpiredSessions(db: Queryable, now: string): Promise<void> {
  await db.deleteFrom('session').where('expiresAt', '<=', now).execute();
}

/** Deletes every session of the user, but the one that is to stay. */
export async function deleteSessions(db: Queryable, userId: string, kept?: string): Promise<void> {
  const query = db.deleteFrom('session').where('userId', '=', userId);
  await (kept === undefined ? query : query.where('id', '!=', kept)).execute();
}
