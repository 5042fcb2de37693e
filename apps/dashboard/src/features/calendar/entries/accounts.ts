import { PLATFORM_IDS, type PlatformId } from '@social/types';
import { useQueries } from '@tanstack/react-query';
import { createContext, useContext, useMemo } from 'react';
import { api } from '../../../api/client.ts';
import { type Account, accountOf } from '../../connections/accounts.ts';
import { useProfiles } from '../../profiles/profiles.ts';

/** Profiles whose accounts are read; entries of others show the network alone. */
const MAX_PROFILES = 10;

type Accounts = ReadonlyMap<string, Account>;

/** The accounts of the workspace, for the entries below it. */
export const AccountsContext = createContext<Accounts>(new Map());

/** Returns the account with which a profile is on a platform now, or undefined without one. */
export function useAccountOf(profile: string): (platform: PlatformId) => Account | undefined {
  const accounts = useContext(AccountsContext);
  return (platform) => accounts.get(`${profile} ${platform}`);
}

/** Reads the accounts of every profile. */
export function useAccounts(): Accounts {
  const { data } = useProfiles();
  const profiles = useMemo(() => data?.slice(0, MAX_PROFILES) ?? [], [data]);
  const connections = useQueries({
    queries: profiles.map(({ id }) =>
      api.queryOptions('get', '/api/connect/status', { params: { query: { profileId: id } } }),
    ),
    combine: (readings) => readings.map((reading) => reading.data),
  });
  return useMemo(() => {
    const accounts = new Map<string, Account>();
    for (const [at, statuses] of connections.entries()) {
      for (const platform of PLATFORM_IDS) {
        accounts.set(`${profiles[at]?.slug} ${platform}`, accountOf(platform, statuses?.[platform]));
      }
    }
    return accounts;
  }, [connections, profiles]);
}
