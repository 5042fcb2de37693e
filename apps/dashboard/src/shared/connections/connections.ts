import { type PlatformId, platformFacts, platformOf, type Schema, type Target } from '@social/types';

import { api, client } from '../../api/client.ts';
import type { Tone } from '../../ui/parts/state-mark.tsx';

/** State of one account in one profile, or of a platform's default account, as the API presents it. */
export type ConnectionStatus = Schema<'ConnectionStatus'>;

/** Connections of a profile, by platform: its default account, and all accounts. */
export type Connections = Readonly<Record<string, Schema<'PlatformConnection'>>>;

/** Returns the connection that a target means; undefined for an account that is not connected. */
export function statusOf(connections: Connections | undefined, target: Target): Schema<'AccountStatus'> | undefined {
  return connections?.[platformOf(target)]?.accounts.find(({ targets }) => targets.includes(target));
}

/** The connections of a profile by platform. Sends no request until the profile is known. */
export function useConnections(profileId: string | undefined) {
  const params = { query: profileId === undefined ? {} : { profileId } };
  return api.useQuery('get', '/api/connect/status', { params }, { enabled: profileId !== undefined });
}

/** Every platform of the contract with its way to connect, and the settings that this server still needs for it. */
export function usePlatforms() {
  return api.useQuery('get', '/api/v1/platforms', {}, { select: ({ platforms }) => platforms });
}

/**
 * Returns the address that begins to connect a platform. It leaves this app for the network's consent page.
 * @param signIn account or server, for platforms that ask for it, and whether the network asks which account signs in
 */
export function connectAddress(
  platform: PlatformId,
  profileId: string | null | undefined,
  signIn: { host?: string; handle?: string; chooseAccount?: true } = {},
): string {
  return client.connectUrl(platform, profileId ?? undefined, signIn);
}

/**
 * Returns what the platform asks for to connect the same account again: its name, or the server in it, such as
 * `fosstodon.org` in `ada@fosstodon.org`; empty without a connection.
 */
export function namedAs(platform: PlatformId, { username }: Pick<ConnectionStatus, 'username'>): string {
  if (platformFacts(platform).signIn?.asks === 'handle') return username ?? '';
  return username?.split('@').slice(1).at(-1) ?? '';
}

/** Query of a page that a command in a terminal has opened. */
export const FROM_COMMAND = { from: 'command' };

/** Returns true for the query of a page that a command in a terminal has opened. */
export function isFromCommand(query: URLSearchParams): boolean {
  return query.get('from') === FROM_COMMAND.from;
}

interface ShownConnections {
  profileId?: string;
  /** Platform that was just connected, which the page announces. */
  connected?: PlatformId;
  /** Platform that is to be connected, which the page begins with. */
  connect?: PlatformId;
  from?: string;
}

/** Returns the address of a profile's connections. */
export function connectionsAddress(shown: ShownConnections): string {
  const query = new URLSearchParams({ ...shown }).toString();
  return query ? `/connections?${query}` : '/connections';
}

type Named = Pick<ConnectionStatus, 'displayName' | 'username'>;

/** Returns the name of an account, and its handle where that says more. */
export function accountParts({ displayName, username }: Named): { name: string; handle: string | null } {
  const handle = username && (username.startsWith('@') ? username : `@${username}`);
  if (!displayName) return { name: handle || 'an account without a name', handle: null };
  const saysMore = handle && displayName !== handle && displayName !== username;
  return { name: displayName, handle: saysMore ? handle : null };
}

/** Names the account of a connection in a sentence. */
export function accountInWords(account: Named): string {
  const { name, handle } = accountParts(account);
  return handle === null ? name : `${name} (${handle})`;
}

/** Returns true for a platform that has no connection and that this server cannot connect. */
export function isAbsent({ configured, accounts }: Schema<'PlatformConnection'>): boolean {
  return !configured && accounts.length === 0;
}

/** Returns true when the user should reconnect. */
export function needsAttention({ state, warning, missingScopes }: ConnectionStatus): boolean {
  return state === 'needs_reconnect' || warning !== undefined || missingScopes.length > 0;
}

/** Returns the state of a connection in a few words, with its tone. */
export function stateInWords(status: ConnectionStatus): { tone: Tone; words: string } {
  if (status.state === 'needs_reconnect') return { tone: 'warning', words: 'Needs reconnecting' };
  if (!status.connected) return { tone: 'off', words: 'Not connected' };
  if (status.warning) return { tone: 'warning', words: 'Ends soon' };
  if (status.missingScopes.length > 0) return { tone: 'warning', words: 'Permissions missing' };
  return { tone: 'ok', words: 'Connected' };
}
