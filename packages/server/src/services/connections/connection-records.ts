import type { Schema } from '@social/types';
import { appendActivity } from '../../store/activity-log.ts';
import { type ConnectionRow, setNeedsReconnect } from '../../store/connections/connections.ts';
import { findProfile, type ProfileRow } from '../../store/connections/profiles.ts';
import { lockWorkspace } from '../../store/database/locks.ts';
import type { Queryable } from '../../store/schema.ts';
import { type NewWebhookEvent, recordEvent } from '../../store/webhooks/webhook-events.ts';

/** Details of an event of a connection: the connection without its tokens, since it may be gone when the event is sent. */
export interface KeptConnection {
  readonly connection: ConnectionRow;
  /** Slug of the profile; null when it was deleted. */
  readonly profile: string | null;
}

/** Makes the webhook event of a connection. @param connection as it is after what happened, with its tokens */
export function connectionEvent(
  connection: ConnectionRow,
  happened: {
    readonly kind: Extract<NewWebhookEvent['kind'], `connection.${string}`>;
    readonly profile: Pick<ProfileRow, 'slug'> | undefined;
    /** ISO 8601 instant. */
    readonly at: string;
  },
): NewWebhookEvent {
  const withoutTokens = { ...connection, access_token: '', refresh_token: connection.refresh_token && 'withheld' };
  const details = { connection: withoutTokens, profile: happened.profile?.slug ?? null } satisfies KeptConnection;
  const { kind, at } = happened;
  return { workspaceId: connection.workspace_id, kind, objectId: connection.id, details, at };
}

/** Makes the log entry of an event of a connection, with its account and network. */
export function connectionActivity(
  connection: ConnectionRow,
  happened: {
    readonly action: Schema<'LogEntry'>['action'];
    readonly status: Schema<'LogEntry'>['status'];
    readonly profileName: string;
    /** ISO 8601 instant. */
    readonly at: string;
    readonly details?: Readonly<Record<string, unknown>>;
  },
) {
  return {
    workspace_id: connection.workspace_id,
    action: happened.action,
    platform: connection.platform,
    profile_id: connection.profile_id,
    profile_name: happened.profileName,
    status: happened.status,
    metadata: {
      account: connection.display_name,
      accountId: connection.account_id,
      network: connection.network,
      target: connection.name,
      profileId: connection.profile_id,
      ...happened.details,
    },
    created_at: happened.at,
  };
}

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
