import { type SearchWord, searchWordsOf, wordsOf } from '@social/rules';
import { useResource } from '@social/testkit';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../../server/src/clock.ts';
import { createSearchIndex } from '../../../../server/src/services/posts/search-index.ts';
import { eraseRows } from '../../../../server/src/store/accounts/erase-workspace.ts';
import { insertPost, type PostRow } from '../../../../server/src/store/posts/posts.ts';
import { findPostIds, type PostSearch } from '../../../../server/src/store/search/post-search.ts';
import { countQueued, queuePost } from '../../../../server/src/store/search/search-index.ts';
import type { TargetRow } from '../../../../server/src/store/targets/targets.ts';
import { createRandom } from '../../crash/random.ts';
import { createBareDatabase } from '../../credits/bare-database.ts';
import { makeSamplePosts, PIECES, storeSamplePosts } from './sample-posts.ts';

// More posts than a search reads without a pause.
const POSTS = 1_500;
const QUERIES = 500;
const bare = useResource(createBareDatabase);
let posts: PostRow[] = [];
let targets: TargetRow[] = [];
/** Words of each post, by its id. */
const words = new Map<string, Set<string>>();
const never = new AbortController().signal;

beforeAll(async () => {
  ({ posts, targets } = makeSamplePosts(bare.workspaceId, POSTS));
  await bare.db.transaction().execute(async (trx) => {
    await storeSamplePosts(trx, { posts, targets });
    await trx
      .insertInto('search_queue')
      .values(posts.map(({ id }) => ({ post_id: id })))
      .execute();
  });
  for (const [index, post] of posts.entries()) {
    const { account, error, code, platform_post_id: id } = targets[index] as TargetRow;
    const labels = JSON.parse(post.labels ?? '[]').map((label: string) => `#${label}`);
    const texts = [post.text, ...JSON.parse(post.thread ?? '[]'), JSON.parse(post.overrides ?? '{}').microblog?.text];
    const all = [post.id.replaceAll('-', ''), ...labels, ...texts, account, error, code, id].filter(Boolean);
    words.set(post.id, new Set(all.flatMap((text) => wordsOf(text))));
  }
  expect(await countQueued(bare.db)).toBe(POSTS);
  await createSearchIndex({ db: bare.db, clock: systemClock }).catchUp(never);
  expect(await countQueued(bare.db)).toBe(0);
});

/** The same search without a database, newest first. */
function searchInMemory(
  asked: readonly SearchWord[],
  holds: (post: PostRow, target: TargetRow) => boolean = () => true,
) {
  const isHad = (own: Set<string>, { word, isPrefix }: SearchWord) =>
    isPrefix ? [...own].some((one) => one.startsWith(word)) : own.has(word);
  const found = posts.filter((post, index) => {
    const own = words.get(post.id) as Set<string>;
    return asked.every((word) => isHad(own, word)) && holds(post, targets[index] as TargetRow);
  });
  return found.map(({ id }) => id).toReversed();
}

async function searchByPages(search: Omit<PostSearch, 'limit' | 'before'>, limit: number): Promise<string[]> {
  const found: string[] = [];
  const times = new Map(posts.map(({ id, happens_at }) => [id, happens_at]));
  for (;;) {
    const id = found.at(-1);
    const before = id === undefined ? {} : { before: { id, happensAt: times.get(id) ?? '' } };
    const page = await findPostIds(bare.db, bare.workspaceId, { ...search, ...before, limit });
    found.push(...page);
    if (page.length < limit) return found;
  }
}

/** Makes what somebody could type: some words of a text, or all of it, or the beginning of it, or an id, or nonsense. */
function makeQueries(): string[] {
  const random = createRandom(5);
  const fixed = [
    '1.4',
    'v1.4.2',
    'docs.example',
    '東京',
    '发布 新版本',
    '🎉',
    '👍',
    '🇯🇵',
    'cafe',
    'strasse',
    'RATE limiting',
    'zzz',
    '#laun',
  ];
  const cut = () => {
    const characters = [...random.pick(PIECES)];
    const from = random.chance(0.5) ? 0 : random.between(0, characters.length - 1);
    return characters.slice(from, from + random.between(1, 14)).join('');
  };
  const id = () => (random.chance(0.5) ? random.pick(posts).id : (random.pick(targets).platform_post_id ?? 'none'));
  const make = () =>
    random.chance(0.1)
      ? id().slice(0, random.between(8, 36))
      : random.chance(0.1)
        ? random.pick(PIECES)
        : random.chance(0.3)
          ? `${cut()} ${cut()} ${cut()}`
          : cut();
  return [...fixed, ...Array.from({ length: QUERIES - fixed.length }, make)];
}

test('500 searches find exactly the posts that have the words, newest first, on every database', async () => {
  let hits = 0;
  for (const query of makeQueries()) {
    const asked = searchWordsOf(query);
    if (asked.length === 0) continue;
    const found = await findPostIds(bare.db, bare.workspaceId, { words: asked, limit: POSTS });
    expect(found, query).toEqual(searchInMemory(asked));
    hits += found.length > 0 ? 1 : 0;
  }
  expect(hits).toBeGreaterThan(QUERIES / 2);
});

test.each(['is', 'out release', 'ada', '東京', 'network', 'refused', 'zzz'])(
  'the search for "%s" goes on page by page, also with other filters and by time',
  async (query) => {
    const asked = searchWordsOf(query);
    expect(await searchByPages({ words: asked }, 70)).toEqual(searchInMemory(asked));
    const failed = searchInMemory(asked, (_, { state }) => state === 'failed');
    expect(await searchByPages({ words: asked, outcome: ['failed'] }, 70)).toEqual(failed);
    const labelled = searchInMemory(asked, ({ labels }) => labels?.includes('launch') === true);
    expect(await searchByPages({ words: asked, label: 'launch' }, 70)).toEqual(labelled);
    expect(await searchByPages({ words: asked, label: 'none' }, 70)).toEqual([]);
    const [from, to] = [posts[300]?.happens_at ?? '', posts[800]?.happens_at ?? ''];
    const inRange = searchInMemory(asked, ({ happens_at: at }) => at >= from && at < to);
    expect(await searchByPages({ words: asked, from, to }, 70)).toEqual(inRange);
  },
);

test('a workspace finds none of the posts of another', async () => {
  // The same mark, which is the end of the id.
  const other = `00000000${bare.workspaceId.slice(8)}`;
  for (const query of ['release', 'ada', '東京']) {
    expect(await findPostIds(bare.db, other, { words: searchWordsOf(query), limit: 10 }), query).toEqual([]);
  }
});

test('what is deleted is not found, and its place can be taken again', async () => {
  const [post] = posts;
  const ids = async (query: string) =>
    findPostIds(bare.db, bare.workspaceId, { words: searchWordsOf(query), limit: 5 });
  const own = (post?.id ?? '').replaceAll('-', '');
  expect(await ids(own)).toEqual([post?.id]);
  await bare.db
    .deleteFrom('post')
    .where('id', '=', post?.id ?? '')
    .execute();
  expect(await ids(own)).toEqual([]);
  await bare.db
    .deleteFrom('post_platform')
    .where('post_id', '=', post?.id ?? '')
    .execute();
  await bare.db.transaction().execute(async (trx) => {
    await insertPost(trx, {
      ...(post as PostRow),
      text: 'something else',
      labels: null,
      thread: null,
      overrides: null,
    });
    await queuePost(trx, post?.id ?? '');
  });
  await createSearchIndex({ db: bare.db, clock: systemClock }).catchUp(never);
  expect(await ids(own)).toEqual([post?.id]);
  expect(await ids('something else')).toEqual([post?.id]);
});

test('with the posts of a workspace, their words and labels are erased batch by batch', async () => {
  const { db } = bare;
  const count = async (table: 'post_label' | 'post_search') =>
    (await sql`select 1 from ${sql.table(table)}`.execute(db)).rows.length;
  expect(await count('post_search')).toBe(POSTS);
  expect(await count('post_label')).toBeGreaterThan(1);
  await eraseRows(db, bare.workspaceId, () => Promise.resolve());
  expect([await count('post_label'), await count('post_search')]).toEqual([0, 0]);
});
