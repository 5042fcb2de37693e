import { AppError } from '../errors.ts';
import type { Database } from '../store/schema.ts';
import { deleteExpiredSessions, deleteSession, deleteSessions, listSessions } from '../store/sign-ins.ts';
import type { WorkspaceRow } from '../store/workspaces.ts';
import { readAddress } from './auth.ts';
import { endUnfinished } from './unfinished.ts';

/** A sign-in that still holds. Its id is not the secret of the cookie. */
export interface LivingSession {
  readonly id: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly address: string | null;
  readonly userAgent: string | null;
}

export type Sessions = ReturnType<typeof createSessions>;

/** Where a user is signed in. An ended session is refused by every process from the next request on. */
export function createSessions({ db }: { db: Database }) {
  // The library lets sessions in by the host's clock, so whether one is alive is asked of that clock here too.
  const now = () => new Date().toISOString();

  return {
    /** The living sessions of a user: the current one, then the newest first. */
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

    /** Ends a session of the user. @throws AppError not_found, the same for another user's session */
    async revoke(userId: string, id: string): Promise<void> {
      if (await deleteSession(db, userId, id, now())) return;
      throw new AppError('not_found', 'There is no such session; it may have ended already');
    },

    /** Forgets the sessions that have expired, with where they were begun from: their cookies are gone, so nobody asks for them. */
    removeExpired: (): Promise<void> => deleteExpiredSessions(db, now()),

    /** Ends every session of the workspace's owner but one, and what was begun and not finished. */
    async revokeOthers(workspace: WorkspaceRow, currentId: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await deleteSessions(trx, workspace.owner_user_id, currentId);
        await endUnfinished(trx, workspace);
      });
    },
  };
}
