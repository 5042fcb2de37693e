import {
  accountOf,
  networkName,
  PLATFORM_IDS,
  type PlatformId,
  platformOf,
  type Schema,
  type Target,
} from '@social/types';
import { targetName } from '../../ui/platforms/target-name.ts';
import { useAllConnections } from './all-accounts.ts';

interface Choice {
  readonly value: Target;
  readonly label: string;
}

/**
 * Returns what a filter offers: each platform, and below it its accounts where it has several.
 * @param profile slug of the only profile whose accounts are offered; undefined for all
 * @param chosen is offered in any case: an account may have had another name
 */
export function useTargetChoices(profile: string | undefined, chosen: Target | undefined): Choice[] {
  const connections = useAllConnections();
  const shown = profile === undefined ? [...connections.values()] : [connections.get(profile)];
  return PLATFORM_IDS.flatMap((platform) => {
    const choices = choicesOf(
      platform,
      shown.flatMap((each) => each?.[platform]?.accounts ?? []),
    );
    const isOffered =
      chosen === undefined || platformOf(chosen) !== platform || choices.some(({ value }) => value === chosen);
    return isOffered ? choices : [...choices, { value: chosen, label: targetName(chosen) }];
  });
}

function choicesOf(platform: PlatformId, accounts: readonly Schema<'AccountStatus'>[]): Choice[] {
  const networks = [...new Set(accounts.map(({ network }) => network))].filter((network) => network !== null);
  const named = new Map(accounts.map(({ name, network }) => [name, network]));
  const names = [...named].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return [
    { value: platform, label: targetName(platform) },
    ...(networks.length > 1 ? networks : []).map((id) => ({
      value: `${platform}:${id}` as const,
      label: networkName(id),
    })),
    ...(named.size > 1 ? names : []).map(([name, network]) => {
      const value = `${platform}:${name}` as const;
      return { value, label: targetName(value, network) };
    }),
  ];
}

/**
 * Returns true for a target that a filter lets pass, as the server's lists do.
 * @param account account that the target means; undefined for one that is not connected
 */
export function passes(
  target: Target,
  filter: Target,
  account: Pick<Schema<'AccountStatus'>, 'name' | 'network'> | undefined,
): boolean {
  if (platformOf(target) !== platformOf(filter)) return false;
  const name = accountOf(filter);
  return name === null || target === filter || account?.name === name || account?.network === name;
}
