import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import { useProfiles } from '../profiles/profiles.ts';
import { type FindAccount, finderIn } from './accounts.ts';
import type { Connections } from './connections.ts';

/** Profiles whose accounts are read together; of the accounts of others only the network is known. */
const MAX_PROFILES = 10;

/** Reads what each profile has connected, by the slug of the profile; undefined while it is being read. */
export function useAllConnections(): ReadonlyMap<string, Connections | undefined> {
  const { data } = useProfiles();
  const profiles = useMemo(() => data?.slice(0, MAX_PROFILES) ?? [], [data]);
  const connections = useQueries({
    queries: profiles.map(({ id }) =>
      api.queryOptions('get', '/api/connect/status', { params: { query: { profileId: id } } }),
    ),
    combine: (readings) => readings.map((reading) => reading.data),
  });
  return useMemo(() => new Map(profiles.map(({ slug }, index) => [slug, connections[index]])), [connections, profiles]);
}

/** Returns a function for each profile that finds its accounts, by the slug of the profile. */
export function useAccounts(): ReadonlyMap<string, FindAccount> {
  const connections = useAllConnections();
  return useMemo(() => new Map([...connections].map(([slug, own]) => [slug, finderIn(own)])), [connections]);
}
