import type { Account } from '../../world/accounts.ts';
import type { Blob } from '../../world/blobs.ts';
import { createIdSource, type IdSource } from '../../world/ids.ts';
import type { Media } from '../../world/posts.ts';
import type { World } from '../../world/world.ts';
import type { GraphProblem } from '../meta-graph/errors.ts';
import type { GraphRequest } from '../meta-graph/request.ts';

/** What a post is made of before it is published. */
export interface Container {
  readonly id: string;
  readonly accountId: string;
  readonly kind: 'image' | 'reel' | 'child-video' | 'carousel';
  readonly isCarouselItem: boolean;
  readonly caption: string;
  readonly altText: string | undefined;
  /** Of a carousel. */
  readonly children: readonly Container[];
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  media: Media | undefined;
  /** Bytes that are still being uploaded. */
  upload: Blob | undefined;
  /** Why it cannot be published. */
  problem: GraphProblem | undefined;
  /** Looks that its processing still takes. */
  pendingChecks: number;
  isPublished: boolean;
}

/** What only this network remembers. */
export interface InstagramState {
  readonly world: World;
  readonly nextId: IdSource;
  readonly containers: Map<string, Container>;
}

/** How a Graph lets somebody use an account. */
export interface InstagramAccess {
  /** The account with this id; refuses where the call's token may not do what is needed. */
  readonly require: (request: GraphRequest, wanted: { id: string; need: 'read' | 'publish' }) => Account;
  /** Whether bytes may be uploaded instead of being fetched. */
  readonly takesUploads: boolean;
}

export function createInstagramState(world: World): InstagramState {
  return { world, nextId: createIdSource(world.now, Date.UTC(2019, 0)), containers: new Map() };
}

/** What is in a post's public address, made of its id. */
export function shortcodeOf(mediaId: string): string {
  return BigInt(mediaId).toString(36);
}
