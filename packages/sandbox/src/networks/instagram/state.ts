import type { Json } from '../../http/route.ts';
import type { Account } from '../../world/accounts.ts';
import { createIdSource, type IdSource } from '../../world/ids.ts';
import type { Media } from '../../world/posts.ts';
import type { StoredBytes } from '../../world/stored-bytes.ts';
import type { World } from '../../world/world.ts';
import type { GraphProblem } from '../meta-graph/errors.ts';
import type { GraphRequest } from '../meta-graph/request.ts';

/** A post before it is published, or one item of a carousel. */
export interface Container {
  readonly id: string;
  readonly accountId: string;
  readonly kind: 'image' | 'reel' | 'child-video' | 'carousel' | 'story-image' | 'story-video';
  readonly isCarouselItem: boolean;
  readonly caption: string;
  readonly altText: string | undefined;
  readonly settings: Readonly<Record<string, Json>>;
  /** The items of a carousel. */
  readonly children: readonly Container[];
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  media: Media | undefined;
  /** Present while the bytes are still to be uploaded. */
  upload: StoredBytes | undefined;
  /** The reason why it cannot be published. */
  problem: GraphProblem | undefined;
  /** Number of status checks that still find it in processing. */
  pendingChecks: number;
  isPublished: boolean;
}

/** State of this network alone. */
export interface InstagramState {
  readonly world: World;
  readonly nextId: IdSource;
  readonly containers: Map<string, Container>;
  /** The items of published carousels, by id. */
  readonly items: Map<string, { readonly postId: string; readonly index: number }>;
}

/** What a call does, for which its token needs a permission. */
export type InstagramNeed = 'read' | 'publish' | 'comment' | 'delete';

/** Access that one of the two Graphs gives to Instagram accounts. */
export interface InstagramAccess {
  /** Returns the account with this id, or refuses when the call's token lacks the permission. */
  readonly require: (request: GraphRequest, wanted: { id: string; need: InstagramNeed }) => Account;
  /** Tells how often a post was shared, saved and seen. */
  readonly hasAllCounters: boolean;
  /** Allows uploads of bytes instead of addresses to fetch. */
  readonly takesUploads: boolean;
  /** Labels posts as paid partnerships. */
  readonly labelsPartnerships: boolean;
}

export function createInstagramState(world: World): InstagramState {
  return { world, nextId: createIdSource(world.now, Date.UTC(2019, 0)), containers: new Map(), items: new Map() };
}

/** Derives the code in a post's public address from its id. */
export function shortcodeOf(mediaId: string): string {
  return BigInt(mediaId).toString(36);
}
