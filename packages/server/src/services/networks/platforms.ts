import { findNetwork, NETWORKS, type NetworkRegistration, type PlatformDriver } from '@social/platforms';
import { PLATFORM_IDS, type PlatformId } from '@social/types';
import type { PlatformSettings } from '../../config/config.ts';
import { AppError, ConfigError } from '../../errors.ts';

/** A platform that this server can reach. */
export interface ReachablePlatform {
  readonly driver: PlatformDriver;
  /** API base address; connections made at another are not used. */
  readonly origin: string;
  /** Version of the network's API, where it has dated ones. */
  readonly apiVersion: string | null;
}

/** A sandbox that stands in for every network that the operator did not configure. */
export interface SandboxAccess {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The network that a connection was made at. */
export interface NetworkOrigin {
  readonly platform: PlatformId;
  readonly network: string;
  readonly network_origin: string;
}

/** The platforms of this server; those without a driver or credentials are absent. */
export interface Platforms {
  /** The network that new connections of the platform are made at. */
  find(platform: PlatformId): ReachablePlatform | undefined;
  /** Environment variables that the operator has to set before the platform can be reached; none when it can be. */
  missingVariables(platform: PlatformId): readonly string[];
  /** @throws AppError platform_not_configured naming those variables */
  require(platform: PlatformId): ReachablePlatform;
  /** Every network of the platform that can be reached: more than one only where no app has to be registered. */
  all(platform: PlatformId): readonly ReachablePlatform[];
  /** The network that a connection was made at, at the address it was made at. */
  of(connection: NetworkOrigin): ReachablePlatform | undefined;
}

/** How an account of the platform is connected: by the network's own pages, or with a credential that is pasted here. */
export function connectsWith(platform: PlatformId): 'browser' | 'token' {
  return NETWORKS.some((network) => network.platform === platform && network.isWithoutApp) ? 'token' : 'browser';
}

/** Where the network must send the browser back to; the address to register there. Null: the platform needs none. */
export function redirectUriToRegister(baseUrl: string, platform: PlatformId): string | null {
  return connectsWith(platform) === 'browser' ? redirectUriFor(baseUrl, platform) : null;
}

/** Address of the callback of a platform. */
export function redirectUriFor(baseUrl: string, platform: PlatformId | '<platform>'): string {
  return `${baseUrl}/api/auth/${platform}/callback`;
}

/** What is unset of the app that the operator registers at the network. */
function unsetVariables(platform: PlatformId, { clientId, clientSecret }: PlatformSettings): string[] {
  const prefix = `SOCIAL_${platform.toUpperCase()}`;
  return [
    ...(clientId === undefined ? [`${prefix}_CLIENT_ID`] : []),
    ...(clientSecret === undefined ? [`${prefix}_CLIENT_SECRET`] : []),
  ];
}

/** Makes a driver for every platform that has a network, a client id and a secret. */
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

/** The chosen network first, then those that need no app of the operator. */
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
