import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { isOfWorkspace, pathOf } from '../../api/queries.ts';
import type { Change } from './event-stream.ts';

/** Changes that come close together are read at once. */
const REST_MS = 500;

const PATHS = {
  connections: '/api/connect/status',
  profiles: '/api/profiles',
  usage: '/api/usage',
  logs: '/api/logs',
} as const;

/** Has what changed read again, at most twice a second. */
export function createRereader(queries: QueryClient): (change: Change) => void {
  let waiting: Change[] = [];
  let readAt = 0;
  const read = () => {
    const changes = waiting;
    waiting = [];
    readAt = Date.now();
    return queries.invalidateQueries({
      predicate: ({ queryKey }) => isOfWorkspace(queryKey) && changes.some((change) => concerns(change, queryKey)),
    });
  };
  return (change) => {
    waiting.push(change);
    if (waiting.length === 1) setTimeout(read, Math.max(0, readAt + REST_MS - Date.now()));
  };
}

/** Whether what a query has read may be another now. */
function concerns(change: Change, key: QueryKey): boolean {
  if (change === null) return true;
  const path = pathOf(key);
  if (path.startsWith('/api/v1/posts/{id}')) {
    const { postIds, topics } = change;
    return topics.includes('posts') && (postIds.length === 0 || postIds.includes(postIdOf(key)));
  }
  return change.topics.some((topic) => path.startsWith(topic === 'posts' ? '/api/v1/posts' : PATHS[topic]));
}

function postIdOf(key: QueryKey): string {
  const init = key[2] as { params?: { path?: { id?: string } } } | undefined;
  return init?.params?.path?.id ?? '';
}
