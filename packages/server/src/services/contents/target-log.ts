import type { PreparedFile } from '../../media/keep/media-source.ts';
import type { NewActivity } from '../../store/activity-log.ts';
import { findProfile } from '../../store/connections/profiles.ts';
import { findPostRow, type PostRow } from '../../store/posts/posts.ts';
import type { Queryable } from '../../store/schema.ts';
import type { TargetRow } from '../../store/targets/targets.ts';
import { contentFor, type PlatformContent } from './publish-request.ts';
import { fromColumns } from './stored-request.ts';

/** A profile as the activity log keeps it. */
export interface ProfileInLog {
  readonly id: string;
  /** Name of the profile; its slug after it was deleted. */
  readonly name: string;
}

/** A target, with what an event of it writes to the log. */
export interface KnownTarget {
  readonly target: TargetRow;
  readonly content: PlatformContent;
  readonly profile: ProfileInLog;
}

/** Reads what belongs to a stored target. @returns undefined when the post was deleted */
export async function readKnownTarget(
  db: Queryable,
  target: TargetRow,
): Promise<(KnownTarget & { readonly post: PostRow }) | undefined> {
  const post = await findPostRow(db, target.post_id);
  if (!post) return undefined;
  const content = contentFor(fromColumns(post), target.target, target.part);
  return { post, target, content, profile: await loggedProfile(db, post) };
}

/** Reads the profile of a post for the log. */
export async function loggedProfile(db: Queryable, post: PostRow): Promise<ProfileInLog> {
  const found = await findProfile(db, post.workspace_id, post.profile_id);
  return { id: post.profile_id, name: found?.name ?? post.profile_slug };
}

/** Makes the log entry of a target's result. */
export function resultEntry(
  target: TargetRow,
  result: { status: NewActivity['status']; at: string; profile: ProfileInLog; text: string; credits: number },
  details: Readonly<Record<string, unknown>>,
): NewActivity {
  const { status, at, profile, text, credits } = result;
  return {
    workspace_id: target.workspace_id,
    action: 'post.published',
    platform: target.platform,
    profile_id: profile.id,
    profile_name: profile.name,
    status,
    metadata: { postId: target.post_id, ...accountAndPartOf(target), text, credits, ...details },
    created_at: at,
  };
}

/** What was done to the files of a target. */
export function fittedOf({ fitted }: Pick<TargetRow, 'fitted'>): readonly PreparedFile[] {
  return JSON.parse(fitted ?? '[]') as PreparedFile[];
}

/** Joins the notes on a target: what is left out, what was done to its files, and what the network did. */
export function noteOf(
  content: Pick<PlatformContent, 'note'>,
  fitted: readonly PreparedFile[],
  published?: string,
): string | null {
  return [content.note, ...fitted.map(({ note }) => note), published].filter(Boolean).join(' ') || null;
}

/** Number of a thread part, from the second part on, for transactions. */
export function partOf({ part }: Pick<TargetRow, 'part'>): { part?: number } {
  return part > 1 ? { part } : {};
}

/** Number of a thread part, from the second part on, and short name of the account, for log entries and steps. */
export function accountAndPartOf(target: Pick<TargetRow, 'part' | 'account_name'>): { part?: number; target?: string } {
  return { ...partOf(target), ...(target.account_name !== null && { target: target.account_name }) };
}
