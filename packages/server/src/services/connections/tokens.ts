import { type CallContext, type ConnectedAccount, PlatformError, type TokenSet } from '@social/platforms';
import { type Clock, isoNow } from '../../clock.ts';
import type { Logger } from '../../log/logger.ts';
import type { Keyring } from '../../secrets.ts';
import {
  type ConnectionRow,
  findConnectionById,
  listConnections,
  listConnectionsAt,
} from '../../store/connections/connections.ts';
import type { Database } from '../../store/schema.ts';
import type { Platforms } from '../networks/platforms.ts';
import type { UpstreamReads } from '../networks/upstream-reads.ts';
import type { WithLease } from '../workers/leases.ts';
import { areSameAccount } from './accounts.ts';
import { markForReconnect, type RefusalReason } from './connection-records.ts';
import type { UnsavedTokens } from './unsaved-tokens.ts';

const REFRESH_BEFORE_MS = 60_000;
const REFRESH_TIMEOUT_MS = 15_000;
/** Renewals of one call after the first. */
const MORE_RENEWALS = 1;

export type Tokens = ReturnType<typeof createTokens>;

/** Who holds tokens that may be revoked: a connection, or a sign-in. Accounts are left out where the sign-in has not told them. */
export interface Holder extends Pick<ConnectionRow, 'id' | 'platform' | 'network' | 'network_origin'> {
  readonly accountIds?: readonly string[];
}

/** Makes the service for access tokens: decrypted for one call, refreshed when needed, stored before they are used. */
export function createTokens(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  keyring: Keyring;
  platforms: Platforms;
  withLease: WithLease;
  reads: UpstreamReads;
  unsaved: UnsavedTokens;
}) {
  const { db, clock, logger, keyring, platforms, unsaved } = deps;
  const refreshing = new Map<string, Promise<ConnectionRow>>();

  /** Reads a connection as it is now, or the one that has replaced it: its user may have connected the account again. */
  async function findCurrent(connection: ConnectionRow): Promise<ConnectionRow | undefined> {
    const found = await findConnectionById(db, connection.id);
    if (found) return found;
    return (await listConnections(db, connection.profile_id)).find(
      (row) => row.platform === connection.platform && areSameAccount(connection, row),
    );
  }

  function place(id: string, column: 'access_token' | 'refresh_token') {
    return { table: 'connection', row: id, column };
  }

  /** Encrypts a token set into the columns of its connection. */
  function seal(id: string, tokens: TokenSet) {
    return {
      access_token: keyring.seal(tokens.accessToken, place(id, 'access_token')),
      refresh_token:
        tokens.refreshToken === null ? null : keyring.seal(tokens.refreshToken, place(id, 'refresh_token')),
      access_expires_at: tokens.accessExpiresAt?.toISOString() ?? null,
      refresh_expires_at: tokens.refreshExpiresAt?.toISOString() ?? null,
    };
  }

  async function refuse(refused: ConnectionRow, reason: RefusalReason): Promise<void> {
    const { id: connectionId, platform, network, workspace_id: workspaceId } = refused;
    const at = isoNow(clock);
    const isMarked = await db.transaction().execute((trx) => markForReconnect(trx, refused, { reason, at }));
    if (isMarked) {
      logger.warn(
        { platform, network, connectionId, workspaceId, reason },
        'a network no longer accepts a connection: nothing is sent over it before its user connects again',
      );
    }
  }

  async function open(connection: ConnectionRow, column: 'access_token' | 'refresh_token'): Promise<string | null> {
    const sealed = connection[column];
    if (sealed === null) return null;
    try {
      return keyring.open(sealed, place(connection.id, column));
    } catch (cause) {
      await refuse(connection, 'tokens_unreadable');
      throw reconnect(connection, cause);
    }
  }

  async function refresh(stale: ConnectionRow): Promise<ConnectionRow> {
    await unsaved.storeLeft(stale.id);
    const current = await findCurrent(stale);
    if (!current) throw reconnect(stale);
    // Another refresh may have had the lease before, and was refused for good or stored new tokens.
    if (current.state !== 'connected') throw reconnect(current);
    if (current.id !== stale.id || current.token_version !== stale.token_version) return current;
    const oauth = platforms.of(current)?.driver.oauth;
    const token = await open(current, 'refresh_token');
    if (!oauth?.refresh || token === null) {
      await refuse(current, 'token_refused');
      throw reconnect(current);
    }
    try {
      const { refresh: renew } = oauth;
      const tokens = await deps.reads.renew(current, () => renew(token, { timeoutMs: REFRESH_TIMEOUT_MS }));
      const change = {
        ...seal(current.id, tokens),
        token_version: current.token_version + 1,
        state: 'connected' as const,
        updated_at: isoNow(clock),
      };
      if (await unsaved.store({ spent: current, change })) return { ...current, ...change };
      // The connection was renewed or removed meanwhile, so the stored row counts.
      const stored = await findCurrent(current);
      if (!stored) throw reconnect(current);
      return stored;
    } catch (error) {
      if (!(error instanceof PlatformError) || error.kind !== 'reconnect') throw error;
      const now = await findCurrent(current);
      if (now && (now.id !== current.id || now.token_version !== current.token_version)) return now;
      await refuse(current, 'renewal_refused');
      throw reconnect(current, error);
    }
  }

  /** Refreshes a connection. Concurrent calls for the same connection share one refresh. */
  function refreshOnce(connection: ConnectionRow): Promise<ConnectionRow> {
    const running = refreshing.get(connection.id);
    if (running !== undefined) return running;
    const started = deps
      .withLease(`refresh ${connection.id}`, () => refresh(connection))
      .finally(() => refreshing.delete(connection.id));
    refreshing.set(connection.id, started);
    return started;
  }

  async function toAccount(connection: ConnectionRow): Promise<ConnectedAccount> {
    const accessToken = await open(connection, 'access_token');
    return {
      accountId: connection.account_id,
      username: connection.username,
      accountUrn: connection.account_urn,
      accessToken: accessToken ?? '',
    };
  }

  /**
   * Makes a call with a renewed token, and again when that token expired during the call: a refused call did nothing.
   * @param renewalsLeft a network may say of every token that it has expired
   */
  async function callRenewed<Result>(
    renewed: ConnectionRow,
    call: (account: ConnectedAccount) => Promise<Result>,
    renewalsLeft = MORE_RENEWALS,
  ): Promise<Result> {
    const account = await toAccount(renewed);
    try {
      return await call(account);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.kind !== 'reconnect') throw error;
      const expires = renewed.access_expires_at;
      const hasExpired = expires !== null && Date.parse(expires) <= clock.now();
      if (hasExpired && renewed.refresh_token && renewalsLeft > 0) {
        return await callRenewed(await refreshOnce(renewed), call, renewalsLeft - 1);
      }
      await refuse(renewed, 'renewed_token_refused');
      throw reconnect(renewed, error);
    }
  }

  /** Returns false when the tokens are renewed before the next call. */
  function areFresh({ access_expires_at: expires, refresh_token: renewal }: ConnectionRow): boolean {
    return !expires || !renewal || Date.parse(expires) > clock.now() + REFRESH_BEFORE_MS;
  }

  return {
    seal,
    areFresh,

    /**
     * Calls the network as the connected account. Refreshes a token that is about to expire first. When the network refuses
     * the token, refreshes it and repeats the call, since a refused call did nothing.
     * @param isJustRead true when nothing was waited for since the connection was read
     * @throws PlatformError kind `reconnect` when the user must connect again; the connection is marked then
     */
    async withAccount<Result>(
      connection: ConnectionRow,
      call: (account: ConnectedAccount) => Promise<Result>,
      { isJustRead = false } = {},
    ): Promise<Result> {
      // The account may have been disconnected or refused while the call waited in the queue.
      const current = isJustRead ? connection : await findCurrent(connection);
      if (current?.state !== 'connected') throw reconnect(connection);
      const ready = areFresh(current) ? current : await refreshOnce(current);
      const account = await toAccount(ready);
      try {
        return await call(account);
      } catch (error) {
        if (!(error instanceof PlatformError) || error.kind !== 'reconnect') throw error;
        return await callRenewed(await refreshOnce(ready), call);
      }
    },

    /**
     * Opens the account of a connection for a read that nobody waits for. Renews a token that is about to expire. Unlike
     * `withAccount`, a refused read marks nothing. @throws PlatformError
     */
    async accountOf(connection: ConnectionRow): Promise<ConnectedAccount> {
      const current = await findCurrent(connection);
      if (current?.state !== 'connected') throw reconnect(connection);
      return toAccount(areFresh(current) ? current : await refreshOnce(current));
    },

    /** Reads the tokens of a connection. @throws PlatformError when no key opens them */
    async held(connection: ConnectionRow): Promise<Pick<TokenSet, 'accessToken' | 'refreshToken'>> {
      const accessToken = (await open(connection, 'access_token')) ?? '';
      return { accessToken, refreshToken: await open(connection, 'refresh_token') };
    },

    /**
     * Revokes tokens at the network, where it has a way to do so and no connection needs what that ends: the token, or at most networks
     * the grant of the accounts. @throws PlatformError
     */
    async revokeUnused(
      { accessToken, refreshToken }: Pick<TokenSet, 'accessToken' | 'refreshToken'>,
      holder: Holder,
      call: CallContext,
    ): Promise<void> {
      const oauth = platforms.of(holder)?.driver.oauth;
      if (!oauth?.revoke) return;
      const others = (await listConnectionsAt(db, holder)).filter(({ id }) => id !== holder.id);
      const opening = () => Promise.all(others.map((other) => open(other, 'access_token').catch(() => null)));
      if (oauth.revokesTokenAlone ? (await opening()).includes(accessToken) : others.length > 0) return;
      if (refreshToken !== null) await oauth.revoke({ value: refreshToken, kind: 'refresh' }, call);
      await oauth.revoke({ value: accessToken, kind: 'access' }, call);
    },
  };
}

/** Makes the error that asks the user to connect again. */
function reconnect(connection: ConnectionRow, cause?: unknown): PlatformError {
  return new PlatformError(connection.platform, {
    kind: 'reconnect',
    code: 'reconnect_required',
    message: `${connection.platform} no longer accepts the connection; connect it again with: social connect ${connection.platform}`,
    cause,
  });
}
