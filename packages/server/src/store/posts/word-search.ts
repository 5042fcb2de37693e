import { type RawBuilder, sql } from 'kysely';
import { type DialectName, dialectOf } from '../database/dialects.ts';
import type { Queryable } from '../schema.ts';
import type { Filter } from './post-filters.ts';
import { asPlace } from './search-index.ts';
import { haveWords, matchOf, placedIds, tsqueryOf, type WordSearch } from './word-filter.ts';

/**
 * Number of the newest posts that are looked at one by one before an index is asked for all: it is faster for words that many posts have.
 * Postgres' index has no order. SQLite's has to collect all posts for the beginning of a word, but for the first
 * three characters, by which these posts are chosen.
 */
const LOOKED_AT = { postgres: 20_000, sqlite: 2_000 } as const;
const INDEXED_CHARACTERS = 3;
/** Number of posts among these from which on words are usual. */
const USUAL = 200;

/** Place of a post in the list. */
interface Before {
  readonly id: string;
  readonly number?: number;
}

/** SQL that selects the newest posts of a workspace which may have the words, as `candidate`. */
function newest(dialect: DialectName, search: WordSearch, before: Before | undefined): RawBuilder<unknown> {
  const { workspaceId } = search;
  const limit = LOOKED_AT[dialect];
  if (dialect === 'sqlite') {
    const from = before?.number === undefined ? sql`` : sql`and post_words.rowid < ${asPlace(before.number)}`;
    const match = matchOf(search, INDEXED_CHARACTERS);
    return sql`(${placedIds(workspaceId, match)} ${from} order by post_words.rowid desc limit ${limit}) as candidate`;
  }
  const from = before === undefined ? sql`` : sql`and post_id < ${before.id}`;
  return sql`(select post_id as id, words from post_search where workspace_id = ${workspaceId} ${from}
    order by workspace_id desc, post_id desc limit ${limit}) as candidate`;
}

/** Returns true when many of the newest posts have the words. */
export async function areUsual(db: Queryable, search: WordSearch): Promise<boolean> {
  const dialect = dialectOf(db);
  const found = sql<{
    count: number;
  }>`select count(*) as count from (select 1 from ${newest(dialect, search, undefined)}
    where ${haveWords(dialect, search, sql.ref('candidate.words'))} limit ${USUAL}) as found`;
  return Number((await found.execute(db)).rows[0]?.count) >= USUAL;
}

/** Conditions beside the words, and the page that is asked for. */
interface Page {
  readonly filters: readonly Filter[];
  readonly limit: number;
  readonly before: Before | undefined;
}

/** Finds posts with words among the newest ones, newest first. There may be more of them. */
export async function findAmongNewest(db: Queryable, search: WordSearch, page: Page): Promise<string[]> {
  const dialect = dialectOf(db);
  // SQLite reads the candidates in their order, and would check the conditions on all of them to sort what it finds.
  const order = dialect === 'sqlite' ? sql`` : sql`order by candidate.id desc`;
  const found = sql<{ id: string }>`select candidate.id from ${newest(dialect, search, page.before)}
    where ${haveWords(dialect, search, sql.ref('candidate.words'))} ${holding(page)} ${order} limit ${page.limit}`;
  return (await found.execute(db)).rows.map(({ id }) => id);
}

/** Finds on Postgres all posts with words, and of these the newest ones. */
export async function findInIndex(db: Queryable, search: WordSearch, page: Page): Promise<string[]> {
  const from = page.before === undefined ? sql`` : sql`and post_id < ${page.before.id}`;
  // The offset keeps Postgres from checking the other conditions on posts that no page has.
  const all = sql<{ id: string }>`select id from (select post_id as id from post_search
      where words @@ ${tsqueryOf(search)} and workspace_id || '' = ${search.workspaceId} ${from}
      order by post_id || '' desc offset 0) as candidate
    where true ${holding(page)} limit ${page.limit}`;
  return (await all.execute(db)).rows.map(({ id }) => id);
}

function holding({ filters }: Page): RawBuilder<unknown> {
  return sql.join(
    filters.map(({ holds }) => sql`and ${holds}`),
    sql` `,
  );
}
