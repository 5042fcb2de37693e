import { PLATFORM_IDS, type PlatformId } from '@social/types';
import type { Clock } from '../clock.ts';
import { isoNow } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { appendActivity } from '../store/activity-log.ts';
import {
  type ConnectionRow,
  deleteConnection,
  findConnection,
  isAccountInUse,
  listConnections,
  saveConnection,
} from '../store/connections.ts';
import type { ProfileRow } from '../store/profiles.ts';
import type { Database } from '../store/schema.ts';
import type { Platforms } from './platforms.ts';
import type { Tokens } from './tokens.ts';

const REVOKE_TIMEOUT_MS = 5_000;

/** What a profile's connection to one platform is good for. */
export interface ConnectionState {
  readonly platform: PlatformId;
  readonly configured: boolean;
  /** Null: not connected. A connection made at another address of the network counts as none. */
  readonly connection: ConnectionRow | null;
}

export type Connections = ReturnType<typeof createConnections>;

/** Accounts of networks, one per profile and platform. */
export function createConnections(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  platforms: Platforms;
  tokens: Tokens;
}) {
  const { db, clock, logger, platforms, tokens } = deps;

  function usable(connection: ConnectionRow | undefined): ConnectionRow | null {
    return connection && platforms.find(connection.platform)?.origin === connection.network_origin ? connection : null;
  }

  function logged(
    profile: ProfileRow,
    connection: ConnectionRow,
    action: 'platform.connected' | 'platform.disconnected',
  ) {
    return {
      workspace_id: profile.workspace_id,
      action,
      platform: connection.platform,
      profile_name: profile.name,
      status: 'success' as const,
      metadata: { account: connection.display_name, accountId: connection.account_id, network: connection.network },
      created_at: isoNow(clock),
    };
  }

  async function disconnect(profile: ProfileRow, platform: PlatformId): Promise<void> {
    const connection = await findConnection(db, profile.id, platform);
    if (!connection) return;
    const removed = await db.transaction().execute(async (trx) => {
      const first = await deleteConnection(trx, connection.id);
      if (first) await appendActivity(trx, logged(profile, connection, 'platform.disconnected'));
      return first;
    });
    if (!removed || !usable(connection) || (await isAccountInUse(db, connection))) return;
    try {
      await tokens.revoke(connection, { timeoutMs: REVOKE_TIMEOUT_MS });
    } catch (error) {
      logger.warn({ err: error, platform }, 'the grant could not be revoked at the network; it ends there by itself');
    }
  }

  return {
    disconnect,

    async disconnectAll(profile: ProfileRow): Promise<void> {
      for (const { platform } of await listConnections(db, profile.id)) await disconnect(profile, platform);
    },

    /** The usable connection of a profile to a platform, or null. */
    async find(profileId: string, platform: PlatformId): Promise<ConnectionRow | null> {
      return usable(await findConnection(db, profileId, platform));
    },

    /** The usable connections of a profile by platform. */
    async map(profileId: string): Promise<Map<PlatformId, ConnectionRow>> {
      const rows = (await listConnections(db, profileId)).filter((row) => usable(row));
      return new Map(rows.map((row) => [row.platform, row]));
    },

    /** State of every platform of the contract for a profile. */
    async status(profileId: string): Promise<ConnectionState[]> {
      const rows = await listConnections(db, profileId);
      return PLATFORM_IDS.map((platform) => ({
        platform,
        configured: platforms.find(platform) !== undefined,
        connection: usable(rows.find((row) => row.platform === platform)),
      }));
    },

    /** Stores a connection in place of an earlier one of the profile. Logs `platform.connected`. */
    async save(profile: ProfileRow, connection: ConnectionRow): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await saveConnection(trx, connection);
        await appendActivity(trx, logged(profile, connection, 'platform.connected'));
      });
    },
  };
}

/** When the user has to connect again by hand: the end of the refresh token, or of a token that cannot be refreshed. */
export function connectionEnds(connection: ConnectionRow): string | null {
  return connection.refresh_token ? connection.refresh_expires_at : connection.access_expires_at;
}
