import type { PlatformId } from '@social/types';
import type {
  CheckedPost,
  DriverOptions,
  FoundServer,
  LookedPost,
  NamedServer,
  NetworkDriver,
  PlatformDriver,
} from './driver.ts';
import type { ServerSearch } from './http/server-host.ts';
import type { OwnApp } from './own-app.ts';

/** What a driver's folder says of its network: its `driver.ts` exports one of these as `network`. */
interface Network {
  /**
   * Checks text and settings as `publish` does before its first request. Asks nobody. @throws PlatformError with the first reason why
   * the network would refuse them
   */
  check?(post: CheckedPost): void;
  /** Says which settings would have no effect, as far as that is known. Asks nobody. */
  note?(post: CheckedPost): string | null;
  /** Checks whether the settings fit the files, as `publish` does. Asks nobody, and refuses nothing for what is unknown. @throws PlatformError */
  checkFiles?(post: LookedPost): void;
  create(options: DriverOptions): NetworkDriver;
}

/** A network at one address. Addresses are bases without a trailing slash, of the real network. */
export interface CentralDriver extends Network {
  readonly apiUrl: string;
  readonly oauthUrl: string;
  /** Default of the API's version, where it has dated versions. */
  readonly apiVersion?: string;
  /** Another app knows an account by another id. */
  readonly idsAreOfApp?: true;
}

/** A network of which anybody may run a server. A driver speaks to one server, whose address is its `apiUrl`. */
export interface OpenDriver extends Network {
  /** Finds the server of what a user has named. @throws PlatformError that says what to name instead */
  findServer(named: NamedServer, search: ServerSearch): Promise<FoundServer>;
  /** The id of an account is the same at every server, so that an account can move; others mean something at one server alone. */
  readonly idsAreGlobal?: true;
  /** The one app for all servers, for networks whose servers register none. */
  readonly ownApp?: OwnApp;
}

/** What the contract says of a network. */
interface Place {
  readonly platform: PlatformId;
  /** Lower case, as in `SOCIAL_<PLATFORM>_NETWORK`. */
  readonly network: string;
  /** Path below a sandbox's address that serves as both bases. */
  readonly sandboxPath: string;
  /** Users paste their own credential: no app has to be registered, and no client id is needed. */
  readonly isWithoutApp: boolean;
  create(options: DriverOptions): PlatformDriver;
}

export type CentralNetwork = Omit<CentralDriver, 'create'> & Place;
export type OpenNetwork = Omit<OpenDriver, 'create'> & Place;
