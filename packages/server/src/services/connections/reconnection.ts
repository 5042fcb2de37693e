import { appendActivity } from '../../store/activity-log.ts';
import { type ConnectionRow, turnToReconnect } from '../../store/connections.ts';
import { type DialectName, lockWorkspace } from '../../store/dialects.ts';
import { findProfile } from '../../store/profiles.ts';
import type { Queryable } from '../../store/schema.ts';
import { connectionActivity } from './connection-activity.ts';

/**
 * Why only the user can help: the network refuses the token and there is none to renew it with, it refuses to renew it,
 * it refuses the renewed one too, or what is stored cannot be read.
 */
export type RefusalReason = 'token_refused' | 'renewal_refused' | 'renewed_token_refused' | 'tokens_unreadable';

/**
 * Says, once, in the state and in the log, that only the user can help. Belongs in a transaction.
 * @param refusal `at`: ISO 8601 instant
 * @returns false when it was said before, or the tokens were replaced since they were read
 */
export async function markForReconnect(
  trx: Queryable,
  dialect: DialectName,
  refused: ConnectionRow,
  refusal: { readonly reason: RefusalReason; readonly at: string },
): Promise<boolean> {
  const { reason, at } = refusal;
  const { workspace_id: workspaceId, profile_id: profileId } = refused;
  // In the order in which connecting locks them, or the two could wait for each other.
  await lockWorkspace(dialect, trx, workspaceId);
  if (!(await turnToReconnect(trx, refused, at))) return false;
  const profileName = (await findProfile(trx, workspaceId, profileId))?.name ?? '';
  const entry = { action: 'platform.needs_reconnect' as const, status: 'failed' as const, profileName, at };
  await appendActivity(trx, connectionActivity(refused, { ...entry, details: { reason } }));
  return true;
}
