import { setTimeout as delay, setImmediate as letOthersRun } from 'node:timers/promises';
import { wordsOf } from '@social/rules';
import { platformOf, type Target } from '@social/types';
import type { Clock } from '../../clock.ts';
import { type ConnectionRow, listConnections } from '../../store/connections/connections.ts';
import { Quiet } from '../../store/database/changes.ts';
import { tryLockName } from '../../store/database/locks.ts';
import { UNSENT } from '../../store/posts/post-filters.ts';
import { channelsOfPost, listPostsById, type PostRow, type PostWithTargets } from '../../store/posts/posts.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { dropQueued, type IndexedPost, listQueued, storeWords } from '../../store/search/search-index.ts';
import { accountLabel, channelOf, channelOfProfile } from '../connections/accounts.ts';
import { fromColumns } from '../contents/stored-request.ts';

/** Most posts of one transaction: few, since on SQLite everybody else waits for it. */
const BATCH = 25;
/** Characters of words after which a transaction takes no further post. */
const BATCH_CHARACTERS = 100_000;
/** Characters of words that take tens of milliseconds. After such a post the event loop runs, although writers wait longer then. */
const MANY_CHARACTERS = 20_000;

/** Makes the service that keeps the words of posts, by which they are found. One process at a time does so. */
export function createSearchIndex({ db, clock }: { db: Database; clock: Clock }) {
  const quiet = new Quiet({ db, clock });
  /** Runs work unless another process has the index. @returns what it returns, else false */
  function withIndex(work: (trx: Queryable) => Promise<boolean>): Promise<boolean> {
    return db.transaction().execute(async (trx) => (await tryLockName(trx, 'search index')) && (await work(trx)));
  }

  async function indexQueued(trx: Queryable): Promise<boolean> {
    const queued = await listQueued(trx, BATCH);
    // Read after the queue: what they hold then is at least what the queue is for.
    const left = await index(trx, new Set(queued.map(({ post_id: id }) => id)));
    await dropQueued(
      trx,
      queued.filter(({ post_id: id }) => !left.has(id)),
    );
    return left.size > 0 || queued.length === BATCH;
  }

  /** Indexes posts in the order of their ids as given, at least one. @returns ids of those for which there are too many words */
  async function index(trx: Queryable, ids: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const posts = await listPostsById(trx, [...ids]);
    const accountsOf = await readAccounts(trx, posts);
    const indexed: IndexedPost[] = [];
    let [read, characters] = [0, 0];
    for (; characters < BATCH_CHARACTERS && read < posts.length; read += 1) {
      const next = posts[read] as PostWithTargets;
      const post = toIndexed(next, accountsOf(next));
      indexed.push(post);
      const { length } = post.words.join('');
      characters += length;
      if (length < MANY_CHARACTERS) continue;
      await letOthersRun();
      await storeWords(trx, indexed.splice(0));
      await letOthersRun();
    }
    await storeWords(trx, indexed);
    return new Set(posts.slice(read).map(({ post }) => post.id));
  }

  return {
    /** Lasts while no post has changed. */
    quiet,
    /** Indexes the posts that were stored or have changed, in half of the time, unless another process does so. */
    async catchUp(stopping: AbortSignal): Promise<void> {
      // Without this look, an idle server would begin a transaction each time.
      if ((await listQueued(db, 1)).length === 0) return quiet.begin();
      while (!stopping.aborted) {
        const begun = performance.now();
        if (!(await withIndex(indexQueued))) return;
        await delay(performance.now() - begun, undefined, { signal: stopping }).catch(() => undefined);
      }
    },
  };
}

/**
 * Reads the accounts of posts. One that waits or has ended unsent is found by the accounts that its targets are bound to.
 */
async function readAccounts(
  trx: Queryable,
  posts: readonly PostWithTargets[],
): Promise<(post: PostWithTargets) => readonly string[]> {
  const unsent = posts.filter(({ post }) => UNSENT.includes(post.status));
  const bound = new Map<string, Awaited<ReturnType<typeof channelsOfPost>>>();
  for (const { post } of unsent) bound.set(post.id, await channelsOfPost(trx, post));
  const profiles = new Set(unsent.map(({ post }) => post.profile_id));
  const connected = new Map<string, readonly ConnectionRow[]>();
  for (const id of profiles) connected.set(id, await listConnections(trx, id));
  return ({ post, targets }) => {
    const channels = bound.get(post.id);
    if (!channels) return targets.flatMap(({ account }) => account ?? []);
    const isPossible = (account: ConnectionRow) => [...channels].some((each) => mayBecome(each, account));
    return (connected.get(post.profile_id) ?? []).filter(isPossible).map(accountLabel);
  };
}

/** Returns true where a target is bound to an account, or to none and might be sent with it. */
function mayBecome([target, channel]: readonly [Target, string | null], account: ConnectionRow): boolean {
  if (channel !== null && channel !== channelOfProfile(account.profile_id, target))
    return channel === channelOf(account);
  return platformOf(target) === account.platform;
}

function toIndexed({ post, targets }: PostWithTargets, accounts: readonly string[]): IndexedPost {
  const results = targets.flatMap((target) => [target.error, target.code, target.platform_post_id]);
  const words = new Set(wordsOf([idOf(post), ...textsOf(post), ...accounts, ...results].filter(Boolean).join('\n')));
  return { id: post.id, workspaceId: post.workspace_id, words: [...words] };
}

/** The id as one word; its parts are the same for many posts. */
function idOf({ id }: PostRow): string {
  return id.replaceAll('-', '');
}

function textsOf(post: PostRow): (string | undefined)[] {
  const { text, thread, comments, overrides, labels } = fromColumns(post);
  const others = Object.values(overrides).flatMap((override) => [override?.text, ...(override?.thread ?? [])]);
  return [...labels.map((label) => `#${label}`), text, ...thread, ...comments, ...others];
}
