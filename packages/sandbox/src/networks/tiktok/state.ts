import { createIdSource, type IdSource } from '../../world/ids.ts';
import type { Post } from '../../world/posts.ts';
import type { StoredBytes } from '../../world/stored-bytes.ts';
import type { World } from '../../world/world.ts';

/** The reason why a publish ended without a post. */
export type FailReason =
  | 'file_format_check_failed'
  | 'duration_check_failed'
  | 'picture_size_check_failed'
  | 'publish_cancelled'
  | 'video_pull_failed'
  | 'photo_pull_failed';

/** A file that is sent in chunks. */
export interface Upload {
  /** Id and token, as in the upload's address. */
  readonly key: string;
  readonly videoBytes: number;
  readonly chunkBytes: number;
  readonly chunkCount: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Whole chunks only. */
  readonly blob: StoredBytes;
}

/** A post as its call describes it. */
export interface PostInfo {
  readonly text: string;
  readonly privacyLevel: string;
  /** All but the text, by the network's own names. */
  readonly settings: NonNullable<Post['settings']>;
}

/** One publish, from its init call on. */
export interface Publish {
  readonly id: string;
  readonly accountId: string;
  readonly clientId: string;
  readonly createdAt: number;
  /** The post, or null for a draft, which goes to the person's inbox. */
  readonly post: PostInfo | null;
  readonly upload?: Upload;
  downloadedBytes?: number;
  /** Number of status checks that still answer "processing" after everything has arrived. */
  pendingChecks: number;
  /** Number of further status checks that do not show the post's id yet. */
  moderationChecks: number;
  isComplete: boolean;
  failReason?: FailReason;
  /** Id of the published post. */
  postId?: string;
}

/** State of this network alone. */
export interface TiktokState {
  readonly world: World;
  readonly nextId: IdSource;
  /** Publishes by id. */
  readonly publishes: Map<string, Publish>;
  /** Publishes by the key in their upload's address. */
  readonly uploads: Map<string, Publish>;
  /** Instants of calls within the last minute, by token and endpoint, for the rate limits. */
  readonly calls: Map<string, number[]>;
}

export function createTiktokState(world: World): TiktokState {
  return {
    world,
    nextId: createIdSource(world.now, 0),
    publishes: new Map(),
    uploads: new Map(),
    calls: new Map(),
  };
}

/** Longest video that an account may post, in seconds. */
export const maxPostSeconds = 300;

/** Privacy levels that an account may choose. */
export function privacyOptionsOf(account: { readonly type: string }): readonly string[] {
  const widest = account.type === 'private' ? 'FOLLOWER_OF_CREATOR' : 'PUBLIC_TO_EVERYONE';
  return [widest, 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'];
}
