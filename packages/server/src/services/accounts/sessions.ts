import { AppError } from '../../errors.ts';
import type { Membership } from '../../store/accounts/members.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessions,
  findUserId,
  listSessions,
} from '../../store/accounts/sign-ins.ts';
import type { Database } from '../../store/schema.ts';
import { readAddress } from './auth.ts';
import { endUnfinished } from './unfinished.ts';

/** An unexpired session. Its id is not the secret of the cookie. */
export interface LivingSession {
  readonly id: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly address: string | null;
  readonly userAgent: string | null;
}

export type Sessions = ReturnType<typeof createSessions>;

/** Makes the service for dashboard sessions. Every process refuses an ended session from the next request on. */
export function createSessions({ db }: { db: Database }) {
  // The library compares sessions with the host's clock, so the same clock is used here.
  const now = () => new Date().toISOString();

  return {
    /** Lists the unexpired sessions of a user: the current one, then the others, newest first. */
    async list(userId: string, currentId: string): Promise<LivingSession[]> {
      const rows = await listSessions(db, userId, now());
      const sessions = rows.map(({ id, createdAt, expiresAt, ipAddress, userAgent }) => ({
        id,
        createdAt: new Date(createdAt),
        expiresAt: new Date(expiresAt),
        address: readAddress(ipAddress),
        userAgent: userAgent || null,
      }));
      return sessions.sort((one, other) => Number(other.id === currentId) - Number(one.id === currentId));
    },

    /** Returns true when an account has an unexpired session that was begun at a matching address. */
    async isFrom(email: string, isSame: (address: string) => boolean): Promise<boolean> {
      const userId = await findUserId(db, email);
      if (userId === undefined) return false;
      const rows = await listSessions(db, userId, now());
      return rows.some(({ ipAddress }) => ipAddress !== null && isSame(ipAddress));
    },

    /**
     * Ends a session of a member, and unfinished connections and sign-ins of commands.
     * @throws AppError not_found, also for another user's session
     */
    async revoke(member: Membership, id: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await endUnfinished(trx, member);
        if (!(await deleteSession(trx, member.userId, id, now()))) {
          throw new AppError('not_found', 'There is no such session; it may have ended already');
        }
      });
    },

    /** Deletes the expired sessions of all users, with their addresses. */
    removeExpired: (): Promise<void> => deleteExpiredSessions(db, now()),

    /** Ends every session of a member but one, and unfinished connections and sign-ins of commands. */
    async revokeOthers(member: Membership, currentId: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await endUnfinished(trx, member);
        await deleteSessions(trx, member.userId, currentId);
      });
    },
  };
}
