import { setImmediate as letOthersRun } from 'node:timers/promises';
import { searchWordsOf } from '@social/rules';
import { useResource } from '@social/testkit';
import type { KyselyPlugin } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { findPostIds, type PostSearch } from '../../../../server/src/store/search/post-search.ts';
import { storeWords } from '../../../../server/src/store/search/search-index.ts';
import { createBareDatabase } from '../../credits/bare-database.ts';
import { makeSamplePosts, storeSamplePosts } from './sample-posts.ts';

// A statement of SQLite blocks the whole process: its length is what other requests wait for.
const POSTS = 1_200;
const USUAL = Array.from({ length: 30 }, (_, n) => `usual${n}`);
/** A word that the index knows whole, also while somebody types it. */
const SHORT = 'all';
const bare = useResource(createBareDatabase);
const sample = () => makeSamplePosts(bare.workspaceId, POSTS);

beforeAll(async () => {
  const { posts, targets } = sample();
  await bare.db.transaction().execute(async (trx) => {
    await storeSamplePosts(trx, { posts, targets });
    const { workspaceId } = bare;
    const wordsOfNth = (n: number) => [SHORT, ...USUAL.filter((_, word) => word !== n % USUAL.length)];
    await storeWords(
      trx,
      posts.map(({ id }, n) => ({ id, workspaceId, words: wordsOfNth(n) })),
    );
  });
});

/** A statement that read several posts. */
interface Read {
  readonly rows: number;
  /** Turns that other work of the process had had before. */
  readonly turn: number;
}

/** Searches, while other work takes every turn that it gets. */
async function search(query: string, further: Partial<PostSearch> = {}): Promise<{ found: string[]; reads: Read[] }> {
  const reads: Read[] = [];
  let turn = 0;
  let isOver = false;
  const others = (async () => {
    for (; !isOver; turn += 1) await letOthersRun();
  })();
  const noteRows: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.length > 1) reads.push({ rows: result.rows.length, turn });
      return result;
    },
  };
  const words = searchWordsOf(query);
  const db = bare.db.withPlugin(noteRows);
  const found = await findPostIds(db, bare.workspaceId, { words, limit: 20, ...further });
  isOver = true;
  await others;
  return { found, reads };
}

test('usual words that no post has together are looked for in small pieces, between which others run', async () => {
  const { found, reads } = await search(USUAL.join(' '));
  expect(found).toEqual([]);
  expect(reads.length).toBeGreaterThan(3);
  let most = 60;
  let last = -1;
  for (const { rows, turn } of reads) {
    expect(rows).toBeLessThanOrEqual(most);
    expect(turn).toBeGreaterThan(last);
    [most, last] = [most * 2, turn];
  }
});

test.each([
  ['a status', { status: 'published' }],
  ['an outcome', { outcome: ['published'] }],
  ['a profile', { profile: 'default' }],
] as const)('a page of a usual word and %s reads few posts', async (_, further) => {
  const { found, reads } = await search(SHORT, further);
  expect(found).toHaveLength(20);
  expect(Math.max(...reads.map(({ rows }) => rows))).toBeLessThanOrEqual(60);
  expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(300);
});

test('a usual word in a range of time is looked for in small pieces, up to those that tell that many posts have it', async () => {
  const { posts } = sample();
  const { found, reads } = await search(SHORT, { from: posts[0]?.happens_at ?? '' });
  expect(found).toHaveLength(20);
  expect(reads[0]?.rows).toBeLessThanOrEqual(60);
  expect(Math.max(...reads.map(({ rows }) => rows))).toBeLessThanOrEqual(1_000);
});
