import { AppError } from '../../errors.ts';
import type { DialectName } from '../../store/dialects.ts';
import type { Database } from '../../store/schema.ts';
import { deleteExpiredSessions, deleteSession, deleteSessions, listSessions } from '../../store/sign-ins.ts';
import { findWorkspaceByEmail, type WorkspaceRow } from '../../store/workspaces.ts';
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
export function createSessions({ db, dialect }: { db: Database; dialect: DialectName }) {
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

    /** Returns true where an account has a living session that was begun at an address of this kind. */
    async isFrom(email: string, isSame: (address: string) => boolean): Promise<boolean> {
      const workspace = await findWorkspaceByEmail(db, email);
      if (!workspace) return false;
      const rows = await listSessions(db, workspace.owner_user_id, now());
      return rows.some(({ ipAddress }) => ipAddress !== null && isSame(ipAddress));
    },

    /**
     * Ends a session of the workspace's owner, and what was begun and not finished.
     * @throws AppError not_found, the same for another user's session
     */
    async revoke(workspace: WorkspaceRow, id: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await endUnfinished(dialect, trx, workspace);
        if (!(await deleteSession(trx, workspace.owner_user_id, id, now()))) {
          throw new AppError('not_found', 'There is no such session; it may have ended already');
        }
      });
    },

    /** Forgets the sessions that have expired, with where they were begun from: their cookies are gone, so nobody asks for them. */
    removeExpired: (): Promise<void> => deleteExpiredSessions(db, now()),

    /** Ends every session of the workspace's owner but one, and what was begun and not finished. */
    async revokeOthers(workspace: WorkspaceRow, currentId: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await endUnfinished(dialect, trx, workspace);
        await deleteSessions(trx, workspace.owner_user_id, currentId);
      });
    },
  };
}
