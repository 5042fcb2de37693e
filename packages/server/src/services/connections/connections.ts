import type { AccountOption, TokenSet } from '@social/platforms';
import { PLATFORM_IDS, type PlatformId } from '@social/types';
import type { Clock } from '../../clock.ts';
import { isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { Logger } from '../../logger.ts';
import { appendActivity } from '../../store/activity-log.ts';
import {
  type ConnectionRow,
  deleteConnection,
  findConnection,
  isAccountInUse,
  listConnections,
  saveConnection,
} from '../../store/connections.ts';
import { type DialectName, lockWorkspace } from '../../store/dialects.ts';
import type { ProfileRow } from '../../store/profiles.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { connectsWith, type Platforms, redirectUriToRegister } from '../networks/platforms.ts';
import { connectionActivity } from './connection-activity.ts';
import type { Tokens } from './tokens.ts';

const REVOKE_TIMEOUT_MS = 5_000;

/** What a profile's connection to one platform is good for. */
export interface ConnectionState {
  readonly platform: PlatformId;
  readonly configured: boolean;
  /** Null: not connected. A connection made at another address of the network counts as none. */
  readonly connection: ConnectionRow | null;
}

/** An account that was chosen, and the tokens that go with it. */
export interface NewConnection {
  readonly platform: PlatformId;
  readonly network: string;
  readonly origin: string;
  readonly account: AccountOption;
  readonly tokens: TokenSet;
  readonly missingScopes: readonly string[];
}

/** What this server makes of a platform. */
export interface PlatformState {
  readonly platform: PlatformId;
  readonly configured: boolean;
  /** What to register at the network; null: nothing. */
  readonly redirectUri: string | null;
  /** Environment variables that are missing before it can be connected. */
  readonly variables: readonly string[];
  readonly connectWith: 'browser' | 'token';
}

export type Connections = ReturnType<typeof createConnections>;

/** Accounts of networks, one per profile and platform. */
export function createConnections(deps: {
  db: Database;
  dialect: DialectName;
  clock: Clock;
  logger: Logger;
  platforms: Platforms;
  tokens: Tokens;
  /** Public address of the server. */
  baseUrl: string;
}) {
  const { db, dialect, clock, logger, platforms, tokens } = deps;

  function usable(connection: ConnectionRow | undefined): ConnectionRow | null {
    return connection && platforms.of(connection) ? connection : null;
  }

  function logged(
    profile: ProfileRow,
    connection: ConnectionRow,
    action: 'platform.connected' | 'platform.disconnected',
  ) {
    const at = isoNow(clock);
    return connectionActivity(connection, { action, status: 'success', profileName: profile.name, at });
  }

  async function remove(trx: Queryable, profile: ProfileRow, connection: ConnectionRow): Promise<boolean> {
    const isFirst = await deleteConnection(trx, connection.id);
    if (isFirst) await appendActivity(trx, logged(profile, connection, 'platform.disconnected'));
    return isFirst;
  }

  /** Ends the grants of removed connections at their networks, unless the account is still used by another connection here. */
  async function revokeUnused(removed: readonly ConnectionRow[]): Promise<void> {
    for (const connection of removed) {
      const { platform } = connection;
      if (!usable(connection) || (await isAccountInUse(db, connection))) continue;
      await tokens.revoke(connection, { timeoutMs: REVOKE_TIMEOUT_MS }).catch((error: unknown) => {
        logger.warn({ err: error, platform }, 'the grant could not be revoked at the network; it ends there by itself');
      });
    }
  }

  return {
    revokeUnused,

    /** A connection that is not stored yet, its tokens encrypted. */
    describe(profile: ProfileRow, made: NewConnection): ConnectionRow {
      const id = newId();
      const { account, platform, network, origin } = made;
      return {
        id,
        workspace_id: profile.workspace_id,
        profile_id: profile.id,
        platform,
        network,
        network_origin: origin,
        account_id: account.accountId,
        account_urn: account.accountUrn,
        account_type: account.type,
        username: account.username,
        display_name: account.name,
        picture: account.picture,
        ...tokens.seal(id, made.tokens),
        missing_scopes: JSON.stringify(made.missingScopes),
        state: 'connected',
        expiry_warned_days: null,
        token_version: 1,
        connected_at: isoNow(clock),
        updated_at: isoNow(clock),
      };
    },

    /** Disconnects a platform; nothing happens when it is not connected. Logs `platform.disconnected`. */
    async disconnect(profile: ProfileRow, platform: PlatformId): Promise<void> {
      const connection = await findConnection(db, profile.id, platform);
      if (!connection) return;
      const isFirst = await db.transaction().execute(async (trx) => {
        await lockWorkspace(dialect, trx, profile.workspace_id);
        return remove(trx, profile, connection);
      });
      if (isFirst) await revokeUnused([connection]);
    },

    /** Removes every connection of a profile in the caller's transaction. Their grants are for `revokeUnused`, after it. */
    async removeAll(trx: Queryable, profile: ProfileRow): Promise<ConnectionRow[]> {
      const removed = await listConnections(trx, profile.id);
      for (const connection of removed) await remove(trx, profile, connection);
      return removed;
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

    /** Every platform of the contract, whoever is connected to it. */
    platforms: (): PlatformState[] =>
      PLATFORM_IDS.map((platform) => ({
        platform,
        configured: platforms.find(platform) !== undefined,
        redirectUri: redirectUriToRegister(deps.baseUrl, platform),
        variables: platforms.missingVariables(platform),
        connectWith: connectsWith(platform),
      })),

    /** State of every platform of the contract for a profile. */
    async status(profileId: string): Promise<ConnectionState[]> {
      const rows = await listConnections(db, profileId);
      return PLATFORM_IDS.map((platform) => ({
        platform,
        configured: platforms.find(platform) !== undefined,
        connection: usable(rows.find((row) => row.platform === platform)),
      }));
    },

    /**
     * Stores a connection in place of an earlier one of the same account. Belongs in a transaction.
     * Logs `platform.connected`. @throws AppError conflict when the profile is connected as somebody else
     */
    async save(trx: Queryable, profile: ProfileRow, connection: ConnectionRow): Promise<void> {
      await lockWorkspace(dialect, trx, profile.workspace_id);
      const earlier = usable(await findConnection(trx, profile.id, connection.platform));
      if (earlier && earlier.account_id !== connection.account_id) {
        throw new AppError(
          'conflict',
          `The profile "${profile.name}" is connected to ${connection.platform} as ${earlier.display_name}; disconnect that account first`,
        );
      }
      await saveConnection(trx, connection);
      await appendActivity(trx, logged(profile, connection, 'platform.connected'));
    },
  };
}
