import { Moment, useTicking } from '../../ui/moment.tsx';
import { type Post, timeOf } from './post-standing.ts';

const SOON_MS = 24 * 3_600_000;

/** When a post goes out, or what its time was: near times as a distance, others as day and time of day. */
export function PostWhen({ post }: { post: Post }) {
  const at = timeOf(post);
  const isAhead = post.status === 'scheduled';
  useTicking(isAhead);
  const isSoon = isAhead && at.getTime() - Date.now() < SOON_MS;
  return <Moment at={at.toISOString()} as={isSoon ? 'distance' : 'time'} />;
}
