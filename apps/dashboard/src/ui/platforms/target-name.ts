import { accountOf, platformName, platformOf, type Target } from '@social/types';
import { createContext, use } from 'react';

type Network = string | null | undefined;

/** Returns the connected network of a target; once it is known, the target carries only that network's name. */
export const ConnectedNetworks = createContext<(target: Target) => Network>(() => null);

/** Names a target for readers: `LinkedIn` for the default account, `LinkedIn · acme` for another one. */
export function targetName(target: Target, network?: Network): string {
  const [name, account] = [platformName(platformOf(target), network), accountOf(target)];
  return account ? `${name} · ${account}` : name;
}

/** Returns a function that names a target for readers. */
export function useTargetName(): (target: Target) => string {
  const networkOf = use(ConnectedNetworks);
  return (target) => targetName(target, networkOf(target));
}
