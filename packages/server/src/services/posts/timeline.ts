import {
  listPostEvents,
  type NewPostEvent,
  type PostEventDetails,
  postEvent,
  targetEvent,
} from '../../store/post-events.ts';
import type { PostWithTargets } from '../../store/posts.ts';
import type { Queryable } from '../../store/schema.ts';

/** So many of the last steps of a post are read. */
export const MAX_STEPS = 500;

/** A step of a post or of one of its platforms. */
export type Step = Omit<NewPostEvent, 'workspace_id' | 'post_id'>;

/**
 * The last 500 steps of a post, the oldest first. Of what was stored before steps were noted, the rows tell how it began and
 * the state that each platform had come to.
 */
export async function readTimeline(db: Queryable, found: PostWithTargets): Promise<Step[]> {
  const rows = await listPostEvents(db, found.post.id, MAX_STEPS);
  const noted = rows.map((row) => ({
    ...row,
    details: row.details === null ? {} : (JSON.parse(row.details) as PostEventDetails),
  }));
  if (noted.length === MAX_STEPS || noted.some(({ kind }) => kind === 'created' || kind === 'scheduled')) return noted;
  return [...untold(found, new Set(noted.map(({ platform }) => platform))), ...noted];
}

function untold({ post, targets }: PostWithTargets, told: ReadonlySet<string | null>): Step[] {
  const states = targets
    .filter(({ platform }) => !told.has(platform))
    .map((target) => targetEvent(target, target))
    .sort((one, other) => (one.at < other.at ? -1 : 1));
  return [postEvent(post, 'created', post.created_at), ...states];
}
