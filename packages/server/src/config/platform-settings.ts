import { PLATFORM_IDS, type PlatformId } from '@social/types';
import { isLoopback } from '../addresses.ts';
import { ConfigError } from '../errors.ts';
import type { Environment } from './environment.ts';

/** The operator's settings of one platform. A sandbox, then the network's own defaults, fill in unset values. */
export interface PlatformSettings {
  readonly network: string | undefined;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly apiUrl: string | undefined;
  readonly oauthUrl: string | undefined;
  readonly apiVersion: string | undefined;
  readonly configId: string | undefined;
  readonly scopes: readonly string[] | undefined;
  /** Directory of the accounts, and server that knows their names; only tests replace them. */
  readonly plcUrl: string | undefined;
  readonly resolverUrl: string | undefined;
}

/** Reads `SOCIAL_<PLATFORM>_…` of every platform. @throws ConfigError */
export function readPlatforms(settings: Environment): Record<PlatformId, PlatformSettings> {
  const entries = PLATFORM_IDS.map((platform) => [platform, readPlatform(settings, platform)]);
  return Object.fromEntries(entries) as Record<PlatformId, PlatformSettings>;
}

function readPlatform(settings: Environment, platform: PlatformId): PlatformSettings {
  const prefix = `SOCIAL_${platform.toUpperCase()}`;
  const clientId = settings.text(`${prefix}_CLIENT_ID`);
  const clientSecret = settings.secret(`${prefix}_CLIENT_SECRET`);
  if ((clientId === undefined) !== (clientSecret === undefined)) {
    const missing = clientId === undefined ? '_CLIENT_ID' : '_CLIENT_SECRET';
    throw new ConfigError(`${prefix}${missing}`, 'a client id and its secret belong together; set both or neither');
  }
  return {
    network: settings.text(`${prefix}_NETWORK`),
    clientId,
    clientSecret,
    apiUrl: readNetworkAddress(settings, `${prefix}_API_URL`),
    oauthUrl: readNetworkAddress(settings, `${prefix}_OAUTH_URL`),
    apiVersion: settings.text(`${prefix}_API_VERSION`),
    configId: settings.text(`${prefix}_CONFIG_ID`),
    scopes: settings.text(`${prefix}_SCOPES`)?.split(/[\s,]+/),
    plcUrl: readNetworkAddress(settings, `${prefix}_PLC_URL`),
    resolverUrl: readNetworkAddress(settings, `${prefix}_RESOLVER_URL`),
  };
}

function readNetworkAddress(settings: Environment, name: string): string | undefined {
  const address = settings.address(name);
  if (address !== undefined) settings.refusePlainHttp(name, address, 'tokens');
  return address;
}

/** Warnings of addresses in place of a network's own: the server sends tokens there, which the operator may not have meant. */
export function addressWarnings(platforms: Readonly<Record<PlatformId, PlatformSettings>>): string[] {
  return Object.entries(platforms).flatMap(([platform, { apiUrl, oauthUrl, plcUrl, resolverUrl }]) =>
    [apiUrl, oauthUrl, plcUrl, resolverUrl]
      .filter((address) => address !== undefined && !isLoopback(new URL(address).hostname))
      .map((address) => `${platform} is reached at ${address} in place of the network's own address, as was set`),
  );
}
