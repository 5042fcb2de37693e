import { accountOf, type PlatformId, platformOf, type Target } from '@social/types';
import { useProfiles } from '../profiles/profiles.ts';
import { type Connections, statusOf, useConnections } from './connections.ts';

/** An account as pages show it. */
export interface Account {
  readonly platform: PlatformId;
  /** Name of the account; null where no account is known. */
  readonly name: string | null;
  /** Path of its picture; null without one. */
  readonly picture: string | null;
  readonly network: string | null;
}

/** Finds the account of a profile that a target means. @param publishedAs the account that a post names, by default the connected one */
export type FindAccount = (target: Target, publishedAs?: string) => Account;

/** Returns the account that a target means. One that a post names may be disconnected since then: its name stays, its picture does not. */
export function findAccount(connections: Connections | undefined, target: Target, publishedAs?: string): Account {
  const platform = platformOf(target);
  // The default account may be another one now than the one that has published.
  const others = publishedAs === undefined ? [] : (connections?.[platform]?.accounts ?? []);
  const status = [statusOf(connections, target), ...others].find(
    (each) => each && [undefined, each.displayName, `@${each.username}`].includes(publishedAs),
  );
  if (!status) return { platform, name: publishedAs ?? accountOf(target), picture: null, network: null };
  const { displayName, username, picture, network } = status;
  return { platform, name: displayName || username, picture, network };
}

/** Returns a function that finds the accounts of a profile. @param profile slug, or the name that the activity log has kept */
export function useAccountsOf(profile: string): FindAccount {
  const id = useProfiles().data?.find(({ slug, name }) => slug === profile || name === profile)?.id;
  return finderIn(useConnections(id).data);
}

/** Returns a function that finds accounts in the connections of a profile. */
export function finderIn(connections: Connections | undefined): FindAccount {
  return (target, publishedAs) => findAccount(connections, target, publishedAs);
}
