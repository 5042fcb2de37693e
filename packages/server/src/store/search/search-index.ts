import { type RawBuilder, sql } from 'kysely';
import { timeOfId } from '../../ids.ts';
import { dialectOf } from '../database/dialects.ts';
import { prepare } from '../database/prepared.ts';
import type { Queryable } from '../schema.ts';

/** A post with the words by which it is found. */
export interface IndexedPost {
  readonly id: string;
  readonly workspaceId: string;
  readonly words: readonly string[];
}

/** A change of a post that its words do not have yet. */
interface Queued {
  readonly number: number;
  readonly post_id: string;
}

const oldestQueued = prepare<[limit: number], Queued>((db) =>
  db.selectFrom('search_queue').select(['number', 'post_id']).orderBy('number').limit(0),
);

/** Lists posts that were stored or have changed since they were indexed, oldest change first. */
export function listQueued(db: Queryable, limit: number): Promise<Queued[]> {
  return oldestQueued(db, limit);
}

/** Has a post indexed again. A new step of a post does the same. */
export async function queuePost(db: Queryable, postId: string): Promise<void> {
  await db.insertInto('search_queue').values({ post_id: postId }).execute();
}

export async function dropQueued(db: Queryable, queued: readonly Queued[]): Promise<void> {
  const numbers = queued.map(({ number }) => number);
  if (numbers.length > 0) await db.deleteFrom('search_queue').where('number', 'in', numbers).execute();
}

/** Counts the posts whose changes no search finds yet. */
export async function countQueued(db: Queryable): Promise<number> {
  const { queued } = await db
    .selectFrom('search_queue')
    .select(({ fn }) => fn.count('post_id').distinct().as('queued'))
    .executeTakeFirstOrThrow();
  return Number(queued);
}

/** Stores the words of posts in place of those they had. Must run in a transaction that has the lock of the index. */
export async function storeWords(trx: Queryable, posts: readonly IndexedPost[]): Promise<void> {
  if (posts.length === 0) return;
  if (dialectOf(trx) === 'postgres') return storeOnPostgres(trx, posts);
  for (const post of posts) await storeOnSqlite(trx, post);
}

async function storeOnPostgres(trx: Queryable, posts: readonly IndexedPost[]): Promise<void> {
  const given = posts.map(({ id, workspaceId, words }) => {
    const marked = words.map((word) => markOf(workspaceId) + word);
    return sql`(${id}::text, ${marked}::text[])`;
  });
  // A post that was deleted meanwhile has no words.
  await sql`insert into post_search (post_id, workspace_id, words)
    select post.id, post.workspace_id, array_to_tsvector(given.words)
    from (values ${sql.join(given)}) as given (id, words) join post on post.id = given.id
    order by given.id
    on conflict (post_id) do update set words = excluded.words where post_search.words <> excluded.words`.execute(trx);
}

/** Places in the list for each millisecond. Their numbers are exact in JavaScript until the year 2248. */
const PLACES = 1_024;

interface PlacedPost {
  readonly number: number;
  readonly post_id: string;
  readonly workspace_id: string;
  readonly words: string;
}

async function storeOnSqlite(trx: Queryable, { id, workspaceId, words: list }: IndexedPost): Promise<void> {
  const post = { post_id: id, workspace_id: workspaceId, words: list.map((word) => ` ${word}`).join('') };
  const first = firstPlaceOf(id);
  const placed = sql<PlacedPost>`select * from post_search where number >= ${first} and number < ${first + PLACES}`;
  const { rows } = await placed.execute(trx);
  // Posts of one millisecond have places in the order of their ids, whichever of them is indexed first.
  const isKnown = rows.some(({ post_id }) => post_id === id);
  const later = isKnown ? [] : rows.filter(({ post_id }) => post_id > id);
  for (const { number } of later) await sql`delete from post_search where number = ${number}`.execute(trx);
  let free = Math.max(first, ...rows.filter((row) => !later.includes(row)).map(({ number }) => number + 1));
  for (const { post_id, workspace_id, words } of [post, ...later]) {
    if (free >= first + PLACES) free = await freePlace(trx, first + PLACES);
    await sql`insert into post_search (number, post_id, workspace_id, words)
      values (${free}, ${post_id}, ${workspace_id}, ${words})
      on conflict (post_id) do update set words = excluded.words where post_search.words <> excluded.words`.execute(
      trx,
    );
    free += 1;
  }
}

/** Finds the place after those that are taken in the millisecond of one; of a later one when it has no more. */
async function freePlace(trx: Queryable, first: number): Promise<number> {
  const next = sql<{ number: number }>`select coalesce(max(number) + 1, ${first}) as number from post_search
    where number >= ${first} and number < ${first + PLACES}`;
  const number = (await next.execute(trx)).rows[0]?.number ?? first;
  return number < first + PLACES ? number : freePlace(trx, first + PLACES);
}

/** The first place in the list of the posts of an id's millisecond. */
export function firstPlaceOf(id: string): number {
  return timeOfId(id) * PLACES;
}

/** Mark before each word of a workspace. Workspaces may share one: a search looks at the workspace, too. */
export function markOf(workspaceId: string): string {
  return workspaceId.slice(-6);
}

/** SQL of a number, which SQLite takes for a place only as an integer. */
export function asPlace(number: number): RawBuilder<number> {
  return sql`cast(${number} as integer)`;
}
