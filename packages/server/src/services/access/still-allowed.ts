import { AppError } from '../../errors.ts';
import { type ApiKeyRow, findKeyRow } from '../../store/accounts/api-keys.ts';
import { findMembership } from '../../store/accounts/members.ts';
import { hasSession } from '../../store/accounts/sign-ins.ts';
import { lockWorkspace } from '../../store/database/locks.ts';
import type { Queryable } from '../../store/schema.ts';
import type { Viewer } from './rights.ts';

/** Key, or session of an owner, that gives rights to others. */
export interface Granter extends Viewer {
  /** Session of the caller; null for a caller with an API key. */
  readonly sessionId: string | null;
  /** Id of the API key or user. */
  readonly callerId: string;
}

/**
 * Checks that a caller was not revoked, and is an owner still, since the request came in. Locks the workspace, so that this stays
 * so until the transaction ends.
 * @param effect what was not done, for the message
 * @returns the key of the caller; undefined for a session
 * @throws AppError unauthorized, session_required, forbidden
 */
export async function requireStillAllowed(
  trx: Queryable,
  { workspaceId, sessionId, callerId }: Granter,
  effect: string,
): Promise<ApiKeyRow | undefined> {
  await lockWorkspace(trx, workspaceId);
  const revoked = `The key or session of this request was revoked; ${effect}`;
  if (sessionId === null) {
    const key = await findKeyRow(trx, callerId);
    if (!key) throw new AppError('unauthorized', revoked);
    return key;
  }
  if (!(await hasSession(trx, sessionId))) throw new AppError('session_required', revoked);
  const role = (await findMembership(trx, callerId))?.role;
  if (role !== 'owner') throw new AppError('forbidden', `Your role here was changed; ${effect}`);
  return undefined;
}
