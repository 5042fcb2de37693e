import { findPostRow, type PostRow } from '../../store/posts/posts.ts';
import type { Queryable } from '../../store/schema.ts';
import type { TargetRow } from '../../store/targets/targets.ts';
import { postsOf } from './publish-request.ts';
import { fromColumns } from './stored-request.ts';

/**
 * Names a part as people count it: `part 2`, `comment 1`, or `the post` where there is one.
 * @param part its number, from 1
 * @param posts number of the parts that are no comments
 */
export function partName(part: number, posts: number): string {
  if (part > posts) return `comment ${part - posts}`;
  return posts > 1 ? `part ${part}` : 'the post';
}

/** Names the part of a post that a target is. */
export function nameOfPart(post: PostRow, { target, part }: Pick<TargetRow, 'target' | 'part'>): string {
  return partName(part, postsOf(fromColumns(post), target));
}

/** Reads the post of a target, and names the part that it is. */
export async function readPartName(db: Queryable, target: TargetRow): Promise<string> {
  const post = await findPostRow(db, target.post_id);
  return post ? nameOfPart(post, target) : `part ${target.part}`;
}
