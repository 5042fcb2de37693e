import { networkFacts } from '../generated/networks.ts';

/** A simulated network's id. */
export type NetworkId = keyof typeof networkFacts;

/** Every simulated network's id, in the order in which pages show them. */
export const networkIds = Object.keys(networkFacts) as readonly NetworkId[];

/** Returns true when a value from outside is the id of a simulated network. */
export function isNetworkId(value: unknown): value is NetworkId {
  return networkIds.some((id) => id === value);
}
