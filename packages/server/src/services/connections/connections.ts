import type { AccountOption, TokenSet } from '@social/platforms';
import { PLATFORM_IDS, type PlatformId, platformOf, type Target } from '@social/types';
import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { Logger } from '../../log/logger.ts';
import { appendActivity } from '../../store/activity-log.ts';
import { findPictureOf, savePicture } from '../../store/connections/account-pictures.ts';
import {
  type ConnectionRow,
  deleteConnection,
  findConnectionById,
  listConnections,
  makeDefault,
  makeNetworkDefault,
  renameConnection,
  saveConnection,
} from '../../store/connections/connections.ts';
import type { ProfileRow } from '../../store/connections/profiles.ts';
import { inLockedWorkspace, lockWorkspace } from '../../store/database/locks.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import type { TargetRow } from '../../store/targets/targets.ts';
import { recordEvent } from '../../store/webhooks/webhook-events.ts';
import type { Platforms } from '../networks/platforms.ts';
import { connectsWith, redirectUriToRegister, whyNoSignIn } from '../networks/sign-in.ts';
import {
  accountNamed,
  keepName,
  type MeantAccount,
  meant,
  meantNow,
  nameFor,
  nameOf,
  namesOf,
  rename,
  requireDistinct,
  targetsOf,
  unknownAsNull,
} from './account-names.ts';
import { areSameAccount, channelOf, channelOfProfile, partOf } from './accounts.ts';
import { connectionActivity, connectionEvent } from './connection-records.ts';
import { forgetAccount } from './forget-account.ts';
import type { Tokens } from './tokens.ts';

const REVOKE_TIMEOUT_MS = 5_000;
/** Most accounts of one platform in a profile. */
const MAX_ACCOUNTS = 50;

/** Connection of a profile to one platform. */
export interface ConnectionState {
  readonly platform: PlatformId;
  readonly configured: boolean;
  /** Usable connection of the default account; null without one, or where it is connected at another address of the network. */
  readonly connection: ConnectionRow | null;
}

/** A connected account. */
export interface ConnectedAccount {
  readonly connection: ConnectionRow;
  /** Targets that mean it, see `targetsOf`. */
  readonly targets: readonly Target[];
}

/** Connections of a profile to one platform. */
export interface PlatformConnections extends ConnectionState {
  /** All accounts with a usable connection, the default one first, then by name. */
  readonly accounts: readonly ConnectedAccount[];
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

/** Returns false for the channel of a target that waits for an account. */
function isBoundTo(channel: string | null, profileId: string, target: Target): channel is string {
  return channel !== null && channel !== channelOfProfile(profileId, target);
}

type SentTarget = Pick<TargetRow, 'target' | 'channel'>;

/** Makes the service for connections: accounts of networks, several for each profile and platform. */
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

  /** Reads the usable connections of a profile, the default accounts first, then by name. */
  async function usableOf(trx: Queryable, profileId: string): Promise<ConnectionRow[]> {
    const rows = (await listConnections(trx, profileId)).filter((row) => usable(row));
    return rows.sort((one, other) => other.is_default - one.is_default || (one.name < other.name ? -1 : 1));
  }

  /** Finds the account with a name. @returns none for one that is disconnected @throws AppError invalid_request for an unknown name */
  async function namedOf(
    trx: Queryable,
    profileId: string,
    rows: readonly ConnectionRow[],
    named: { readonly platform: PlatformId; readonly name: string },
  ): Promise<ConnectionRow[]> {
    const isKnown = (await namesOf(trx, profileId, named.platform)).has(named.name);
    const finding = accountNamed(trx, profileId, rows, { ...named, field: 'account' });
    const found = await (isKnown ? finding.catch(unknownAsNull) : finding);
    return found ? [found] : [];
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

  /** Revokes the grants of removed or replaced connections at their networks, unless another connection needs them. */
  async function revokeUnused(removed: readonly ConnectionRow[]): Promise<void> {
    for (const connection of removed.filter(usable)) {
      const holder = { ...connection, accountIds: [connection.account_id] };
      const revoking = tokens
        .held(connection)
        .then((held) => tokens.revokeUnused(held, holder, { timeoutMs: REVOKE_TIMEOUT_MS }));
      await revoking.catch((err: unknown) => {
        logger.warn(
          { err, platform: connection.platform },
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
        ...{ name: '', is_default: 0, is_network_default: 0 },
        ...tokens.seal(id, made.tokens),
        missing_scopes: JSON.stringify(made.missingScopes),
        scopes: made.tokens.scopes.length > 0 ? JSON.stringify(made.tokens.scopes) : null,
        state: 'connected',
        expiry_warned_days: null,
        ...made.limits,
        token_version: 1,
        connected_at: isoNow(clock),
        updated_at: isoNow(clock),
      };
    },

    /**
     * Disconnects the accounts of a platform, or the one with a name. Logs `platform.disconnected` for each. Does nothing where none is
     * connected. @throws AppError invalid_request for a name that no account of the platform has or had
     */
    async disconnect(profile: ProfileRow, platform: PlatformId, name?: string): Promise<void> {
      const removed = await inLockedWorkspace(db, profile.workspace_id, async (trx) => {
        const rows = (await listConnections(trx, profile.id)).filter((row) => row.platform === platform);
        const found = name === undefined ? rows : await namedOf(trx, profile.id, rows, { platform, name });
        for (const connection of found) await remove(trx, profile, connection);
        return found;
      });
      await release(removed);
    },

    /**
     * Renames an account, or makes it the default of its platform. @throws AppError invalid_request for a name that a network has; not_connected; conflict for a name
     * that another account has or had
     */
    async change(
      profile: ProfileRow,
      platform: PlatformId,
      name: string,
      { name: newName, isDefault }: { readonly name?: string; readonly isDefault?: true },
    ): Promise<ConnectedAccount> {
      return inLockedWorkspace(db, profile.workspace_id, async (trx) => {
        const rows = await usableOf(trx, profile.id);
        const found = await accountNamed(trx, profile.id, rows, { platform, name, field: 'account' }).catch(
          unknownAsNull,
        );
        if (!found) {
          const known = rows.filter((row) => row.platform === platform).map((row) => row.name);
          const message = `The profile has no account ${platform}:${name}; known are ${known.join(', ') || 'none'}. Nothing was changed`;
          throw new AppError('not_connected', message);
        }
        const at = isoNow(clock);
        if (newName !== undefined) await rename(trx, found, { name: newName, channel: channelOf(found), at });
        if (newName !== undefined) await renameConnection(trx, found, newName);
        if (isDefault) await makeDefault(trx, found);
        const connection = (await findConnectionById(trx, found.id)) ?? found;
        return { connection, targets: targetsOf(connection, await namesOf(trx, profile.id)) };
      });
    },

    /** Removes every connection of a profile in the caller's transaction. Call `release` with the result afterwards. */
    async removeAll(trx: Queryable, profile: ProfileRow): Promise<ConnectionRow[]> {
      const removed = await listConnections(trx, profile.id);
      for (const connection of removed) await remove(trx, profile, connection);
      return removed;
    },

    /**
     * Finds the usable connection of a profile's default account. @param name another account; an old name counts, too
     * @throws AppError invalid_request for a name that no account of the platform has or had
     */
    async find(profileId: string, platform: PlatformId, name?: string): Promise<MeantAccount> {
      const rows = await usableOf(db, profileId);
      if (name === undefined) return meant(db, profileId, rows, platform);
      const [connection = null] = await namedOf(db, profileId, rows, { platform, name });
      return { connection, others: [] };
    },

    /** Finds the usable connection of a profile to the account of a channel. */
    async findOfChannel(profileId: string, channel: string | null): Promise<ConnectionRow | null> {
      return (await usableOf(db, profileId)).find((row) => channelOf(row) === channel) ?? null;
    },

    /**
     * Finds the usable connection of the account that a target was sent with. Where the platform has only one account, that may be the
     * same one with another id: see `otherPublisher`.
     */
    async findFor(profileId: string, { target, channel }: SentTarget): Promise<MeantAccount> {
      const rows = await usableOf(db, profileId);
      const bound = rows.find((row) => channelOf(row) === channel);
      if (bound) return { connection: bound, others: [] };
      const { length } = rows.filter(({ platform }) => platform === platformOf(target));
      if (length < 2 || !isBoundTo(channel, profileId, target)) return meantNow(db, profileId, rows, target);
      return { connection: null, others: [], gone: await nameOf(db, profileId, target, channel) };
    },

    /**
     * Finds the usable connections of the accounts that targets are bound to; for a target that is bound to none, that of the account that
     * it means now, unless another target has that one.
     * @param channels channels by target
     */
    async bound(
      profileId: string,
      channels: ReadonlyMap<Target, string | null>,
      trx: Queryable = db,
    ): Promise<Map<Target, MeantAccount>> {
      const rows = await usableOf(trx, profileId);
      const bound = [...channels].filter(([target, channel]) => isBoundTo(channel, profileId, target));
      const found = new Map<Target, MeantAccount>();
      for (const [target, channel] of bound) {
        const connection = rows.find((row) => channelOf(row) === channel) ?? null;
        const gone = connection ? {} : { gone: await nameOf(trx, profileId, target, channel) };
        found.set(target, { connection, others: [], ...gone });
      }
      const taken = new Map(bound.map(([target, channel]) => [channel, target]));
      for (const [target] of [...channels].filter(([target, channel]) => !isBoundTo(channel, profileId, target))) {
        const account = await meantNow(trx, profileId, rows, target);
        const channel = account.connection && channelOf(account.connection);
        const sameAs = taken.get(channel);
        found.set(target, sameAs === undefined ? account : { connection: null, others: [], sameAs });
        if (channel !== null) taken.set(channel, target);
      }
      return found;
    },

    /**
     * Finds the usable connections that targets mean.
     * @throws AppError invalid_request for an account that the platform does not have, and for two targets that mean one account
     */
    async resolve(
      profileId: string,
      targets: readonly Target[],
      trx: Queryable = db,
    ): Promise<Map<Target, MeantAccount>> {
      const rows = await usableOf(trx, profileId);
      const found = new Map<Target, MeantAccount>();
      for (const target of targets) found.set(target, await meant(trx, profileId, rows, target));
      requireDistinct(found);
      return found;
    },

    /** Lists the accounts of a profile, usable or not, as limits of callers compare them. */
    partsOf: async (profileId: string, trx: Queryable) =>
      (await listConnections(trx, profileId)).map((connection) => partOf(connection)),

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

    /** Lists the connections of a profile to every platform of the contract. */
    async status(profileId: string): Promise<PlatformConnections[]> {
      const rows = await usableOf(db, profileId);
      const names = await namesOf(db, profileId);
      return PLATFORM_IDS.map((platform) => {
        const own = rows.filter((row) => row.platform === platform);
        const connection = own.find((row) => row.is_default === 1) ?? null;
        const accounts = own.map((row) => ({ connection: row, targets: targetsOf(row, names) }));
        return { platform, configured: platforms.isConfigured(platform), connection, accounts };
      });
    },

    /**
     * Stores a connection: renews that of the same account, or adds one. The first account of a platform is its default. Must run in a
     * transaction. Logs `platform.connected`. @returns connections that it replaces, for `revokeUnused` after the transaction
     * @throws AppError conflict for too many accounts
     */
    async save(trx: Queryable, profile: ProfileRow, given: ConnectionRow): Promise<ConnectionRow[]> {
      await lockWorkspace(trx, profile.workspace_id);
      const all = await listConnections(trx, profile.id);
      const rows = all.filter(({ platform }) => platform === given.platform);
      const replaced = rows.filter((row) => areSameAccount(row, given));
      const others = rows.filter((row) => usable(row) && !replaced.includes(row));
      if (others.length >= MAX_ACCOUNTS) {
        const message = `The profile "${profile.name}" has ${MAX_ACCOUNTS} accounts of ${given.platform}, the most that it may have; disconnect one first`;
        throw new AppError('conflict', message);
      }
      const earlier = replaced.find((row) => usable(row)) ?? replaced[0];
      const channel = channelOf(given);
      const kept = all.filter((row) => !replaced.includes(row));
      const names = await namesOf(trx, profile.id);
      const name = earlier?.name ?? nameFor(given, channel, { names, others: kept });
      const { is_default = 0, is_network_default = 0, picture_version = null } = earlier ?? {};
      const connection = { ...given, name, is_default, is_network_default };
      // The picture stays until another one is read.
      const picture = earlier && (await findPictureOf(trx, earlier.id));
      await saveConnection(trx, { ...connection, picture_version }, replaced);
      const isOfNetwork = (row: ConnectionRow) => row.network === given.network;
      if (!earlier && others.length === 0) await makeDefault(trx, connection);
      else if (!earlier && !others.some(isOfNetwork)) await makeNetworkDefault(trx, connection);
      const { network } = given;
      await keepName(trx, { profile_id: profile.id, name, network, channel, used_at: isoNow(clock) }, names);
      if (picture) await savePicture(trx, { ...picture, connection_id: connection.id });
      await appendActivity(trx, logged(profile, connection, 'platform.connected'));
      await recordEvent(trx, connectionEvent(connection, { kind: 'connection.connected', profile, at: isoNow(clock) }));
      return replaced;
    },
  };
}
