import { type Clock, isoNow } from '../../clock.ts';
import { invalid } from '../../errors.ts';
import { endKeys } from '../../store/api-keys.ts';
import type { Database } from '../../store/schema.ts';
import { deleteSessions, findPasswordHash, replacePasswordHash } from '../../store/sign-ins.ts';
import type { WorkspaceRow } from '../../store/workspaces.ts';
import { type Auth, checkNewPassword } from './auth.ts';
import { endUnfinished } from './unfinished.ts';

export type Passwords = ReturnType<typeof createPasswords>;

interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
  /** Set to revoke every API key of the workspace too. */
  readonly revokeKeys?: boolean;
}

interface Replacement {
  readonly password: string;
  /** Hash of the password to replace; undefined to replace any. */
  readonly expected?: string;
  readonly revokeKeys?: boolean;
}

/** Makes the service for passwords of dashboard accounts. */
export function createPasswords({ db, auth, clock }: { db: Database; auth: Auth; clock: Clock }) {
  /** @returns number of revoked keys; undefined when the password was not the expected one, and nothing was changed */
  async function replace(
    workspace: WorkspaceRow,
    { password, expected, revokeKeys = false }: Replacement,
  ): Promise<number | undefined> {
    checkNewPassword(password, 'newPassword');
    const userId = workspace.owner_user_id;
    const hash = await auth.hashing(async (library) => (await library.$context).password.hash(password));
    return db.transaction().execute(async (trx) => {
      // Takes the workspace's lock, for which a sign-in with the old password waits; it then finds the new password.
      await endUnfinished(trx, workspace);
      if (expected !== undefined && (await findPasswordHash(trx, userId)) !== expected) return undefined;
      await replacePasswordHash(trx, userId, hash);
      await deleteSessions(trx, userId);
      return revokeKeys ? endKeys(trx, workspace.id, { at: isoNow(clock) }) : 0;
    });
  }

  return {
    /** Replaces a password and ends every session of the account. */
    async set(workspace: WorkspaceRow, password: string): Promise<void> {
      await replace(workspace, { password });
    },

    /**
     * Replaces a password that the caller knows and ends every session of the account, including the caller's.
     * @returns number of revoked API keys
     * @throws AppError invalid_request with the field `currentPassword` when it is wrong
     */
    async change(workspace: WorkspaceRow, input: PasswordChange): Promise<number> {
      const hash = await findPasswordHash(db, workspace.owner_user_id);
      const isKnown =
        hash !== undefined &&
        (await auth.hashing(async (library) => {
          const { password } = await library.$context;
          return password.verify({ hash, password: input.currentPassword });
        }));
      const { newPassword: password, revokeKeys = false } = input;
      const revoked = isKnown ? await replace(workspace, { password, expected: hash, revokeKeys }) : undefined;
      if (revoked !== undefined) return revoked;
      throw invalid('currentPassword', 'is not the password of this account; nothing was changed');
    },
  };
}
