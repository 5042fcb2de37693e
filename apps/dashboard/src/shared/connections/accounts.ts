import type { PlatformId } from '@social/types';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import { useProfiles } from '../profiles/profiles.ts';
import { type ConnectionStatus, type Connections, useConnections } from './connections.ts';

/** Profiles whose accounts are read together; of the accounts of others only the network is known. */
const MAX_PROFILES = 10;

/** An account as pages show it. */
export interface Account {
  readonly platform: PlatformId;
  /** Name of the account; null where no account is known. */
  readonly name: string | null;
  /** Path of its picture; null without one. */
  readonly picture: string | null;
  readonly network: string | null;
}

/** Finds the account of a profile on a platform. @param publishedAs the account that a post names, by default the connected one */
export type FindAccount = (platform: PlatformId, publishedAs?: string) => Account;

/** Returns the account of a connection. One that a post names may be disconnected since then: its name stays, its picture does not. */
export function accountOf(platform: PlatformId, status: ConnectionStatus | undefined, publishedAs?: string): Account {
  const isConnected = status !== undefined && status.state !== 'not_connected';
  if (isConnected && [undefined, status.displayName, `@${status.username}`].includes(publishedAs)) {
    const { displayName, username, picture, network } = status;
    return { platform, name: displayName || username, picture, network };
  }
  return { platform, name: publishedAs ?? null, picture: null, network: null };
}

/** Returns a function that finds the accounts of a profile. @param profile slug, or the name that the activity log has kept */
export function useAccountsOf(profile: string): FindAccount {
  const id = useProfiles().data?.find(({ slug, name }) => slug === profile || name === profile)?.id;
  return finderIn(useConnections(id).data);
}

/** Returns a function for each profile that finds its accounts, by the slug of the profile. */
export function useAccounts(): ReadonlyMap<string, FindAccount> {
  const { data } = useProfiles();
  const profiles = useMemo(() => data?.slice(0, MAX_PROFILES) ?? [], [data]);
  const connections = useQueries({
    queries: profiles.map(({ id }) =>
      api.queryOptions('get', '/api/connect/status', { params: { query: { profileId: id } } }),
    ),
    combine: (readings) => readings.map((reading) => reading.data),
  });
  return useMemo(
    () => new Map(profiles.map(({ slug }, index) => [slug, finderIn(connections[index])])),
    [connections, profiles],
  );
}

function finderIn(connections: Connections | undefined): FindAccount {
  return (platform, publishedAs) => accountOf(platform, connections?.[platform], publishedAs);
}
