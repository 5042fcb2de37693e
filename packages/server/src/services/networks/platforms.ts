import { findNetwork, NETWORKS, type NetworkRegistration, type PlatformDriver } from '@social/platforms';
import { PLATFORM_IDS, type PlatformId } from '@social/types';
import type { PlatformSettings } from '../../config/platform-settings.ts';
import { AppError, ConfigError } from '../../errors.ts';

/** A platform that this server can reach. */
export interface ReachablePlatform {
  readonly driver: PlatformDriver;
  /** API base address. Connections that were made at another address are not used. */
  readonly origin: string;
  /** Version of the network's API, for networks with dated versions. */
  readonly apiVersion: string | null;
}

/** A sandbox that simulates every network that the operator did not configure. */
export interface SandboxAccess {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Network at which a connection was made. */
export interface NetworkOrigin {
  readonly platform: PlatformId;
  readonly network: string;
  readonly network_origin: string;
}

/** Platforms that this server can reach. */
export interface Platforms {
  /** Finds the network for new connections of the platform. */
  find(platform: PlatformId): ReachablePlatform | undefined;
  /** Lists the environment variables that the operator must set before the platform can be reached. */
  missingVariables(platform: PlatformId): readonly string[];
  /** Finds the network for new connections. @throws AppError platform_not_configured with the missing variables */
  require(platform: PlatformId): ReachablePlatform;
  /** Lists the reachable networks of the platform: several only where networks need no registered app. */
  all(platform: PlatformId): readonly ReachablePlatform[];
  /** Finds the network of a connection, at the address at which the connection was made. */
  of(connection: NetworkOrigin): ReachablePlatform | undefined;
}

/** Returns `browser` where accounts are connected on the network's pages, `token` where users paste a credential. */
export function connectsWith(platform: PlatformId): 'browser' | 'token' {
  return NETWORKS.some((network) => network.platform === platform && network.isWithoutApp) ? 'token' : 'browser';
}

/** Callback address to register at the network. @returns null for a platform that needs none */
export function redirectUriToRegister(baseUrl: string, platform: PlatformId): string | null {
  return connectsWith(platform) === 'browser' ? redirectUriFor(baseUrl, platform) : null;
}

/** Address of the callback of a platform. */
export function redirectUriFor(baseUrl: string, platform: PlatformId | '<platform>'): string {
  return `${baseUrl}/api/auth/${platform}/callback`;
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
  const reachable = new Map(
    PLATFORM_IDS.map((platform) => [platform, reachAll(platform, settings[platform], sandbox)] as const),
  );
  const all = (platform: PlatformId) => reachable.get(platform) ?? [];
  const missingVariables = (platform: PlatformId) =>
    all(platform).length > 0 ? [] : unsetVariables(platform, settings[platform]);
  return {
    all,
    missingVariables,
    find: (platform) => all(platform)[0],
    of: ({ platform, network, network_origin }) =>
      all(platform).find(({ driver, origin }) => driver.network === network && origin === network_origin),
    require(platform) {
      const [entry] = all(platform);
      if (entry) return entry;
      const variables = missingVariables(platform).join(' and ');
      throw new AppError(
        'platform_not_configured',
        `${platform} is not set up on this server; its operator sets ${variables}`,
      );
    },
  };
}

/** Lists the reachable networks of a platform: the chosen one first, then those that need no registered app. */
function reachAll(platform: PlatformId, own: PlatformSettings, sandbox: SandboxAccess | null): ReachablePlatform[] {
  const chosen = findNetwork(platform, own.network);
  if (!chosen && own.network !== undefined) {
    throw new ConfigError(`SOCIAL_${platform.toUpperCase()}_NETWORK`, `"${own.network}" does not serve ${platform}`);
  }
  const others = NETWORKS.filter((entry) => entry.platform === platform && entry !== chosen && entry.isWithoutApp);
  return [
    ...(chosen ? [reach(chosen, own, sandbox)] : []),
    ...others.map((entry) => reach(entry, NOTHING_SET, sandbox)),
  ].filter((entry) => entry !== undefined);
}

const NOTHING_SET: PlatformSettings = {
  ...{ network: undefined, clientId: undefined, clientSecret: undefined },
  ...{ apiUrl: undefined, oauthUrl: undefined, apiVersion: undefined, configId: undefined, scopes: undefined },
};

function reach(
  registration: NetworkRegistration,
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
