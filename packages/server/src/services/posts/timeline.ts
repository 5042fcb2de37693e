import { listPostEvents, type PostStep, postEvent, targetEvent } from '../../store/posts/post-events.ts';
import type { PostWithTargets } from '../../store/posts/posts.ts';
import type { Queryable } from '../../store/schema.ts';

/** Number of steps of a post that are read, from the last one back. */
export const MAX_STEPS = 500;

/**
 * Reads the last 500 steps of a post, oldest first. For a post from before steps were stored, it makes steps from the rows:
 * the creation, and the state of each platform.
 */
export async function readTimeline(db: Queryable, found: PostWithTargets): Promise<PostStep[]> {
  const noted = await listPostEvents(db, found.post.id, MAX_STEPS);
  if (noted.length === MAX_STEPS || noted.some(({ kind }) => kind === 'created' || kind === 'scheduled')) return noted;
  return [...stepsFromRows(found, new Set(noted.map(({ platform }) => platform))), ...noted];
}

function stepsFromRows({ post, targets }: PostWithTargets, noted: ReadonlySet<string | null>): PostStep[] {
  const states = targets
    .filter(({ platform }) => !noted.has(platform))
    .map((target) => targetEvent(target, target))
    .sort((one, other) => (one.at < other.at ? -1 : 1));
  return [postEvent(post, 'created', post.created_at), ...states];
}
