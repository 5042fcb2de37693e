import type { CounterName, Settings, SettingsChanges } from '../networks/registry.ts';
import type { Account } from '../world/accounts.ts';
import type { ChatMessage } from '../world/chat-message.ts';
import type { FaultKind } from '../world/faults.ts';
import type { NetworkId } from '../world/network-ids.ts';
import type { Operation } from '../world/operation.ts';
import type { PostSettings } from '../world/posts.ts';

/** A post that a network has accepted, as its readers see it. */
export interface AcceptedPost {
  readonly network: NetworkId;
  /** The network's own id, the one in its answer to the publisher. */
  readonly id: string;
  /** Username of the author. */
  readonly account: string;
  readonly text: string;
  /** Id of the post that this one replies to, or `null`. */
  readonly replyToId: string | null;
  /**
   * MIME type found in the bytes, the number of bytes, their SHA-256 in lower-case hexadecimal, and what readers see as the name of a
   * document, which pictures and videos do not have.
   */
  readonly media: readonly {
    readonly type: string;
    readonly bytes: number;
    readonly sha256: string;
    readonly fileName?: string;
  }[];
  /** The card of its link, on networks that leave the card to the publisher; absent without one. `picture`: its SHA-256. */
  readonly card?: {
    readonly url: string;
    readonly title: string;
    readonly description: string;
    readonly picture: string | null;
  };
  /** The question, which may be the text of the post, and its answers; absent without a poll. `endsAt`: RFC 3339, UTC. */
  readonly poll?: {
    readonly question: string;
    readonly options: readonly string[];
    readonly multiple: boolean;
    readonly endsAt: string;
  };
  /** What the network's page says about the post, such as "paid partnership"; absent where the sandbox shows none. */
  readonly labels?: readonly string[];
  /** What its author chose besides, by the network's own names, such as `reply_settings`; absent without a choice. */
  readonly settings?: PostSettings;
  /** What is said of a message of a chat; absent without anything. */
  readonly chat?: ChatMessage;
  /** RFC 3339, UTC. */
  readonly createdAt: string;
  /** RFC 3339, UTC; `null` while the post is not deleted. */
  readonly deletedAt: string | null;
  /** The `Idempotency-Key` of the call that published it; absent without one, and on networks that have no such keys. */
  readonly idempotencyKey?: string;
  /** The sandbox's page of this post. */
  readonly url: string;
}

/** A call that a network has seen. */
export interface SeenRequest {
  readonly network: NetworkId;
  readonly operation: Operation;
  readonly method: string;
  /** Path with the network's prefix, without the query, which may contain secrets. */
  readonly path: string;
  /** The status that was sent, or 0 without an answer. */
  readonly status: number;
  /** RFC 3339, UTC. */
  readonly at: string;
}

/** A fault to set up: the next matching calls go wrong. */
export interface SandboxFault {
  readonly network: NetworkId;
  readonly operation: Operation;
  /** The way the call fails; the README says for each kind whether the network still performs the call. */
  readonly kind: FaultKind;
  /** Number of calls that fail: 1 by default; `unauthorized` lasts until the faults are cleared. */
  readonly times?: number;
  /** Seconds in the answer of a rate limit, 60 by default; the sandbox does not wait for them to pass. */
  readonly retryAfterSeconds?: number;
  /** Milliseconds before a `slow` answer (2000 by default), or between two bytes of a `drip` (1000). */
  readonly delayMs?: number;
}

/** Numbers that a network is to show for a post. */
export interface PostCounters {
  readonly network: NetworkId;
  /** The network's own id of the post, as in {@link AcceptedPost}. */
  readonly id: string;
  readonly counters: Readonly<Partial<Record<CounterName, number>>>;
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

/** Options of {@link Sandbox.waitForPost}. */
export interface WaitOptions {
  /** Considers this network's posts only. */
  readonly network?: NetworkId;
  /** Milliseconds of real time, 4000 by default: less than a test's usual time limit, so that the error is seen. */
  readonly timeoutMs?: number;
}

/** Access to the sandbox by the networks' own host names. */
export interface AsNetworks {
  /** The address of the proxy, `http://127.0.0.1:<port>`. */
  readonly proxyUrl: string;
  /** Environment variables for the programs: the proxy, and the file with its certificate, which `close()` deletes. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A control call that was refused, found no sandbox, or waited in vain. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  /** The HTTP status of a refusal. */
  readonly status: number | undefined;

  constructor(message: string, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.status = status;
  }
}

/**
 * A running sandbox and its controls.
 *
 * The controls are HTTP calls. They use the `fetch` and the timers of the moment at which this package was loaded, so that
 * fakes which a test installs later do not affect them.
 *
 * @throws {SandboxError} From every control.
 */
export interface Sandbox extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`, without a trailing slash; a browser shows there what was published. */
  readonly url: string;
  /** The address to give to a client of each network instead of the real one: `<url>/<network>`. */
  readonly networks: Readonly<Record<NetworkId, string>>;
  /** Each network's own origin if the sandbox was started with `origins`, else empty. */
  readonly origins: Readonly<Partial<Record<NetworkId, string>>>;
  /** Access by the networks' own host names, if the sandbox was started with `asNetworks`. */
  readonly asNetworks: AsNetworks | undefined;
  /** Returns every post accepted since the start or the last reset, oldest first, including deleted ones. */
  posts(network?: NetworkId): Promise<AcceptedPost[]>;
  /**
   * Sets what people besides the sandbox's accounts did with a post, such as `{ likeCount: 12 }`. The names are those of the
   * network's own fields; a counter that is left out keeps its number.
   */
  setCounters(post: PostCounters): Promise<void>;
  /** Returns every call that the networks saw since the start or the last reset, oldest first. */
  requests(network?: NetworkId): Promise<SeenRequest[]>;
  /** Breaks the next matching calls. Faults of the same operation apply in the order in which they were set up. */
  fault(fault: SandboxFault): Promise<void>;
  /** Removes the faults that still wait for a call. */
  clearFaults(): Promise<void>;
  /** Changes the given settings and returns all settings. */
  settings(changes?: SettingsChanges): Promise<Readonly<Settings>>;
  /** Creates an account to sign in as; `settings({ authorizeAs })` selects it for automatic approval. */
  addAccount(account: NewAccount): Promise<Account>;
  /** Registers a client application in addition to `sandboxApp`. */
  addApp(app: NewApp): Promise<void>;
  /** Restores the state of the start: posts, requests, tokens, apps, accounts, faults and settings. */
  reset(): Promise<void>;
  /** Waits for an accepted post for which the predicate holds; rejects when time is up. */
  waitForPost(predicate: (post: AcceptedPost) => boolean, options?: WaitOptions): Promise<AcceptedPost>;
  /**
   * Stops listening and cuts every connection, also those that a fault keeps open. May be called twice. A sandbox from
   * `connectSandbox` keeps running.
   */
  close(): Promise<void>;
}
