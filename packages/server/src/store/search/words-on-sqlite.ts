import { sql } from 'kysely';
import { createPace, type Pace } from '../posts/pace.ts';
import type { Filter } from '../posts/post-filters.ts';
import type { Queryable } from '../schema.ts';
import { FEW, findRarest, MANY, scan } from './scan-posts.ts';
import { firstPlaceOf } from './search-index.ts';
import { type WordSearch, wordFilter } from './word-filter.ts';
import { type PlacedPost, walkIndex } from './word-index.ts';

/** Posts of a piece: at first, and at most. */
const [FIRST_PIECE, LARGEST_PIECE] = [60, 5_000];
/**
 * Posts that are read for the words before another condition, which fewer posts meet, is asked. They fill a page of 20 where one post
 * in a hundred meets it, and reading them in vain takes about 10 ms.
 */
const LOOKED_AT = 2_000;

/**
 * Finds posts with words in the order of ids. A condition that few posts meet is asked in place of the words, and one that fewer
 * posts meet than would be read for the words.
 */
export async function findByWords(
  db: Queryable,
  search: WordSearch,
  further: readonly Filter[],
  { limit, before }: { readonly limit: number; readonly before: { readonly id: string } | undefined },
): Promise<string[]> {
  const rarest = await findRarest(db, further, MANY);
  const found: string[] = [];
  let from = before && (await placeOf(db, before.id));
  if (rarest.count >= FEW) {
    let read = 0;
    const pace = createPace(FIRST_PIECE, LARGEST_PIECE);
    const enough = further.length === 0 ? limit : undefined;
    for await (const piece of walkIndex(db, search, from, { pace, enough })) {
      found.push(...(await meeting(db, further, piece.posts, pace)).slice(0, limit - found.length));
      if (found.length === limit || piece.rest === undefined) return found;
      from = piece.rest;
      read += piece.read;
      if (rarest.count < MANY && read >= LOOKED_AT) break;
    }
  }
  if (rarest.filter === undefined) return found;
  const filters = [wordFilter('sqlite', search), ...further.filter((one) => one !== rarest.filter || one.isLoose)];
  const rest = { limit: limit - found.length, before: from };
  return [...found, ...(await scan(db, rarest.filter.ids, { columns: ['id'], filters, ...rest }))];
}

/** Makes the condition that a post has the words, with the posts that have them where these are few. */
export async function filterByWords(db: Queryable, search: WordSearch): Promise<Filter> {
  const ids: string[] = [];
  const pace = createPace(FIRST_PIECE, FEW);
  for await (const { posts } of walkIndex(db, search, undefined, { pace })) {
    ids.push(...posts.map(({ id }) => id));
    if (ids.length >= FEW) return wordFilter('sqlite', search);
  }
  return wordFilter('sqlite', search, sql`select value as id from json_each(${JSON.stringify(ids)})`);
}

/** Leaves out the posts that do not meet all conditions. @returns ids in the order of the posts */
async function meeting(
  db: Queryable,
  further: readonly Filter[],
  posts: readonly PlacedPost[],
  pace: Pace,
): Promise<readonly string[]> {
  const ids = posts.map(({ id }) => id);
  if (further.length === 0 || ids.length === 0) return ids;
  const met = sql<{
    id: string;
  }>`select candidate.id from (select value as id from json_each(${JSON.stringify(ids)})) as candidate
    where ${sql.join(
      further.map(({ holds }) => holds),
      sql` and `,
    )}`;
  const kept = new Set((await pace.keep(() => met.execute(db))).rows.map(({ id }) => id));
  return ids.filter((id) => kept.has(id));
}

/** Place of a post in the list; of one that is gone, the first of its millisecond. */
async function placeOf(db: Queryable, id: string): Promise<PlacedPost> {
  const place = sql<{ number: number }>`select number from post_search where post_id = ${id}`;
  return { id, number: (await place.execute(db)).rows[0]?.number ?? firstPlaceOf(id) };
}
