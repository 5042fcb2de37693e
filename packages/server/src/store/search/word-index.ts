import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { SearchWord } from '@social/rules';
import { sql } from 'kysely';
import type { TimedResult } from '../database/group-commit.ts';
import type { Pace } from '../posts/pace.ts';
import type { Queryable } from '../schema.ts';
import { asPlace, markOf } from './search-index.ts';
import { haveWords, type WordSearch } from './word-filter.ts';

/** Most words that the index is asked for together, those that the fewest posts have. The others are looked for in the posts found. */
const LOOKED_UP = 2;
/** To count up to this many posts that have a word takes less than a millisecond. */
const COUNTED = 10_000;
/** Characters of the beginning of a word that have an index: SQLite would have to collect all posts for a longer one. */
const INDEXED_CHARACTERS = 3;

/** A post with its place in the list. */
export interface PlacedPost {
  readonly id: string;
  readonly number: number;
}

/** Posts with the words, newest first. */
interface Piece {
  readonly posts: readonly PlacedPost[];
  /** Number of posts that were read for them. */
  readonly read: number;
  /** Place after which the rest begins; undefined after the last piece. */
  readonly rest: PlacedPost | undefined;
}

/**
 * Goes through the posts that have all words, newest first. A statement takes a few milliseconds, since it blocks this process. The
 * index reads on until it finds a post with all words that it is asked for, so that it is not asked for many usual words at once.
 * @param from place before which the posts are
 * @param pace chooses how many posts are read for a piece
 * @param enough posts of a piece where the index alone says which posts have the words
 */
export async function* walkIndex(
  db: Queryable,
  search: WordSearch,
  from: PlacedPost | undefined,
  { pace, enough }: { readonly pace: Pace; readonly enough?: number | undefined },
): AsyncGenerator<Piece> {
  const lookedUp = await rarestWords(db, search);
  const isCut = ({ word, isPrefix }: SearchWord) => isPrefix && [...word].length > INDEXED_CHARACTERS;
  const others = search.words.filter((word) => !lookedUp.includes(word) || isCut(word));
  for (let before = from; ; await letOthersRun()) {
    const limit = others.length === 0 && enough !== undefined ? enough : pace.nextSize();
    const { rows } = await pace.keep(() => readIndex(db, search, { lookedUp, others, before, limit }));
    const rest: PlacedPost | undefined = rows.length === limit ? rows.at(-1) : undefined;
    yield { posts: rows.filter(({ fits }) => fits === 1), read: rows.length, rest };
    if (rest === undefined) return;
    before = rest;
  }
}

/** The words that the fewest posts have, as far as they are counted. */
async function rarestWords(db: Queryable, search: WordSearch): Promise<readonly SearchWord[]> {
  if (search.words.length <= LOOKED_UP) return search.words;
  const counted: { word: SearchWord; count: number }[] = [];
  for (const word of search.words) {
    const some = sql<{ count: number }>`select count(*) as count from
      (select 1 from post_words where post_words match ${matchOf(search, [word])} limit ${COUNTED})`;
    counted.push({ word, count: Number((await some.execute(db)).rows[0]?.count) });
  }
  return counted
    .sort((one, other) => one.count - other.count)
    .slice(0, LOOKED_UP)
    .map(({ word }) => word);
}

async function readIndex(
  db: Queryable,
  search: WordSearch,
  {
    lookedUp,
    others,
    before,
    limit,
  }: {
    readonly lookedUp: readonly SearchWord[];
    readonly others: readonly SearchWord[];
    readonly before: PlacedPost | undefined;
    readonly limit: number;
  },
): Promise<TimedResult<PlacedPost & { readonly fits: number }>> {
  const { workspaceId } = search;
  const have = haveWords('sqlite', { ...search, words: others }, sql.ref('found.words'));
  // As a condition it is left at the first word that a post lacks, which as a value it would not be.
  const fits = others.length === 0 ? sql`1` : sql`case when ${have} then 1 else 0 end`;
  const from = before === undefined ? sql`` : sql`and post_words.rowid < ${asPlace(before.number)}`;
  const read = sql<
    PlacedPost & { fits: number }
  >`select found.post_id as id, post_words.rowid as number, ${fits} as fits
    from post_words cross join post_search as found
    where post_words match ${matchOf(search, lookedUp)} ${from}
      and found.number = post_words.rowid and found.workspace_id = ${workspaceId}
    order by post_words.rowid desc limit ${limit}`;
  return read.execute(db);
}

/** Query of the index for words. With the mark of its workspace before each word, it reads the words of this workspace only. */
function matchOf({ workspaceId }: WordSearch, words: readonly SearchWord[]): string {
  const mark = markOf(workspaceId);
  const terms = words.map(({ word, isPrefix }) =>
    isPrefix ? `"${mark}${[...word].slice(0, INDEXED_CHARACTERS).join('')}"*` : `"${mark}${word}"`,
  );
  return terms.join(' AND ');
}
