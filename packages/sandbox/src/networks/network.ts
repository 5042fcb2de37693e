import type { Call, Reply, Route } from '../http/route.ts';
import type { FaultKind } from '../world/faults.ts';
import type { NetworkId } from '../world/network-ids.ts';
import type { Post } from '../world/posts.ts';
import type { World } from '../world/world.ts';
import type { MediaLimits } from './media-limits.ts';

/** The call that a fault breaks. */
export interface FaultCall {
  /** Seconds until a rate limit ends. */
  readonly retryAfterSeconds: number;
  readonly call: Call;
}

/** Answers a call that a fault breaks. */
export type FaultReply = (fault: FaultCall) => Reply;

/** The network's own error answers by the kind of fault; `other` answers the kinds that are not listed. */
export type FaultReplies = Readonly<Partial<Record<FaultKind, FaultReply>>> & { readonly other: FaultReply };

/** The places of ids in successful answers, which the fault `no-id` removes. */
export interface IdPlaces {
  readonly keys: readonly string[];
  /** Members in which the keys are removed, too: `name` for an object, `name[]` for a list of objects. */
  readonly within?: readonly string[];
  readonly headers?: readonly string[];
}

/** What is known of a network before a world begins: `network.ts` of its folder exports one as `network`. */
export interface NetworkDefinition {
  /** Begins the network with its seeded accounts and posts. @param settings its own ones, which calls change later */
  create(world: World, settings: object): Network;
  /** Ids of the accounts and posts in every fresh sandbox. They never change. */
  readonly seed: object;
  /** The counters of its posts, by the names of its own fields. */
  readonly counters: readonly string[];
  readonly mediaLimits: MediaLimits;
  /** Makes the id of a new account of the hash of its name; ten letters and digits by default. */
  accountId?(hash: Buffer): string;
  /** Settings of this network alone, as a member of all settings. */
  readonly settings?: {
    defaults(): object;
    /** @throws {InputError} */
    read(value: unknown): object;
  };
}

/** One simulated network in a world. */
export interface Network {
  readonly id: NetworkId;
  readonly routes: readonly Route[];
  /** State of this network alone; saved with the sandbox's state. */
  readonly state: object;
  /** The content type of the network's JSON, `application/json; charset=utf-8` by default. */
  readonly jsonType?: string;
  readonly faultReplies: FaultReplies;
  /** Refuses calls of every kind before they are looked at, also those of paths that the network does not have. */
  readonly refuse?: (call: Call) => Reply | undefined;
  readonly idPlaces: IdPlaces;
  /** The answer to a path the network does not have. */
  readonly unknownPath: (call: Call) => Reply;
  /** Public tokens and addresses to paste into a client, for networks without a sign-in. */
  readonly credentials?: readonly { readonly label: string; readonly value: string }[];
  /** Removes secrets from a path before the request log shows it. */
  readonly loggedPath?: (path: string) => string;
  /** The page of a post, relative to the network's own address. */
  readonly permalink: (post: Post) => string;
}
