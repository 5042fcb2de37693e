import { AccountStore } from './accounts.ts';
import { AppStore } from './apps.ts';
import { FaultQueue } from './faults.ts';
import { GrantStore } from './grants.ts';
import type { NetworkId } from './network-ids.ts';
import type { Operation } from './operation.ts';
import { type Post, PostStore } from './posts.ts';
import { defaultSettings, type Settings } from './settings.ts';

/** One line of the request log. */
export interface RequestEntry {
  readonly network: NetworkId;
  readonly operation: Operation;
  readonly method: string;
  /** Path with the network's prefix, without the query, which may contain secrets. */
  readonly path: string;
  /** The status that was sent, or 0 without an answer. */
  status: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The whole state of a sandbox. A reset replaces it as a whole, so that no part is missed. */
export interface World {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Reports a change to be saved. Only calls that count as reading have to. */
  readonly changed: () => void;
  readonly accounts: AccountStore;
  readonly posts: PostStore;
  readonly apps: AppStore;
  readonly grants: GrantStore;
  readonly faults: FaultQueue;
  readonly requests: RequestEntry[];
  readonly settings: Settings;
}

/** Creates an empty world, which the networks seed. */
export function createWorld({ now, changed }: Pick<World, 'now' | 'changed'>, settings: Partial<Settings>): World {
  return {
    now,
    changed,
    accounts: new AccountStore(),
    posts: new PostStore(),
    apps: new AppStore(),
    grants: new GrantStore(now),
    faults: new FaultQueue(),
    requests: [],
    settings: { ...defaultSettings(), ...settings },
  };
}

/** Adds a post that a client publishes now; it begins a conversation unless it belongs to one. */
export function acceptPost(
  world: World,
  post: Pick<Post, 'network' | 'id' | 'accountId' | 'text' | 'media'> & Partial<Post>,
): Post {
  const accepted = { createdAt: world.now(), hidden: false, seeded: false, conversationId: post.id, ...post };
  world.posts.add(accepted);
  return accepted;
}
