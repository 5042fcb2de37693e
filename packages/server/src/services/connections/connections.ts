import { createHash } from 'node:crypto';
import { type AccountOption, findNetwork, isOpen, type TokenSet } from '@social/platforms';
import { PLATFORM_IDS, type PlatformId } from '@social/types';
import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { Logger } from '../../log/logger.ts';
import { appendActivity } from '../../store/activity-log.ts';
import { findPictureOf, savePicture } from '../../store/connections/account-pictures.ts';
import {
  type ConnectionRow,
  deleteConnection,
  findConnection,
  isAccountInUse,
  listConnections,
  saveConnection,
} from '../../store/connections/connections.ts';
import type { ProfileRow } from '../../store/connections/profiles.ts';
import { inLockedWorkspace, lockWorkspace } from '../../store/database/locks.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import type { Channel } from '../../store/targets/channels.ts';
import { recordEvent } from '../../store/webhooks/webhook-events.ts';
import type { Platforms } from '../networks/platforms.ts';
import { connectsWith, hasGlobalIds, isOpenPlatform, redirectUriToRegister, whyNoSignIn } from '../networks/sign-in.ts';
import { connectionActivity } from './connection-activity.ts';
import { connectionEvent } from './connection-event.ts';
import { forgetAccount } from './forget-account.ts';
import type { Tokens } from './tokens.ts';

const REVOKE_TIMEOUT_MS = 5_000;

/** Connection of a profile to one platform. */
export interface ConnectionState {
  readonly platform: PlatformId;
  readonly configured: boolean;
  /** Usable connection; null when not connected, or connected at another address of the network. */
  readonly connection: ConnectionRow | null;
}

/** A chosen account and its tokens. */
export interface NewConnection {
  readonly platform: PlatformId;
  readonly network: string;
  readonly origin: string;
  readonly account: AccountOption;
  readonly tokens: TokenSet;
  readonly missingScopes: readonly string[];
  readonly limits: Pick<ConnectionRow, 'limits' | 'limits_read_at'>;
}

/** Setup of a platform on this server. */
export interface PlatformState {
  readonly platform: PlatformId;
  readonly configured: boolean;
  /** Redirect address to register at the network; null when none is needed. */
  readonly redirectUri: string | null;
  /** Environment variables that must be set before the platform can be connected. */
  readonly variables: readonly string[];
  readonly connectWith: 'browser' | 'token';
  /** Why nobody can sign in through the browser here; null where it works. */
  readonly whyNoSignIn: string | null;
}

export type Connections = ReturnType<typeof createConnections>;

/** Makes the service for connections: accounts of networks, one per profile and platform. */
export function createConnections(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  platforms: Platforms;
  tokens: Tokens;
  /** Public address of the server. */
  baseUrl: string;
}) {
  const { db, clock, logger, platforms, tokens } = deps;

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
    if (!isFirst) return false;
    await appendActivity(trx, logged(profile, connection, 'platform.disconnected'));
    await recordEvent(
      trx,
      connectionEvent(connection, { kind: 'connection.disconnected', profile, at: isoNow(clock) }),
    );
    return true;
  }

  /** Revokes the grants of removed connections at their networks, unless another connection uses the same account. */
  async function revokeUnused(removed: readonly ConnectionRow[]): Promise<void> {
    for (const connection of removed) {
      const { platform } = connection;
      if (!usable(connection) || (await isAccountInUse(db, connection))) continue;
      await tokens.revoke(connection, { timeoutMs: REVOKE_TIMEOUT_MS }).catch((error: unknown) => {
        logger.warn(
          { err: error, platform },
          'could not revoke a grant at the network; it stays valid until it expires',
        );
      });
    }
  }

  /** Ends what is left of removed connections: their accounts where no post names them, and their grants. Never throws for a network. */
  async function release(removed: readonly ConnectionRow[]): Promise<void> {
    for (const connection of removed) await forgetAccount(db, connection);
    await revokeUnused(removed);
  }

  return {
    revokeUnused,
    release,

    /** Makes the row of a new connection, with encrypted tokens, without storing it. */
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
        picture_version: null,
        picture_due_at: isoNow(clock),
        ...tokens.seal(id, made.tokens),
        missing_scopes: JSON.stringify(made.missingScopes),
        state: 'connected',
        expiry_warned_days: null,
        ...made.limits,
        token_version: 1,
        connected_at: isoNow(clock),
        updated_at: isoNow(clock),
      };
    },

    /** Disconnects a platform, if it is connected. Logs `platform.disconnected`. */
    async disconnect(profile: ProfileRow, platform: PlatformId): Promise<void> {
      const connection = await findConnection(db, profile.id, platform);
      if (!connection) return;
      const isFirst = await inLockedWorkspace(db, profile.workspace_id, (trx) => remove(trx, profile, connection));
      if (isFirst) await release([connection]);
    },

    /** Removes every connection of a profile in the caller's transaction. Call `release` with the result afterwards. */
    async removeAll(trx: Queryable, profile: ProfileRow): Promise<ConnectionRow[]> {
      const removed = await listConnections(trx, profile.id);
      for (const connection of removed) await remove(trx, profile, connection);
      return removed;
    },

    /** Finds the usable connection of a profile to a platform. */
    async find(profileId: string, platform: PlatformId): Promise<ConnectionRow | null> {
      return usable(await findConnection(db, profileId, platform));
    },

    /** Reads the usable connections of a profile by platform, in a transaction where one is given. */
    async map(profileId: string, trx: Queryable = db): Promise<Map<PlatformId, ConnectionRow>> {
      const rows = (await listConnections(trx, profileId)).filter((row) => usable(row));
      return new Map(rows.map((row) => [row.platform, row]));
    },

    /** Lists the setup of every platform of the contract. */
    platforms: (): PlatformState[] =>
      PLATFORM_IDS.map((platform) => ({
        platform,
        configured: platforms.isConfigured(platform),
        redirectUri: redirectUriToRegister(deps.baseUrl, platform),
        variables: platforms.missingVariables(platform),
        connectWith: connectsWith(platform, deps.baseUrl),
        whyNoSignIn: whyNoSignIn(platform, deps.baseUrl),
      })),

    /** Lists the connection of a profile to every platform of the contract. */
    async status(profileId: string): Promise<ConnectionState[]> {
      const rows = await listConnections(db, profileId);
      return PLATFORM_IDS.map((platform) => ({
        platform,
        configured: platforms.isConfigured(platform),
        connection: usable(rows.find((row) => row.platform === platform)),
      }));
    },

    /**
     * Stores a connection and replaces an earlier one of the same account. Must run in a transaction. Logs
     * `platform.connected`. @throws AppError conflict when the profile is connected to another account
     */
    async save(trx: Queryable, profile: ProfileRow, connection: ConnectionRow): Promise<void> {
      await lockWorkspace(trx, profile.workspace_id);
      const earlier = usable(await findConnection(trx, profile.id, connection.platform));
      if (earlier && !areSameAccount(earlier, connection)) {
        throw new AppError(
          'conflict',
          `The profile "${profile.name}" is connected to ${connection.platform} as ${earlier.display_name}; disconnect that account first`,
        );
      }
      // The picture stays until another one is read.
      const kept = earlier && (await findPictureOf(trx, earlier.id));
      await saveConnection(trx, kept ? { ...connection, picture_version: earlier.picture_version } : connection);
      if (kept) await savePicture(trx, { ...kept, connection_id: connection.id });
      await appendActivity(trx, logged(profile, connection, 'platform.connected'));
      await recordEvent(trx, connectionEvent(connection, { kind: 'connection.connected', profile, at: isoNow(clock) }));
    },
  };
}

/** Returns the id of an account's channel, which all profiles of the workspace share that are connected to it. */
export function channelOf(
  connection: Pick<ConnectionRow, 'workspace_id' | 'platform' | 'network_origin' | 'account_id'>,
): string {
  const { workspace_id, platform, network_origin, account_id } = connection;
  const parts = [workspace_id, platform, areIdsOfServer(platform) ? network_origin : '', account_id];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/** Returns the channel of an account. */
export function channelFor(connection: Parameters<typeof channelOf>[0]): Channel {
  return { id: channelOf(connection), workspace_id: connection.workspace_id };
}

/** Returns the id of the channel of a platform to which a profile has connected no account. */
export function channelOfProfile(profileId: string, platform: PlatformId): string {
  return `${profileId} ${platform}`;
}

function areIdsOfServer(platform: PlatformId): boolean {
  return isOpenPlatform(platform) && !hasGlobalIds(platform);
}

/**
 * Returns true for connections of one account. At an open network it may have moved to another server meanwhile; at any other one
 * the address is how the operator reaches the network, and says nothing about the account.
 */
export function areSameAccount(
  earlier: Pick<ConnectionRow, 'account_id' | 'network_origin'>,
  later: ConnectionRow,
): boolean {
  const isThere = !areIdsOfServer(later.platform) || earlier.network_origin === later.network_origin;
  return isThere && earlier.account_id === later.account_id;
}

/** Returns true where an account has another id once the operator registers another app. */
export function hasIdsOfApp({ platform, network }: Pick<ConnectionRow, 'platform' | 'network'>): boolean {
  const registration = findNetwork(platform, network);
  return registration !== undefined && !isOpen(registration) && registration.idsAreOfApp === true;
}
