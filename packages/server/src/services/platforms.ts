import { findNetwork, type PlatformDriver } from '@social/platforms';
import { PLATFORM_IDS, type PlatformId } from '@social/types';
import type { PlatformSettings } from '../config.ts';
import { AppError, ConfigError } from '../errors.ts';

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

/** The platforms of this server; those without a driver or credentials are absent. */
export interface Platforms {
  find(platform: PlatformId): ReachablePlatform | undefined;
  /** @throws AppError platform_not_configured */
  require(platform: PlatformId): ReachablePlatform;
}

/** Makes a driver for every platform that has a network, a client id and a secret. */
export function createPlatforms(
  settings: Readonly<Record<PlatformId, PlatformSettings>>,
  sandbox: SandboxAccess | null,
): Platforms {
  const reachable = new Map<PlatformId, ReachablePlatform>();
  for (const platform of PLATFORM_IDS) {
    const entry = reach(platform, settings[platform], sandbox);
    if (entry) reachable.set(platform, entry);
  }
  return {
    find: (platform) => reachable.get(platform),
    require(platform) {
      const entry = reachable.get(platform);
      if (entry) return entry;
      const prefix = `SOCIAL_${platform.toUpperCase()}`;
      throw new AppError(
        'platform_not_configured',
        `${platform} is not set up on this server; its operator sets ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET`,
      );
    },
  };
}

function reach(
  platform: PlatformId,
  own: PlatformSettings,
  sandbox: SandboxAccess | null,
): ReachablePlatform | undefined {
  const registration = findNetwork(platform, own.network);
  if (!registration) {
    if (own.network === undefined) return undefined;
    throw new ConfigError(`SOCIAL_${platform.toUpperCase()}_NETWORK`, `"${own.network}" does not serve ${platform}`);
  }
  const clientId = own.clientId ?? sandbox?.clientId;
  const clientSecret = own.clientSecret ?? sandbox?.clientSecret;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  const base = sandbox && `${sandbox.url}${registration.sandboxPath}`;
  const apiUrl = own.apiUrl ?? base ?? registration.apiUrl;
  const oauthUrl = own.oauthUrl ?? base ?? registration.oauthUrl;
  const apiVersion = own.apiVersion ?? registration.apiVersion;
  const driver = registration.create({
    clientId,
    clientSecret,
    apiUrl,
    oauthUrl,
    ...(apiVersion === undefined ? {} : { apiVersion }),
  });
  return { driver, origin: apiUrl, apiVersion: apiVersion ?? null };
}
