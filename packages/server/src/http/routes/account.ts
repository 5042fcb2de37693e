import { AppError } from '../../errors.ts';
import { findWorkspace } from '../../store/workspaces.ts';
import type { HandlersOf } from '../operation-types.ts';
import type { RateLimits } from '../rate-limit.ts';
import type { Services } from '../services.ts';

export function accountRoutes({
  db,
  accounts,
  rateLimits,
}: Pick<Services, 'db' | 'accounts'> & { rateLimits: RateLimits }): HandlersOf<'account'> {
  return {
    async getAccount({ principal }) {
      const workspace = await findWorkspace(db, principal.workspaceId);
      if (!workspace) throw new AppError('session_required', 'This account does not exist any more');
      return { status: 200, body: { email: workspace.email, workspaceId: workspace.id } };
    },

    async signUp({ body, http }) {
      await rateLimits.countSignIn(http.client, body.email);
      const { workspace, cookies } = await accounts.signUp(body);
      return { status: 201, cookies, body: { email: workspace.email, workspaceId: workspace.id } };
    },

    async signIn({ body, http }) {
      await rateLimits.countSignIn(http.client, body.email);
      const { workspace, cookies } = await accounts.signIn(body.email, body.password);
      return { status: 200, cookies, body: { email: workspace.email, workspaceId: workspace.id } };
    },

    async signOut({ http }) {
      return { status: 200, cookies: await accounts.signOut(http.header('Cookie') ?? ''), body: { ok: true } };
    },
  };
}
