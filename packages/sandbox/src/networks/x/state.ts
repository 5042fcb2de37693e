import type { Account } from '../../world/accounts.ts';
import { createIdSource, type IdSource } from '../../world/ids.ts';
import type { World } from '../../world/world.ts';
import { RateLimiter } from './rate-limits.ts';
import type { Upload } from './uploads.ts';

/** Milliseconds at which the network's ids begin to count. */
const epochMs = 1288834974657;

/** What only this network remembers. */
export interface XState {
  readonly world: World;
  readonly nextId: IdSource;
  /** `<account>/<post>` */
  readonly likes: Set<string>;
  readonly bookmarks: Set<string>;
  /** `<follower>/<followed>` → whether a protected account still has to agree. */
  readonly follows: Map<string, 'following' | 'pending'>;
  readonly messages: { readonly id: string; readonly conversationId: string; readonly text: string }[];
  readonly uploads: Map<string, Upload>;
  readonly limiter: RateLimiter;
}

export function createXState(world: World): XState {
  return {
    world,
    nextId: createIdSource(world.now, epochMs),
    likes: new Set(),
    bookmarks: new Set(),
    follows: new Map(),
    messages: [],
    uploads: new Map(),
    limiter: new RateLimiter(world.now),
  };
}

/** Whether one account follows another and may see its protected posts. */
export function follows(state: XState, follower: Account, followed: Account): boolean {
  return state.follows.get(`${follower.id}/${followed.id}`) === 'following';
}
