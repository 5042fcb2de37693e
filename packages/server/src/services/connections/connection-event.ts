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
