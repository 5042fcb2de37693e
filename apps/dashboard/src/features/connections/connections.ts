import type { PlatformId, Schema } from '@social/types';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { readAgain } from '../../api/queries.ts';
import type { Tone } from '../../ui/state-mark.tsx';

/** How one platform stands in one profile, as the API presents it. */
export type ConnectionStatus = Schema<'ConnectionStatus'>;

/** The connections of a profile, by platform; nothing is asked before the profile is known. */
export function useConnections(profileId: string | undefined) {
  const params = { query: profileId === undefined ? {} : { profileId } };
  return api.useQuery('get', '/api/connect/status', { params }, { enabled: profileId !== undefined });
}

/** Every platform of the contract: how it is connected here, and what is missing before it can be. */
export function usePlatforms() {
  return api.useQuery('get', '/api/v1/platforms', {}, { select: ({ platforms }) => platforms });
}

/** Disconnects a platform from a profile, then reads the profile's connections again. */
export function useDisconnect(profileId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (platform: PlatformId) => client.connections.disconnectPlatform({ platform, profileId }),
    onSettled: () => readAgain(queries, '/api/connect/status'),
  });
}

/** The address that begins connecting a platform to a profile. It leaves this app for the network's consent page. */
export function connectAddress(platform: PlatformId, profileId: string | null | undefined): string {
  return client.connectUrl(platform, profileId ?? undefined);
}

/** In the query of a page to which a command has led: it waits in a terminal. */
export const FROM_COMMAND = { from: 'command' };

/** Whether a command has led to the page with this query. */
export function isFromCommand(query: URLSearchParams): boolean {
  return query.get('from') === FROM_COMMAND.from;
}

/** The page with the connections of a profile, telling of a platform that has just been connected. */
export function connectionsAddress(shown: { profileId?: string; connected?: PlatformId; from?: string }): string {
  const query = new URLSearchParams(shown).toString();
  return query ? `/connections?${query}` : '/connections';
}

/** The account behind a connection: its name, and its user name where that says more. */
export function accountInWords({ displayName, username }: Pick<ConnectionStatus, 'displayName' | 'username'>): string {
  const handle = username && (username.startsWith('@') ? username : `@${username}`);
  if (!displayName) return handle || 'an account without a name';
  return handle && displayName !== handle && displayName !== username ? `${displayName} (${handle})` : displayName;
}

/** Whether there is nothing to say about a platform but that this server cannot connect it. */
export function isAbsent(status: ConnectionStatus): boolean {
  return !status.configured && status.state === 'not_connected';
}

/** Whether connecting again is what the user should do next. */
export function needsAttention({ state, warning, missingScopes }: ConnectionStatus): boolean {
  return state === 'needs_reconnect' || warning !== undefined || missingScopes.length > 0;
}

/** The state of a connection in a few words, and its tone. */
export function stateInWords(status: ConnectionStatus): { tone: Tone; words: string } {
  if (status.state === 'needs_reconnect')
    return { tone: 'warning', words: `Needs reconnecting as ${accountInWords(status)}` };
  if (status.connected && status.warning) {
    return { tone: 'warning', words: `Connected as ${accountInWords(status)}, ends soon` };
  }
  if (status.connected) {
    return status.missingScopes.length > 0
      ? { tone: 'warning', words: `Connected as ${accountInWords(status)}, permissions missing` }
      : { tone: 'ok', words: `Connected as ${accountInWords(status)}` };
  }
  return { tone: 'off', words: 'Not connected' };
}
