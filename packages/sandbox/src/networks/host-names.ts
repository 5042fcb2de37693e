import { networkFacts } from '../generated/networks.ts';
import { type NetworkId, networkIds } from '../world/network-ids.ts';

const networkByHost = new Map<string, NetworkId>(
  networkIds.flatMap((id) => networkFacts[id].hosts.map((host) => [host, id] as const)),
);

/** Returns the network that a host name belongs to. */
export function networkAt(hostname: string): NetworkId | undefined {
  return networkByHost.get(hostname);
}
