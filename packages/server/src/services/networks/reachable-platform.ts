import type { PlatformDriver } from '@social/platforms';
import type { PlatformId } from '@social/types';

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
