import {
  type CallContext,
  type CentralNetwork,
  findNetwork,
  isOpen,
  type NamedServer,
  NETWORKS,
} from '@social/platforms';
import { PLATFORM_IDS, type PlatformId, platformFacts } from '@social/types';
import { isLoopback } from '../../addresses.ts';
import type { PlatformSettings } from '../../config/platform-settings.ts';
import { AppError, ConfigError } from '../../errors.ts';
import { createOpenServers, type FoundPlatform } from './open-servers.ts';
import type { NetworkOrigin, ReachablePlatform, SandboxAccess } from './reachable-platform.ts';
import { isOpenPlatform } from './sign-in.ts';

/** Platforms that this server can reach. */
export interface Platforms {
  /** Returns true when accounts of the platform can be connected. */
  isConfigured(platform: PlatformId): boolean;
  /** Lists the environment variables that the operator must set before the platform can be reached. */
  missingVariables(platform: PlatformId): readonly string[];
  /**
   * Finds the network for new connections of a platform with one address.
   * @throws AppError platform_not_configured with the missing variables; invalid_request where a server has to be named
   */
  require(platform: PlatformId): ReachablePlatform;
  /**
   * Finds the server for a new connection: the one that the user has named, where anybody runs a server.
   * @throws AppError like `require`; PlatformError when there is no such server
   */
  locate(platform: PlatformId, named: NamedServer, call: CallContext): Promise<FoundPlatform>;
  /** Lists the reachable networks of a platform with one address: several only where networks need no registered app. */
  all(platform: PlatformId): readonly ReachablePlatform[];
  /** Finds the network of a connection, at the address at which the connection was made. */
  of(connection: NetworkOrigin): ReachablePlatform | undefined;
}

/** Lists the unset variables of the app that the operator registers at the network. */
function unsetVariables(platform: PlatformId, { clientId, clientSecret }: PlatformSettings): string[] {
  const prefix = `SOCIAL_${platform.toUpperCase()}`;
  return [
    ...(clientId === undefined ? [`${prefix}_CLIENT_ID`] : []),
    ...(clientSecret === undefined ? [`${prefix}_CLIENT_SECRET`] : []),
  ];
}

/** Makes a driver for every network with a client id and a secret, and for those that need none. */
export function createPlatforms(
  settings: Readonly<Record<PlatformId, PlatformSettings>>,
  sandbox: SandboxAccess | null,
): Platforms {
  if (!sandbox) refuseTestServers(settings);
  const reachable = new Map(
    PLATFORM_IDS.map((platform) => [platform, reachAll(platform, settings[platform], sandbox)] as const),
  );
  const openServers = createOpenServers(settings, sandbox);
  const all = (platform: PlatformId) => reachable.get(platform) ?? [];
  const isConfigured = (platform: PlatformId) => isOpenPlatform(platform) || all(platform).length > 0;
  const missingVariables = (platform: PlatformId) =>
    isConfigured(platform) ? [] : unsetVariables(platform, settings[platform]);

  function require(platform: PlatformId): ReachablePlatform {
    const [entry] = all(platform);
    if (entry) return entry;
    if (isOpenPlatform(platform)) throw nameOf(platform);
    const variables = missingVariables(platform).join(' and ');
    throw new AppError(
      'platform_not_configured',
      `${platform} is not set up on this server; its operator sets ${variables}`,
    );
  }

  return {
    all,
    isConfigured,
    missingVariables,
    require,
    async locate(platform, named, call) {
      const network = NETWORKS.find((entry) => entry.platform === platform && isOpen(entry));
      if (network && isOpen(network)) {
        if (named.host === undefined && named.handle === undefined) throw nameOf(platform);
        return openServers.locate(network, named, call);
      }
      for (const field of ['host', 'handle'] as const) {
        if (named[field] === undefined) continue;
        throw new AppError('invalid_request', `${field}: ${platform} has no server to choose; leave it out`, {
          details: { field },
        });
      }
      return { ...require(platform), accountId: null };
    },
    of: (connection) => {
      const { platform, network, network_origin } = connection;
      return (
        all(platform).find(({ driver, origin }) => driver.network === network && origin === network_origin) ??
        openServers.of(connection)
      );
    },
  };
}

/** Refuses directories of accounts that are test servers: the program that answers there decides where a name leads. */
function refuseTestServers(settings: Readonly<Record<PlatformId, PlatformSettings>>): void {
  for (const platform of PLATFORM_IDS) {
    const { plcUrl, resolverUrl } = settings[platform];
    for (const [name, address] of Object.entries({ PLC_URL: plcUrl, RESOLVER_URL: resolverUrl })) {
      if (address === undefined || (address.startsWith('https:') && !isLoopback(new URL(address).hostname))) continue;
      const problem = 'names a test server, which is used only with --sandbox or --sandbox-url';
      throw new ConfigError(`SOCIAL_${platform.toUpperCase()}_${name}`, problem);
    }
  }
}

/** The error that asks for the account or the server that a sign-in needs. */
function nameOf(platform: PlatformId): AppError {
  const field = platformFacts(platform).signIn?.asks ?? 'host';
  const example = field === 'host' ? 'host=fosstodon.org' : 'handle=ada.bsky.social';
  return new AppError('invalid_request', `${field}: is required; say where the account is, for example ${example}`, {
    details: { field },
  });
}

/** Lists the reachable networks of a platform: the chosen one first, then those that need no registered app. */
function reachAll(platform: PlatformId, own: PlatformSettings, sandbox: SandboxAccess | null): ReachablePlatform[] {
  const chosen = findNetwork(platform, own.network);
  if (!chosen && own.network !== undefined) {
    throw new ConfigError(`SOCIAL_${platform.toUpperCase()}_NETWORK`, `"${own.network}" does not serve ${platform}`);
  }
  const others = NETWORKS.flatMap((entry) => {
    const isOther = entry.platform === platform && entry !== chosen;
    return isOther && !isOpen(entry) && entry.isWithoutApp ? [entry] : [];
  });
  return [
    ...(chosen && !isOpen(chosen) ? [reach(chosen, own, sandbox)] : []),
    ...others.map((entry) => reach(entry, NOTHING_SET, sandbox)),
  ].filter((entry) => entry !== undefined);
}

const NOTHING_SET: PlatformSettings = {
  ...{ network: undefined, clientId: undefined, clientSecret: undefined },
  ...{ apiUrl: undefined, oauthUrl: undefined, apiVersion: undefined, configId: undefined, scopes: undefined },
  ...{ plcUrl: undefined, resolverUrl: undefined },
};

function reach(
  registration: CentralNetwork,
  own: PlatformSettings,
  sandbox: SandboxAccess | null,
): ReachablePlatform | undefined {
  const app = registration.isWithoutApp ? { clientId: '', clientSecret: '' } : sandbox;
  const clientId = own.clientId ?? app?.clientId;
  const clientSecret = own.clientSecret ?? app?.clientSecret;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  const base = sandbox && `${sandbox.url}${registration.sandboxPath}`;
  const apiUrl = own.apiUrl ?? base ?? registration.apiUrl;
  const oauthUrl = own.oauthUrl ?? base ?? registration.oauthUrl;
  const apiVersion = own.apiVersion ?? registration.apiVersion;
  const { configId, scopes } = own;
  const optional = {
    ...(apiVersion !== undefined && { apiVersion }),
    ...(configId !== undefined && { configId }),
    ...(scopes && { scopes }),
  };
  const driver = registration.create({ clientId, clientSecret, apiUrl, oauthUrl, ...optional });
  return { driver, origin: apiUrl, apiVersion: apiVersion ?? null };
}
