import { createHash } from 'node:crypto';
import { findNetwork, isOpen } from '@social/platforms';
import type { PlatformId, Target } from '@social/types';
import { listAccounts } from '../../store/connections/connected-accounts.ts';
import type { ConnectionRow } from '../../store/connections/connections.ts';
import type { Queryable } from '../../store/schema.ts';
import type { Channel } from '../../store/targets/channels.ts';
import type { TargetRow } from '../../store/targets/targets.ts';
import { hasGlobalIds, isOpenPlatform } from '../networks/sign-in.ts';

/**
 * Says that another account than the connected one has published a target; null where it is the account of all targets. Accounts
 * are compared by the networks' ids, which stay when an account is renamed or connected again. The name decides where the id
 * cannot: for a target whose connection had gone before accounts were kept, and at networks that give each app other ids.
 */
export async function otherPublisher(
  db: Queryable,
  connection: ConnectionRow,
  targets: readonly Pick<TargetRow, 'account' | 'connection_id'>[],
): Promise<string | null> {
  const { platform } = connection;
  const others = targets.filter(({ connection_id: id }) => id !== connection.id);
  const ids = new Set(others.flatMap(({ connection_id: id }) => id ?? []));
  const accounts = new Map((await listAccounts(db, [...ids])).map((account) => [account.connection_id, account]));
  const label = accountLabel(connection);
  const other = others.find(({ account, connection_id: id }) => {
    const known = accounts.get(id ?? '');
    if (known && areSameAccount(known, connection)) return false;
    return account !== label || (known !== undefined && !hasIdsOfApp(connection));
  });
  if (!other) return null;
  const { account } = other;
  if (account !== null && account !== label) {
    return `it was published as ${account}, and the profile is connected as ${label}; connect ${account} with: social connect ${platform}`;
  }
  if (!accounts.has(other.connection_id ?? '')) {
    return 'it is not known which account published it; look for it at the network itself';
  }
  const named = account === null ? '' : ` named ${account}`;
  return `it was published by another account${named}; connect that one again with: social connect ${platform}`;
}

/** Name of an account for people: its handle, or else its display name. */
export function accountLabel(account: { username: string | null; display_name: string }): string {
  return account.username === null ? account.display_name : `@${account.username}`;
}

/** Returns the id of an account's channel, which all profiles of the workspace share that are connected to it. */
export function channelOf(
  connection: Pick<ConnectionRow, 'workspace_id' | 'platform' | 'network_origin' | 'account_id'>,
): string {
  const { workspace_id, platform, network_origin, account_id } = connection;
  const parts = [workspace_id, platform, areIdsOfServer(platform) ? network_origin : '', account_id];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/** Returns what limits of callers compare of an account. The default one is spelled as its platform. */
export function partOf(connection: ConnectionRow) {
  const { platform, network, name, is_default } = connection;
  const target: Target = is_default === 1 ? platform : `${platform}:${name}`;
  return { target, platform, network, channel: channelOf(connection) };
}

/** Returns the channel of an account. */
export function channelFor(connection: Parameters<typeof channelOf>[0]): Channel {
  return { id: channelOf(connection), workspace_id: connection.workspace_id };
}

/** Returns the id of the channel of a target for which a profile has connected no account. */
export function channelOfProfile(profileId: string, target: Target): string {
  return `${profileId} ${target}`;
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
function hasIdsOfApp({ platform, network }: Pick<ConnectionRow, 'platform' | 'network'>): boolean {
  const registration = findNetwork(platform, network);
  return registration !== undefined && !isOpen(registration) && registration.idsAreOfApp === true;
}
