import type { SearchWord } from '@social/rules';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DialectName } from '../database/dialects.ts';
import type { Filter } from '../posts/post-filters.ts';
import { markOf } from './search-index.ts';

/** The words that a post must have, all of them. */
export interface WordSearch {
  readonly workspaceId: string;
  readonly words: readonly SearchWord[];
}

/**
 * Makes the condition that a post has all words.
 * @param ids selects the posts that have them; without it the condition is met by so many posts that each is looked at
 */
export function wordFilter(dialect: DialectName, search: WordSearch, ids?: Filter['ids']): Filter {
  const { workspaceId } = search;
  const holds = sql<SqlBool>`exists (select 1 from post_search as found where found.post_id = candidate.id
    and found.workspace_id = ${workspaceId} and ${haveWords(dialect, search, sql.ref('found.words'))} limit 1 offset 0)`;
  if (ids) return { ids, holds };
  return { ids: sql`select id from post where workspace_id = ${workspaceId}`, isLoose: true, holds };
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

/** SQL of a query of Postgres for the words. They hold no quote and no backslash. */
export function tsqueryOf({ workspaceId, words }: WordSearch): RawBuilder<unknown> {
  const mark = markOf(workspaceId);
  const query = words.map(({ word, isPrefix }) => `'${mark}${word}'${isPrefix ? ':*' : ''}`).join(' & ');
  return sql`${query}::tsquery`;
}
