import type { ConnectionRow } from '../../store/connections/connections.ts';
import { findProfile } from '../../store/connections/profiles.ts';
import { findPostRow, type PostRow } from '../../store/posts/posts.ts';
import type { Queryable } from '../../store/schema.ts';
import type { TargetRow } from '../../store/targets/targets.ts';
import type { Turn } from '../workers/turns.ts';
import { contentFor, type PlatformContent } from './publish-request.ts';
import { fromColumns } from './stored-request.ts';

/** A profile as the activity log keeps it. */
export interface ProfileInLog {
  readonly id: string;
  /** Name of the profile; its slug after it was deleted. */
  readonly name: string;
}

/** A target, with what an event of it writes to the log. */
export interface TargetInLog {
  readonly target: TargetRow;
  readonly content: PlatformContent;
  readonly profile: ProfileInLog;
}

/** A target on its way, with all that sending, ending and logging it needs. */
export interface Dispatch extends TargetInLog {
  /** Present connection of the profile, which may have another account than when the target was stored. */
  readonly connection: ConnectionRow;
  /**
   * Instant, in milliseconds since 1970, until which the target is sent again if the network certainly did not accept it;
   * null for posts without a scheduled time, whose caller gets the failure at once.
   */
  readonly retryUntil: number | null;
  /** Turn of the channel, which ends with the delivery; without one, the delivery takes it. */
  readonly turn?: Turn;
  /** Set when an earlier attempt ended without an answer, perhaps with its process; this one continues from the checkpoint. */
  readonly isResumed?: true;
}

/** Reads what belongs to a stored target. @returns undefined when the post was deleted */
export async function readTargetInLog(
  db: Queryable,
  target: TargetRow,
): Promise<(TargetInLog & { readonly post: PostRow }) | undefined> {
  const post = await findPostRow(db, target.post_id);
  if (!post) return undefined;
  const content = contentFor(fromColumns(post), target.platform, target.part);
  return { post, target, content, profile: await loggedProfile(db, post) };
}

/** Reads the profile of a post for the log. */
export async function loggedProfile(db: Queryable, post: PostRow): Promise<ProfileInLog> {
  const found = await findProfile(db, post.workspace_id, post.profile_id);
  return { id: post.profile_id, name: found?.name ?? post.profile_slug };
}
