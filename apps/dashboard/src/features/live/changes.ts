import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { DRY_RUN, isOfWorkspace, OPEN_DRAFT, pathOf, signOutKey } from '../../api/queries.ts';
import type { Change } from './event-stream.ts';

/** Shortest time between two reads; changes that arrive meanwhile are read together. */
const REST_MS = 500;

const PATHS = {
  connections: '/api/connect/status',
  profiles: '/api/profiles',
  usage: '/api/usage',
  logs: '/api/logs',
} as const;

/** After this time the next read begins although the last one still runs. */
const SLOW_MS = 10_000;

/**
 * Returns a function that reads changed data again, at most twice a second. It waits for the last reads, because a new
 * read cancels them: a busy workspace on a slow server would never show anything new.
 */
export function createRereader(queries: QueryClient): (change: Change) => void {
  let waiting: Change[] = [];
  let isReading = false;
  const read = async () => {
    isReading = true;
    // Changes that arrive in the same moment are read together.
    await after(0);
    while (waiting.length > 0) {
      const changes = waiting;
      waiting = [];
      if (queries.isMutating({ mutationKey: signOutKey }) > 0) continue;
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

/** Returns true when a change may affect what a query has read. */
function concerns(change: Change, key: QueryKey): boolean {
  if (change === null) return true;
  const path = pathOf(key);
  if (path === DRY_RUN) return change.topics.includes('usage') || change.topics.includes('connections');
  if (path.startsWith('/api/v1/posts/{id}')) {
    const { postIds, topics } = change;
    return topics.includes('posts') && (postIds.length === 0 || postIds.includes(postIdOf(key)));
  }
  // Every draft that is made, approved or deleted is logged, and the first of several changes by the same person. The page of
  // a draft is not read again: what somebody is about to approve must not change under the pointer.
  if (path === '/api/v1/drafts' || path === OPEN_DRAFT) return change.topics.includes('logs');
  // A slot is free while no post has its time. A change of the weekly times is logged.
  if (path === '/api/v1/slots') return change.topics.includes('posts') || change.topics.includes('logs');
  return change.topics.some((topic) => path.startsWith(topic === 'posts' ? '/api/v1/posts' : PATHS[topic]));
}

function postIdOf(key: QueryKey): string {
  const init = key[2] as { params?: { path?: { id?: string } } } | undefined;
  return init?.params?.path?.id ?? '';
}
