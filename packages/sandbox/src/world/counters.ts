import type { Post } from './posts.ts';

/** Returns the number that a network shows: what the sandbox's accounts have done, and what other people are said to have done. */
export function countOf(post: Pick<Post, 'counters'> | undefined, name: string, done = 0): number {
  return (post?.counters?.[name] ?? 0) + done;
}
