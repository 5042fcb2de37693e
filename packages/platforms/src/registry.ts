import { NETWORK_IDS, networkFacts, type PlatformId } from '@social/types';
import type { CheckedPost, LookedPost } from './driver.ts';
import { DRIVERS } from './generated/drivers.ts';
import type { CentralDriver, CentralNetwork, OpenDriver, OpenNetwork } from './network.ts';
import { PlatformError } from './platform-error.ts';

export type NetworkRegistration = CentralNetwork | OpenNetwork;

/** Returns true for a network of which anybody may run a server. */
export function isOpen(network: NetworkRegistration): network is OpenNetwork {
  return 'findServer' in network;
}

/** Every network this package speaks to, in the order of the contract. The first of a platform is its default. */
export const NETWORKS: readonly NetworkRegistration[] = NETWORK_IDS.map((network) => {
  const { platform, through = network, connect } = networkFacts(network);
  const driver: CentralDriver | OpenDriver = DRIVERS[network];
  return {
    ...{ ...driver, platform, network, sandboxPath: `/${through}`, isWithoutApp: !connect.app },
    create: (options) => ({ platform, network, ...driver.create(options) }),
  };
});

/** Finds the registration of a platform's network, by default the first one; undefined for an unknown network. */
export function findNetwork(platform: PlatformId, network?: string): NetworkRegistration | undefined {
  return NETWORKS.find((entry) => entry.platform === platform && (network === undefined || entry.network === network));
}

interface ConnectedNetwork {
  readonly platform: PlatformId;
  readonly network: string;
}

/** Finds the first reason why a network would refuse text and settings of a post, without asking it; null for none. */
export function contentProblem({ platform, network }: ConnectedNetwork, post: CheckedPost): PlatformError | null {
  return refusalOf(() => findNetwork(platform, network)?.check?.(post));
}

/** Says which settings of a post would have no effect at the connected account, as far as that is known; null for none. */
export function contentNote({ platform, network }: ConnectedNetwork, post: CheckedPost): string | null {
  return findNetwork(platform, network)?.note?.(post) ?? null;
}

/** Finds the reason why a network would refuse the settings of a post with its files, without asking it; null for none. */
export function filesProblem({ platform, network }: ConnectedNetwork, post: LookedPost): PlatformError | null {
  return refusalOf(() => findNetwork(platform, network)?.checkFiles?.(post));
}

function refusalOf(check: () => void): PlatformError | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof PlatformError) return error;
    throw error;
  }
}
