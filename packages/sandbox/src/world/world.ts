import { AppStore } from '../oauth/apps.ts';
import { GrantStore } from '../oauth/grants.ts';
import { AccountStore } from './accounts.ts';
import { FaultQueue } from './faults.ts';
import type { NetworkId } from './network-ids.ts';
import type { Operation } from './operation.ts';
import { PostStore } from './posts.ts';
import { defaultSettings, type Settings } from './settings.ts';

/** One line of the request log. */
export interface RequestEntry {
  readonly network: NetworkId;
  readonly operation: Operation;
  readonly method: string;
  /** Path with the network's prefix, without the query, which may hold secrets. */
  readonly path: string;
  /** The status that was sent; 0 as long as, or because, none was. */
  status: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Everything a sandbox remembers. A reset replaces it as a whole, so that nothing is forgotten. */
export interface World {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly accounts: AccountStore;
  readonly posts: PostStore;
  readonly apps: AppStore;
  readonly grants: GrantStore;
  readonly faults: FaultQueue;
  readonly requests: RequestEntry[];
  readonly settings: Settings;
}

/** An empty world; the networks seed it. */
export function createWorld(now: () => number, settings: Partial<Settings>): World {
  return {
    now,
    accounts: new AccountStore(),
    posts: new PostStore(),
    apps: new AppStore(),
    grants: new GrantStore(now),
    faults: new FaultQueue(),
    requests: [],
    settings: { ...defaultSettings(), ...settings },
  };
}
