import { setTimeout as delay } from 'node:timers/promises';
import { wordsOf } from '@social/rules';
import { tryLockName } from '../../store/database/locks.ts';
import { listPostsById, type PostRow, type PostWithTargets } from '../../store/posts/posts.ts';
import {
  dropQueued,
  type IndexedPost,
  listQueued,
  listUnindexed,
  moveIndexCursor,
  readIndexCursor,
  storeWords,
} from '../../store/posts/search-index.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { fromColumns } from '../targets/stored-request.ts';

export type SearchIndex = ReturnType<typeof createSearchIndex>;

/** Posts of one transaction: few, since on SQLite everybody else waits for it. */
const BATCH = 25;
/** Share of the time in which posts of before the upgrade are indexed. */
const SHARE = 0.25;

/** Makes the service that keeps the words of posts, by which they are found. One process at a time does so. */
export function createSearchIndex({ db }: { db: Database }) {
  /** Runs work unless another process has the index. @returns what it returns, else false */
  function withIndex(work: (trx: Queryable) => Promise<boolean>): Promise<boolean> {
    return db.transaction().execute(async (trx) => (await tryLockName(trx, 'search index')) && (await work(trx)));
  }

  async function indexQueued(trx: Queryable): Promise<boolean> {
    const queued = await listQueued(trx, BATCH);
    // Read after the queue: what they hold then is at least what the queue is for.
    await index(trx, new Set(queued.map(({ post_id: id }) => id)));
    await dropQueued(trx, queued);
    return queued.length === BATCH;
  }

  async function indexEarlier(trx: Queryable): Promise<boolean> {
    const cursor = await readIndexCursor(trx);
    if (cursor === undefined) return false;
    const ids = await listUnindexed(trx, cursor, BATCH);
    await index(trx, new Set(ids));
    await moveIndexCursor(trx, ids.at(-1));
    return ids.length > 0;
  }

  async function index(trx: Queryable, ids: ReadonlySet<string>): Promise<void> {
    if (ids.size === 0) return;
    await storeWords(trx, (await listPostsById(trx, [...ids])).map(toIndexed));
  }

  /** Works until nothing is left. @param share share of the time that it takes */
  async function repeat(work: (trx: Queryable) => Promise<boolean>, share: number, stopping: AbortSignal) {
    for (;;) {
      const begun = performance.now();
      if (stopping.aborted || !(await withIndex(work))) return;
      const pause = (performance.now() - begun) * (1 / share - 1);
      await delay(pause, undefined, { signal: stopping }).catch(() => undefined);
    }
  }

  return {
    /** Indexes the posts that were stored or have changed. */
    async catchUp(stopping: AbortSignal): Promise<void> {
      // Without this look, an idle server would begin a transaction each time.
      if ((await listQueued(db, 1)).length > 0) await repeat(indexQueued, 0.5, stopping);
    },

    /** Indexes posts that were stored before the upgrade, newest first, for a while. @returns false when all are indexed */
    async continueEarlier(stopping: AbortSignal, whileMs: number): Promise<boolean> {
      if ((await readIndexCursor(db)) === undefined) return false;
      await repeat(indexEarlier, SHARE, AbortSignal.any([stopping, AbortSignal.timeout(whileMs)]));
      return true;
    },
  };
}

function toIndexed({ post, targets }: PostWithTargets): IndexedPost {
  const results = targets.flatMap((target) => [target.account, target.error, target.code, target.platform_post_id]);
  const words = new Set(wordsOf([idOf(post), ...textsOf(post), ...results].filter(Boolean).join('\n')));
  return { id: post.id, workspaceId: post.workspace_id, words: [...words] };
}

/** The id as one word; its parts are the same for many posts. */
function idOf({ id }: PostRow): string {
  return id.replaceAll('-', '');
}

function textsOf(post: PostRow): (string | undefined)[] {
  const { text, thread, overrides, labels } = fromColumns(post);
  const others = Object.values(overrides).flatMap((override) => [override?.text, ...(override?.thread ?? [])]);
  return [...labels.map((label) => `#${label}`), text, ...thread, ...others];
}
