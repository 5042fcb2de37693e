import type { Blob } from '../../world/blobs.ts';
import { createIdSource, type IdSource } from '../../world/ids.ts';
import type { World } from '../../world/world.ts';

/** Why the network ended a publish without a post. */
export type FailReason =
  | 'file_format_check_failed'
  | 'picture_size_check_failed'
  | 'publish_cancelled'
  | 'video_pull_failed'
  | 'photo_pull_failed';

/** A file that is sent in chunks. */
export interface Upload {
  /** What its address holds: an id and a token. */
  readonly key: string;
  readonly videoBytes: number;
  readonly chunkBytes: number;
  readonly chunkCount: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Whole chunks only. */
  readonly blob: Blob;
}

/** What the post of a publish will say. */
export interface PostInfo {
  readonly text: string;
  readonly privacyLevel: string;
}

/** One publish, from its init call on. */
export interface Publish {
  readonly id: string;
  readonly accountId: string;
  readonly clientId: string;
  readonly createdAt: number;
  /** Null for a draft, which goes to the person's inbox. */
  readonly post: PostInfo | null;
  readonly upload?: Upload;
  downloadedBytes?: number;
  /** Looks at the status that are still answered with "processing" once everything has arrived. */
  pendingChecks: number;
  /** Looks after that before the id is told. */
  moderationChecks: number;
  isComplete: boolean;
  failReason?: FailReason;
  /** Id of the post that came out of it. */
  postId?: string;
}

/** What only this network remembers. */
export interface TiktokState {
  readonly world: World;
  readonly nextId: IdSource;
  /** By publish id. */
  readonly publishes: Map<string, Publish>;
  /** By the key in the address. */
  readonly uploads: Map<string, Publish>;
  /** When each token called each endpoint within the last minute, for the limits. */
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

/** Privacy levels an account may choose from. */
export function privacyOptionsOf(account: { readonly type: string }): readonly string[] {
  const widest = account.type === 'private' ? 'FOLLOWER_OF_CREATOR' : 'PUBLIC_TO_EVERYONE';
  return [widest, 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'];
}
