import { AppError } from '../../errors.ts';
import { findWorkspace } from '../../store/accounts/workspaces.ts';
import type { RateLimits } from '../callers/rate-limit.ts';
import type { Handlers } from '../operations/operation-types.ts';
import type { Services } from '../operations/services.ts';

/** Handlers of what an account has to do with mails. */
export type MailHandlers = Pick<
  Handlers,
  | 'getMailSettings'
  | 'updateMailSettings'
  | 'sendMailConfirmation'
  | 'confirmMailAddress'
  | 'requestPasswordReset'
  | 'resetPassword'
>;

interface MailDeps extends Pick<Services, 'db' | 'mails' | 'passwords'> {
  readonly rateLimits: RateLimits;
}

/** Mails of a workspace, and the links in them. */
export function accountMailRoutes({ db, mails, passwords, rateLimits }: MailDeps): MailHandlers {
  return {
    async getMailSettings({ principal }) {
      const workspace = await findWorkspace(db, principal.workspaceId);
      if (!workspace) throw new AppError('session_required', 'This account no longer exists');
      return { status: 200, body: await mails.read(workspace) };
    },

    async updateMailSettings({ body, principal }) {
      return { status: 200, body: await mails.change(principal.workspaceId, body) };
    },

    async sendMailConfirmation({ principal, http }) {
      await rateLimits.countMailLink(http.client);
      await mails.sendConfirmation(principal.workspaceId);
      return { status: 200, body: { ok: true } };
    },

    async confirmMailAddress({ body, http }) {
      await rateLimits.countMailLink(http.client);
      return { status: 200, body: { address: await mails.confirm(body.token) } };
    },

    async requestPasswordReset({ body, http }) {
      await rateLimits.countMailLink(http.client);
      await rateLimits.countPasswordReset(http.client, body.email);
      await mails.requestPasswordReset(body.email);
      return { status: 200, body: { ok: true } };
    },

    async resetPassword({ body, http }) {
      await rateLimits.countMailLink(http.client);
      const revokedKeys = await passwords.reset(body);
      return { status: 200, body: { ok: true, ...(body.revokeKeys && { revokedKeys }) } };
    },
  };
}
