import type { SearchWord } from '@social/rules';
import { type RawBuilder, sql } from 'kysely';
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
  return dialect === 'sqlite' ? onSqlite(search) : onPostgres(search);
}

function onSqlite({ workspaceId, words }: WordSearch): Filter {
  const mark = markOf(workspaceId);
  const query = words.map(({ word, isPrefix }) => `"${mark}${word}"${isPrefix ? '*' : ''}`).join(' AND ');
  // Words begin with a space in the stored text, and any place in it is as fast to find.
  const has = words.map(({ word, isPrefix }) =>
    isPrefix ? sql`instr(found.words, ${` ${word}`}) > 0` : sql`instr(found.words || ' ', ${` ${word} `}) > 0`,
  );
  return {
    ids: sql`select found.post_id as id, post_words.rowid as number from post_words cross join post_search as found
      where post_words match ${query} and found.number = post_words.rowid and found.workspace_id = ${workspaceId}`,
    isNumbered: true,
    holds: sql`exists (select 1 from post_search as found where found.post_id = candidate.id
      and found.workspace_id = ${workspaceId} and ${sql.join(has, sql` and `)})`,
  };
}

function onPostgres({ workspaceId, words }: WordSearch): Filter {
  const query = tsqueryOf({ workspaceId, words });
  return {
    // The condition on the workspace is written so that the index of words is used.
    ids: sql`select post_id as id from post_search where words @@ ${query} and workspace_id || '' = ${workspaceId}`,
    holds: sql`exists (select 1 from post_search as found where found.post_id = candidate.id
      and found.workspace_id = ${workspaceId} and found.words @@ ${query} limit 1 offset 0)`,
  };
}

/** SQL of a query for the words. They hold no quote and no backslash. */
export function tsqueryOf({ workspaceId, words }: WordSearch): RawBuilder<unknown> {
  const mark = markOf(workspaceId);
  const query = words.map(({ word, isPrefix }) => `'${mark}${word}'${isPrefix ? ':*' : ''}`).join(' & ');
  return sql`${query}::tsquery`;
}
