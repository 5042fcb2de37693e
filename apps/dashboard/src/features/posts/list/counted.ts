import { useQueries } from '@tanstack/react-query';
import { type CounterTable, monthQuery } from '../../../shared/counters/counter-queries.ts';
import { inShort } from '../../../shared/counters/counter-words.ts';
import { monthOf } from '../../../shared/counters/month.ts';
import { type Post, timeOfPost } from '../../../shared/posts/post-standing.ts';

/** Most months of which the numbers are read, the latest ones. */
const MONTHS = 3;

/** Returns a function that tells what is known about a post in short. @param posts those in view */
export function useCounted(posts: readonly Post[]): (postId: string) => string {
  const sent = posts.filter(({ status }) => status === 'published');
  const months = [...new Set(sent.map((post) => monthOf(timeOfPost(post))))].sort().slice(-MONTHS);
  return useQueries({ queries: months.map(monthQuery), combine });
}

function combine(tables: readonly { data?: CounterTable | undefined }[]): (postId: string) => string {
  const found = Map.groupBy(
    tables.flatMap(({ data }) => data?.posts ?? []),
    ({ postId }) => postId,
  );
  return (postId) => inShort((found.get(postId) ?? []).flatMap(({ counters }) => counters));
}
