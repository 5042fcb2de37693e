import type { SearchWord } from '@social/rules';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DialectName } from '../database/dialects.ts';
import type { Filter } from './post-filters.ts';
import { markOf } from './search-index.ts';

/** The words that a post must have, all of them. */
export interface WordSearch {
  readonly workspaceId: string;
  readonly words: readonly SearchWord[];
}

/** Makes the condition that a post has all words. On SQLite its `ids` also has the post's place in the list, as `number`. */
export function wordFilter(dialect: DialectName, search: WordSearch): Filter {
  const { workspaceId } = search;
  const isFound = sql`found.workspace_id = ${workspaceId} and ${haveWords(dialect, search, sql.ref('found.words'))}`;
  const holds = sql<SqlBool>`exists (select 1 from post_search as found where found.post_id = candidate.id
    and ${isFound} limit 1 offset 0)`;
  if (dialect === 'sqlite') return { ids: placedIds(workspaceId, matchOf(search)), holds };
  // The condition on the workspace is written so that the index of words is used.
  const ids = sql<{ id: string }>`select post_id as id from post_search
    where words @@ ${tsqueryOf(search)} and workspace_id || '' = ${workspaceId}`;
  return { ids, holds };
}

/** SQL condition that a column with the words of a post has these. */
export function haveWords(dialect: DialectName, search: WordSearch, column: RawBuilder<unknown>): RawBuilder<SqlBool> {
  if (dialect === 'postgres') return sql`${column} @@ ${tsqueryOf(search)}`;
  // Each word begins with a space in the stored text.
  const has = search.words.map(({ word, isPrefix }) =>
    isPrefix ? sql`instr(${column}, ${` ${word}`}) > 0` : sql`instr(${column} || ' ', ${` ${word} `}) > 0`,
  );
  return sql`(${sql.join(has, sql` and `)})`;
}

/** SQL on SQLite of the posts that match, with their places. */
export function placedIds(workspaceId: string, match: string): RawBuilder<{ id: string }> {
  return sql`select found.post_id as id, post_words.rowid as number, found.words
    from post_words cross join post_search as found
    where post_words match ${match} and found.number = post_words.rowid and found.workspace_id = ${workspaceId}`;
}

/** Query of SQLite's index for the words. @param longest characters of the beginning of a word that are looked up */
export function matchOf({ workspaceId, words }: WordSearch, longest = Number.POSITIVE_INFINITY): string {
  const mark = markOf(workspaceId);
  const terms = words.map(({ word, isPrefix }) =>
    isPrefix ? `"${mark}${[...word].slice(0, longest).join('')}"*` : `"${mark}${word}"`,
  );
  return terms.join(' AND ');
}

/** SQL of a query of Postgres for the words. They hold no quote and no backslash. */
export function tsqueryOf({ workspaceId, words }: WordSearch): RawBuilder<unknown> {
  const mark = markOf(workspaceId);
  const query = words.map(({ word, isPrefix }) => `'${mark}${word}'${isPrefix ? ':*' : ''}`).join(' & ');
  return sql`${query}::tsquery`;
}
