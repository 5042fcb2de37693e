import type { Schema } from '@social/types';
import type { ConnectionRow } from '../../store/connections/connections.ts';
import type { ProfileRow } from '../../store/connections/profiles.ts';
import type { NewWebhookEvent } from '../../store/webhooks/webhook-events.ts';

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
