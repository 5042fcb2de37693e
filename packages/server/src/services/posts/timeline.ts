import {
  listPostEvents,
  type NewPostEvent,
  type PostEventDetails,
  postEvent,
  targetEvent,
} from '../../store/post-events.ts';
import type { PostWithTargets } from '../../store/posts.ts';
import type { Queryable } from '../../store/schema.ts';

/** Number of steps of a post that are read, from the last one back. */
export const MAX_STEPS = 500;

/** A step of a post or of one of its platforms. */
export type Step = Omit<NewPostEvent, 'workspace_id' | 'post_id'>;

/**
 * Reads the last 500 steps of a post, oldest first. For a post from before steps were stored, it makes steps from the rows:
 * the creation, and the state of each platform.
 */
export async function readTimeline(db: Queryable, found: PostWithTargets): Promise<Step[]> {
  const rows = await listPostEvents(db, found.post.id, MAX_STEPS);
  const noted = rows.map((row) => ({
    ...row,
    details: row.details === null ? {} : (JSON.parse(row.details) as PostEventDetails),
  }));
  if (noted.length === MAX_STEPS || noted.some(({ kind }) => kind === 'created' || kind === 'scheduled')) return noted;
  return [...stepsFromRows(found, new Set(noted.map(({ platform }) => platform))), ...noted];
}

function stepsFromRows({ post, targets }: PostWithTargets, noted: ReadonlySet<string | null>): Step[] {
  const states = targets
    .filter(({ platform }) => !noted.has(platform))
    .map((target) => targetEvent(target, target))
    .sort((one, other) => (one.at < other.at ? -1 : 1));
  return [postEvent(post, 'created', post.created_at), ...states];
}
