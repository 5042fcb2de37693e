import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import { useProfiles } from '../profiles/profiles.ts';
import { type FindAccount, finderIn } from './accounts.ts';

/** Profiles whose accounts are read together; of the accounts of others only the network is known. */
const MAX_PROFILES = 10;

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
