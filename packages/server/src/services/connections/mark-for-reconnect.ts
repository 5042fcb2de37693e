import { appendActivity } from '../../store/activity-log.ts';
import { type ConnectionRow, setNeedsReconnect } from '../../store/connections/connections.ts';
import { findProfile } from '../../store/connections/profiles.ts';
import { lockWorkspace } from '../../store/database/locks.ts';
import type { Queryable } from '../../store/schema.ts';
import { recordEvent } from '../../store/webhooks/webhook-events.ts';
import { connectionActivity, connectionEvent } from './connection-records.ts';

/**
 * Reason why the user must connect again: the network refuses the token and there is no refresh token, it refuses the
 * renewal, it refuses the renewed token too, or no key opens the stored tokens.
 */
export type RefusalReason = 'token_refused' | 'renewal_refused' | 'renewed_token_refused' | 'tokens_unreadable';

/**
 * Marks a connection that only its user can renew, in its state and in the activity log, once. Must run in a transaction.
 * @param refusal reason, and the instant as ISO 8601
 * @returns false when the connection was marked before, or its tokens were replaced since it was read
 */
export async function markForReconnect(
  trx: Queryable,
  refused: ConnectionRow,
  refusal: { readonly reason: RefusalReason; readonly at: string },
): Promise<boolean> {
  const { reason, at } = refusal;
  const { workspace_id: workspaceId, profile_id: profileId } = refused;
  // Locks the workspace first, as connecting does: the other order could deadlock.
  await lockWorkspace(trx, workspaceId);
  if (!(await setNeedsReconnect(trx, refused, at))) return false;
  const profile = await findProfile(trx, workspaceId, profileId);
  const profileName = profile?.name ?? '';
  const entry = { action: 'platform.needs_reconnect' as const, status: 'failed' as const, profileName, at };
  await appendActivity(trx, connectionActivity(refused, { ...entry, details: { reason } }));
  const marked = { ...refused, state: 'needs_reconnect' as const };
  await recordEvent(trx, connectionEvent(marked, { kind: 'connection.needs_reconnect', profile, at }));
  return true;
}
