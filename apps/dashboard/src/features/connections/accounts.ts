import type { PlatformId } from '@social/types';
import { useProfiles } from '../profiles/profiles.ts';
import { type ConnectionStatus, useConnections } from './connections.ts';

/** An account as pages show it. */
export interface Account {
  readonly platform: PlatformId;
  /** Name of the account; null where no account is known. */
  readonly name: string | null;
  /** Path of its picture; null without one. */
  readonly picture: string | null;
  readonly network: string | null;
}

/** Returns the account of a connection. */
export function accountOf(platform: PlatformId, status: ConnectionStatus | undefined): Account {
  if (!status || status.state === 'not_connected') return { platform, name: null, picture: null, network: null };
  const { displayName, username, picture, network } = status;
  return { platform, name: displayName ?? username, picture, network };
}

/**
 * Returns a function that finds the accounts of a profile. A post names the account that it was published as, which may have been
 * disconnected since then: its name stays, its picture does not.
 * @param profile slug, or the name that the activity log has kept
 */
export function useAccountsOf(profile: string): (platform: PlatformId, publishedAs?: string) => Account {
  const profiles = useProfiles();
  const id = profiles.data?.find(({ slug, name }) => slug === profile || name === profile)?.id;
  const connections = useConnections(id);
  return (platform, publishedAs) => {
    const status = connections.data?.[platform];
    const names = [status?.displayName, `@${status?.username}`];
    if (publishedAs === undefined || names.includes(publishedAs)) return accountOf(platform, status);
    return { platform, name: publishedAs, picture: null, network: null };
  };
}
