import type { Schema } from '@social/types';
import type { ConnectionRow } from '../../store/connections/connections.ts';

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
      profileId: connection.profile_id,
      ...happened.details,
    },
    created_at: happened.at,
  };
}
