import type { Account } from '../world/accounts.ts';
import type { FaultKind } from '../world/faults.ts';
import type { NetworkId } from '../world/network-ids.ts';
import type { Operation } from '../world/operation.ts';
import type { Settings } from '../world/settings.ts';

/** A post that a network has accepted, as its readers see it. */
export interface AcceptedPost {
  readonly network: NetworkId;
  /** The network's own id, as its answer to the publisher gave it. */
  readonly id: string;
  /** Username of the author. */
  readonly account: string;
  readonly text: string;
  /** Id of the post that it answers; `null` for a post of its own. */
  readonly replyToId: string | null;
  /** MIME type found in the bytes, their number, and their SHA-256 in lower-case hexadecimal. */
  readonly media: readonly { readonly type: string; readonly bytes: number; readonly sha256: string }[];
  /** RFC 3339, UTC. */
  readonly createdAt: string;
  /** RFC 3339, UTC; `null` as long as the post stands. */
  readonly deletedAt: string | null;
  /** The sandbox's page of this post. */
  readonly url: string;
}

/** A call that a network has seen. */
export interface SeenRequest {
  readonly network: NetworkId;
  readonly operation: Operation;
  readonly method: string;
  /** With the network's prefix, without the query, which may hold secrets. */
  readonly path: string;
  /** The status that was answered; 0 as long as, or because, none was. */
  readonly status: number;
  /** RFC 3339, UTC. */
  readonly at: string;
}

/** A fault to set up: the next matching calls go wrong. */
export interface SandboxFault {
  readonly network: NetworkId;
  readonly operation: Operation;
  /** What happens; the README says for each kind whether the network still does what it was asked. */
  readonly kind: FaultKind;
  /** Calls that fail: 1 by default, but `unauthorized` lasts until the faults are cleared. */
  readonly times?: number;
  /** What a rate limit tells the caller, 60 by default; the sandbox itself does not wait for it to pass. */
  readonly retryAfterSeconds?: number;
  /** Milliseconds before a `slow` answer (2000 by default), or between two bytes of a `drip` (1000). */
  readonly delayMs?: number;
}

/** An account to create. */
export interface NewAccount {
  readonly network: NetworkId;
  /** 1 to 15 letters, digits and underscores. */
  readonly username: string;
  /** Display name, 1 to 100 characters. */
  readonly name: string;
  /** `person` by default; `private` is protected and takes no direct messages. */
  readonly type?: string;
}

/** A client application to register with a network. */
export interface NewApp {
  readonly network: NetworkId;
  readonly clientId: string;
  /** Left out for a public client. */
  readonly clientSecret?: string;
  /** The exact addresses it may be sent back to; at least one. */
  readonly redirectUris: readonly string[];
  /** Gives refresh tokens where LinkedIn reserves them for partners. */
  readonly partner?: boolean;
}

/** What {@link Sandbox.waitForPost} may be told. */
export interface WaitOptions {
  /** Looks at this network only. */
  readonly network?: NetworkId;
  /** Milliseconds of real time, 4000 by default: less than the usual time limit of a test, so that its message is seen. */
  readonly timeoutMs?: number;
}

/** How programs reach the sandbox by the networks' own host names. */
export interface AsNetworks {
  /** The address of the proxy, `http://127.0.0.1:<port>`. */
  readonly proxyUrl: string;
  /** Variables for the programs: the proxy, and the file with the certificate to trust, which goes with the sandbox. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * A running sandbox and its controls.
 *
 * The controls speak to it over HTTP with the `fetch` and the timers that were there when this package was loaded, so
 * that fakes which a test installs later do not reach them. They throw {@link SandboxError}.
 */
export interface Sandbox extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`, without a trailing slash; a browser sees there what was published. */
  readonly url: string;
  /** The address to give to a client of each network instead of the real one: `<url>/<network>`. */
  readonly networks: Readonly<Record<NetworkId, string>>;
  /** Each network's port of its own, without a path, if `origins` asked for them at the start; else empty. */
  readonly origins: Readonly<Partial<Record<NetworkId, string>>>;
  /** The way in by the networks' own host names, if `asNetworks` asked for it at the start. */
  readonly asNetworks: AsNetworks | undefined;
  /** Every post that was accepted since the start or the last reset, oldest first; deleted ones too. */
  posts(network?: NetworkId): Promise<AcceptedPost[]>;
  /** Every call that the networks have seen since the start or the last reset, oldest first. */
  requests(network?: NetworkId): Promise<SeenRequest[]>;
  /** Breaks the next matching calls. Faults of the same operation strike in the order in which they were set up. */
  fault(fault: SandboxFault): Promise<void>;
  /** Forgets the faults that have not struck. */
  clearFaults(): Promise<void>;
  /** Changes the given settings; returns them all. */
  settings(changes?: Readonly<Partial<Settings>>): Promise<Readonly<Settings>>;
  /** Creates an account to authorize as; `settings({ authorizeAs })` chooses it where no person does. */
  addAccount(account: NewAccount): Promise<Account>;
  /** Registers a client application beside `sandboxApp`. */
  addApp(app: NewApp): Promise<void>;
  /** Goes back to how it was started: posts, requests, tokens, apps, accounts, faults and settings. */
  reset(): Promise<void>;
  /** Returns the first accepted post for which the predicate holds, as soon as there is one. Rejects when time is up. */
  waitForPost(predicate: (post: AcceptedPost) => boolean, options?: WaitOptions): Promise<AcceptedPost>;
  /**
   * Stops listening and cuts every connection, also those that a fault keeps open. May be called twice. A sandbox that
   * was only connected to goes on running.
   */
  close(): Promise<void>;
}
