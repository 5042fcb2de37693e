import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { DRY_RUN, isOfWorkspace, pathOf } from '../../api/queries.ts';
import type { Change } from './event-stream.ts';

/** Changes that come close together are read at once. */
const REST_MS = 500;

const PATHS = {
  connections: '/api/connect/status',
  profiles: '/api/profiles',
  usage: '/api/usage',
  logs: '/api/logs',
} as const;

/** A read that takes longer lets the next one begin beside it. */
const SLOW_MS = 10_000;

/**
 * Has what changed read again, at most twice a second, and never before the last reads are through: each would end them,
 * and a busy workspace on a slow server would be shown nothing new at all.
 */
export function createRereader(queries: QueryClient): (change: Change) => void {
  let waiting: Change[] = [];
  let isReading = false;
  const read = async () => {
    isReading = true;
    // What is told at once is read at once.
    await after(0);
    while (waiting.length > 0) {
      const changes = waiting;
      waiting = [];
      const reads = queries.invalidateQueries({
        predicate: ({ queryKey }) => isOfWorkspace(queryKey) && changes.some((change) => concerns(change, queryKey)),
      });
      await Promise.all([after(REST_MS), Promise.race([reads, after(SLOW_MS)])]);
    }
    isReading = false;
  };
  return (change) => {
    waiting.push(change);
    if (!isReading) void read();
  };
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Whether what a query has read may be another now. */
function concerns(change: Change, key: QueryKey): boolean {
  if (change === null) return true;
  const path = pathOf(key);
  if (path === DRY_RUN) return change.topics.includes('usage') || change.topics.includes('connections');
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
