import { replaceEqualDeep } from '@tanstack/react-query';
import type { Post } from '../post-standing.ts';

/** A piece of the list. Its ids stay when its posts are let go, so that every row keeps its place and its height. */
export interface PostPage {
  /** Where in the list it begins; null at its head. */
  readonly cursor: string | null;
  readonly ids: readonly string[];
  /** Null when they were let go to spare memory. */
  readonly posts: readonly Post[] | null;
  /** Null at the end of the list. */
  readonly nextCursor: string | null;
  /** Whether something may have changed since it was read. */
  readonly isOld: boolean;
}

/** A list as far as it is loaded, from its head on. */
export type PostPages = readonly PostPage[];

/** Pages that keep their posts: those around the reader. */
const KEPT_PAGES = 40;

/** The page that an answer of the list is. */
export function pageOf(cursor: string | null, answer: { posts: readonly Post[]; nextCursor: string | null }): PostPage {
  return { cursor, ids: answer.posts.map(idOf), posts: answer.posts, nextCursor: answer.nextCursor, isOld: false };
}

/** A post's id; only dry runs, which no list holds, have none. */
export function idOf({ id }: Post): string {
  return id ?? '';
}

/** Whether a page that was just read reaches what is loaded, so that nothing can be missing in between. */
export function meets(pages: PostPages, head: PostPage): boolean {
  const first = pages[0];
  return !first || first.ids.length === 0 || head.nextCursor === null || overlapOf(first, head) >= 0;
}

/**
 * The list with a page that was just read in its place: where it was, or at the end. What it holds is gone from every
 * other page, so that a post that moved is shown once.
 */
export function place(pages: PostPages, fresh: PostPage): PostPages {
  const at = pages.findIndex(({ cursor }) => cursor === fresh.cursor);
  const isNext = pages.at(-1)?.nextCursor === fresh.cursor && fresh.cursor !== null;
  if (at < 0 && pages.length > 0 && !isNext) return pages;
  const ids = new Set(fresh.ids);
  const others = pages.map((page) => without(page, ids));
  const old = pages[at];
  if (!old) return letGo([...others, fresh], pages.length);
  const after = fresh.nextCursor === null ? [] : others.slice(at + 1);
  return letGo([...others.slice(0, at), ...merge(old, fresh, after.length === 0), ...after], at);
}

/** The list after something in it may have changed: its head was read again, the rest is read when it is looked at. */
export function placeHead(pages: PostPages | undefined, head: PostPage): PostPages {
  if (!pages || !meets(pages, head)) return [head];
  return place(pages, head).map((page) => (page.cursor === null ? page : { ...page, isOld: true }));
}

function overlapOf(old: PostPage, fresh: PostPage): number {
  const ids = new Set(fresh.ids);
  return old.ids.findLastIndex((id) => ids.has(id));
}

function merge(old: PostPage, fresh: PostPage, isLast: boolean): PostPage[] {
  const known = new Map(old.posts?.map((post) => [idOf(post), post]));
  const posts = (fresh.posts ?? []).map((post) => replaceEqualDeep(known.get(idOf(post)), post) as Post);
  const tail = old.ids.slice(tailOf(old, fresh));
  if (tail.length === 0) return [{ ...fresh, posts, nextCursor: isLast ? fresh.nextCursor : old.nextCursor }];
  if (!old.posts) return [fresh, { ...old, cursor: fresh.nextCursor, ids: tail }];
  const kept = old.posts.slice(-tail.length);
  return [{ ...old, ids: [...fresh.ids, ...tail], posts: [...posts, ...kept], isOld: false }];
}

/** Where the rows begin that were pushed out at the end of a page; there are none where the new page goes on further. */
function tailOf(old: PostPage, fresh: PostPage): number {
  const at = overlapOf(old, fresh);
  const endsInside = fresh.nextCursor !== null && at >= 0 && old.ids[at] === fresh.ids.at(-1);
  return endsInside ? at + 1 : old.ids.length;
}

function without(page: PostPage, ids: ReadonlySet<string>): PostPage {
  if (!page.ids.some((id) => ids.has(id))) return page;
  return {
    ...page,
    ids: page.ids.filter((id) => !ids.has(id)),
    posts: page.posts?.filter((post) => !ids.has(idOf(post))) ?? null,
  };
}

function letGo(pages: PostPages, near: number): PostPages {
  if (pages.length <= KEPT_PAGES) return pages;
  const first = Math.max(0, near - KEPT_PAGES / 2);
  return pages.map((page, at) =>
    at > 0 && page.posts && (at < first || at >= first + KEPT_PAGES) ? { ...page, posts: null } : page,
  );
}

/** The row at an index of the whole list; its post is missing while its page is let go. */
export function rowAt(pages: PostPages, index: number): { page: PostPage; post: Post | undefined } {
  let at = index;
  for (const page of pages) {
    if (at < page.ids.length) return { page, post: page.posts?.[at] };
    at -= page.ids.length;
  }
  throw new RangeError(`there is no row ${index}`);
}
