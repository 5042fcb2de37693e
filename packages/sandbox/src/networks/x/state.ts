import type { Account } from '../../world/accounts.ts';
import { createIdSource, type IdSource } from '../../world/ids.ts';
import type { World } from '../../world/world.ts';
import { RateLimiter } from './rate-limits.ts';

/** The network's own epoch, in milliseconds since 1970. */
const epochMs = 1288834974657;

/** A media upload, begun or finished. */
export interface Upload {
  readonly id: string;
  readonly accountId: string;
  readonly category: string;
  readonly mediaType: string;
  /** Announced size in bytes; absent for an upload in one request. */
  readonly totalBytes?: number;
  readonly segments: Map<number, Buffer>;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Set when the upload is finalized. */
  data?: Buffer;
  altText?: string;
  /** A video whose processing fails. */
  isBroken?: boolean;
  /** Number of status checks that still find a video in processing. */
  pendingChecks: number;
}

/** State of this network alone. */
export interface XState {
  readonly world: World;
  readonly nextId: IdSource;
  /** `<account>/<post>` */
  readonly likes: Set<string>;
  readonly bookmarks: Set<string>;
  /** By `<follower>/<followed>`; `pending` until a protected account agrees. */
  readonly follows: Map<string, 'following' | 'pending'>;
  readonly messages: { readonly id: string; readonly conversationId: string; readonly text: string }[];
  readonly uploads: Map<string, Upload>;
  /** Keys of the media of posts, which are those of their uploads, by post. */
  readonly mediaKeys: Map<string, readonly string[]>;
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
    mediaKeys: new Map(),
    limiter: new RateLimiter(world.now),
  };
}

/** Returns true when one account follows another and may see its protected posts. */
export function follows(state: XState, follower: Account, followed: Account): boolean {
  return state.follows.get(`${follower.id}/${followed.id}`) === 'following';
}
