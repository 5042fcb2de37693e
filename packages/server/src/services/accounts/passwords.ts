import { type Clock, isoNow } from '../../clock.ts';
import { AppError, invalid } from '../../errors.ts';
import { sha256 } from '../../secrets.ts';
import { endKeys } from '../../store/accounts/api-keys.ts';
import { findMembership, type Membership } from '../../store/accounts/members.ts';
import { deleteSessions, findPasswordHash, replacePasswordHash } from '../../store/accounts/sign-ins.ts';
import { deleteResets, findReset } from '../../store/mail/password-resets.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { type Auth, checkNewPassword } from './auth.ts';
import { endUnfinished } from './unfinished.ts';

export type Passwords = ReturnType<typeof createPasswords>;

interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
  /** Set to revoke every API key of the workspace too. */
  readonly revokeKeys?: boolean;
}

interface PasswordReset {
  /** Token of the link that was mailed. */
  readonly token: string;
  readonly newPassword: string;
  readonly revokeKeys?: boolean;
}

interface Replacement {
  readonly password: string;
  /** Hash of the password to replace; undefined to replace any. */
  readonly expected?: string;
  /** SHA-256 of the link that must still be valid; undefined without one. */
  readonly link?: string;
  readonly revokeKeys?: boolean;
}

/** Makes the service for passwords of dashboard accounts. */
export function createPasswords({ db, clock, auth }: { db: Database; clock: Clock; auth: Auth }) {
  /** @returns number of revoked keys; undefined when the password was not the expected one or the link not valid, and nothing was changed */
  async function replace(
    member: Membership,
    { password, expected, link, revokeKeys = false }: Replacement,
  ): Promise<number | undefined> {
    checkNewPassword(password, 'newPassword');
    const { workspace, userId } = member;
    const hash = await auth.hashing(async (library) => (await library.$context).password.hash(password));
    return db.transaction().execute(async (trx) => {
      // Takes the workspace's lock, for which a sign-in with the old password waits; it then finds the new password.
      await endUnfinished(trx, member);
      if (revokeKeys) requireKeys((await findMembership(trx, userId)) ?? member);
      if (expected !== undefined && (await findPasswordHash(trx, userId)) !== expected) return undefined;
      // Every link ends with the password that it was to replace.
      const links = await deleteResets(trx, userId);
      if (link !== undefined && !links.includes(link)) return undefined;
      await replacePasswordHash(trx, userId, hash);
      await deleteSessions(trx, userId);
      return revokeKeys ? endKeys(trx, workspace.id, { at: isoNow(clock) }) : 0;
    });
  }

  /** @returns hash of the password that the account has; undefined when it is another one */
  async function verify({ userId }: Membership, password: string): Promise<string | undefined> {
    const hash = await findPasswordHash(db, userId);
    if (hash === undefined) return undefined;
    const isRight = await auth.hashing(async (library) => (await library.$context).password.verify({ hash, password }));
    return isRight ? hash : undefined;
  }

  return {
    /**
     * Checks the password of an account before something that cannot be undone.
     * @returns function that checks in a transaction that it is still the password; both throw AppError invalid_request
     */
    async confirm(member: Membership, password: string): Promise<(trx: Queryable) => Promise<void>> {
      const wrong = invalid('password', 'is not the password of this account; nothing was deleted');
      const hash = await verify(member, password);
      if (hash === undefined) throw wrong;
      return async (trx) => {
        if ((await findPasswordHash(trx, member.userId)) !== hash) throw wrong;
      };
    },

    /** Replaces a password and ends every session of the account. */
    async set(member: Membership, password: string): Promise<void> {
      await replace(member, { password });
    },

    /**
     * Replaces a forgotten password, once per link, and ends every session of the account.
     * @returns number of revoked API keys
     * @throws AppError invalid_request with the field `token` when the link is not valid; forbidden for keys that are not theirs
     */
    async reset({ token, newPassword: password, revokeKeys = false }: PasswordReset): Promise<number> {
      checkNewPassword(password, 'newPassword');
      const link = sha256(token);
      const found = await findReset(db, link, isoNow(clock));
      const member = found && (await findMembership(db, found.user_id));
      const revoked = member && (await replace(member, { password, link, revokeKeys }));
      if (revoked !== undefined) return revoked;
      const next = 'ask for another one. Your password was not changed';
      throw invalid('token', `is not of a valid link: it was used, or is older than 30 minutes; ${next}`);
    },

    /**
     * Replaces a password that the caller knows and ends every session of the account, including the caller's.
     * @returns number of revoked API keys
     * @throws AppError invalid_request with the field `currentPassword` when it is wrong; forbidden for keys that are not theirs
     */
    async change(member: Membership, input: PasswordChange): Promise<number> {
      const expected = await verify(member, input.currentPassword);
      const { newPassword: password, revokeKeys = false } = input;
      const revoked = expected && (await replace(member, { password, expected, revokeKeys }));
      if (typeof revoked === 'number') return revoked;
      throw invalid('currentPassword', 'is not the password of this account; nothing was changed');
    },
  };
}

/** @throws AppError forbidden for a member to whom the API keys do not belong */
function requireKeys({ role }: Membership): void {
  if (role === 'owner') return;
  const message = `Your role here is ${role}, and API keys are revoked by owners; nothing was changed. Leave out revokeKeys`;
  throw new AppError('forbidden', message);
}
