import { setImmediate as letOthersRun } from 'node:timers/promises';
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
/** A read of SQLite blocks this process: after this many posts it pauses for other requests. */
const CHUNK = 500;
/** Number of posts among these from which on words are usual. */
const USUAL = 200;

/** Place of a post in the list. */
interface Before {
  readonly id: string;
  readonly number?: number;
}

/** SQL that selects posts as `candidate`, after which `hold` is the condition that they have the words. */
interface Candidates {
  readonly candidates: RawBuilder<unknown>;
  readonly hold: RawBuilder<unknown>;
}

/** Goes through the newest posts of a workspace which may have the words. */
async function* newest(db: Queryable, search: WordSearch, before: Before | undefined): AsyncGenerator<Candidates> {
  const dialect = dialectOf(db);
  // What SQLite's index finds has all words, but for the end of one whose beginning is looked up.
  const words = dialect === 'sqlite' ? search.words.filter(({ isPrefix }) => isPrefix) : search.words;
  const hold = words.length === 0 ? sql`true` : haveWords(dialect, { ...search, words }, sql.ref('candidate.words'));
  const limit = LOOKED_AT[dialect];
  const size = dialect === 'sqlite' ? CHUNK : limit;
  let from = before;
  for (let seen = size; ; seen += size) {
    const candidates = newestBefore(dialect, search, { before: from, limit: size });
    yield { candidates, hold };
    if (seen >= limit) return;
    const last = sql<Before>`select id, number from ${candidates} limit 1 offset ${size - 1}`;
    from = (await last.execute(db)).rows[0];
    if (from === undefined) return;
    await letOthersRun();
  }
}

function newestBefore(
  dialect: DialectName,
  search: WordSearch,
  { before, limit }: { before: Before | undefined; limit: number },
): RawBuilder<unknown> {
  const { workspaceId } = search;
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
  let count = 0;
  for await (const { candidates, hold } of newest(db, search, undefined)) {
    const found = sql<{ count: number }>`select count(*) as count from (select 1 from ${candidates}
      where ${hold} limit ${USUAL - count}) as found`;
    count += Number((await found.execute(db)).rows[0]?.count);
    if (count >= USUAL) return true;
  }
  return false;
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
  const ids: string[] = [];
  for await (const { candidates, hold } of newest(db, search, page.before)) {
    const found = sql<{ id: string }>`select candidate.id from ${candidates}
      where ${hold} ${holding(page)} ${order} limit ${page.limit - ids.length}`;
    ids.push(...(await found.execute(db)).rows.map(({ id }) => id));
    if (ids.length === page.limit) break;
  }
  return ids;
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
