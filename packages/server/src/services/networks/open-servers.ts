import {
  type CallContext,
  isOpen,
  type NamedServer,
  type NameLookup,
  NETWORKS,
  type OpenNetwork,
  type PlatformDriver,
  PlatformError,
} from '@social/platforms';
import type { PlatformId } from '@social/types';
import { isLoopback } from '../../addresses.ts';
import type { PlatformSettings } from '../../config/platform-settings.ts';
import { createGuardedAgent } from '../../media/fetch/guarded-agent.ts';
import type { NetworkOrigin, ReachablePlatform, SandboxAccess } from './reachable-platform.ts';

/** Drivers that are kept; one more is made again when it is needed. */
const MAX_DRIVERS = 1_000;

/** A server for a new connection. */
export interface FoundPlatform extends ReachablePlatform {
  /** The network's own id of the account that the user has named; null when none was named. */
  readonly accountId: string | null;
}

/**
 * Makes the drivers of the open networks, one for each server that holds an account. Their requests go only to public
 * addresses, whatever a name leads to; with a sandbox, to this machine too.
 * @param lookup the system's name servers when left out
 */
export function createOpenServers(
  settings: Readonly<Record<PlatformId, PlatformSettings>>,
  sandbox: SandboxAccess | null,
  lookup?: NameLookup,
) {
  const drivers = new Map<string, PlatformDriver>();
  let agent: ReturnType<typeof createGuardedAgent> | undefined;

  /** Connections are made anew for each server, and used again, as at other networks. */
  const guardedAgent = () => {
    agent ??= createGuardedAgent(
      { allowLoopback: sandbox !== null },
      { pipelining: 1, headersTimeout: 0, bodyTimeout: 0, lookup },
    );
    return agent;
  };

  const directoriesOf = ({ platform }: OpenNetwork) => {
    const { plcUrl, resolverUrl } = settings[platform];
    return { ...(plcUrl !== undefined && { plcUrl }), ...(resolverUrl !== undefined && { resolverUrl }) };
  };

  const sandboxUrlOf = ({ sandboxPath }: OpenNetwork) => (sandbox ? `${sandbox.url}${sandboxPath}` : null);

  /** Returns true for an address that this server may use: after a change from the sandbox to real networks, or back, an older one may not. */
  function isAllowed(network: OpenNetwork, origin: string): boolean {
    const { protocol, hostname } = new URL(origin);
    if (!sandbox) return protocol === 'https:' && !isLoopback(hostname);
    return origin === sandboxUrlOf(network) || (protocol === 'http:' && isLoopback(hostname));
  }

  function driverAt(network: OpenNetwork, origin: string): PlatformDriver {
    const key = `${network.network} ${origin}`;
    const known = drivers.get(key);
    if (known) return known;
    if (drivers.size >= MAX_DRIVERS) drivers.clear();
    const isSandbox = origin === sandboxUrlOf(network);
    const driver = network.create({
      ...{ clientId: '', clientSecret: '', apiUrl: origin, ...directoriesOf(network) },
      ...(!isSandbox && { through: guardedAgent() }),
    });
    drivers.set(key, driver);
    return driver;
  }

  function reachAt(network: OpenNetwork, origin: string): ReachablePlatform | undefined {
    return isAllowed(network, origin) ? { driver: driverAt(network, origin), origin, apiVersion: null } : undefined;
  }

  return {
    /** Finds the server that a user has named. @throws PlatformError */
    async locate(network: OpenNetwork, named: NamedServer, call: CallContext): Promise<FoundPlatform> {
      const directories = directoriesOf(network);
      const search = { ...call, ...directories, sandboxUrl: sandboxUrlOf(network), through: guardedAgent() };
      const { origin, accountId } = await network.findServer(named, search);
      const reachable = reachAt(network, origin);
      if (!reachable) throw unusable(network.platform, named, origin);
      return { ...reachable, accountId };
    },

    /** Finds the server of a connection of an open network. */
    of({ platform, network: name, network_origin: origin }: NetworkOrigin): ReachablePlatform | undefined {
      const network = NETWORKS.find((entry) => entry.platform === platform && entry.network === name);
      return network && isOpen(network) ? reachAt(network, origin) : undefined;
    },
  };
}

function unusable(platform: PlatformId, { handle }: NamedServer, origin: string): PlatformError {
  const field = handle === undefined ? 'host' : 'handle';
  const message = `${field}: leads to ${new URL(origin).host}, which this server may not use; nothing was sent to it`;
  return new PlatformError(platform, { kind: 'rejected', code: 'invalid_request', message, field });
}
