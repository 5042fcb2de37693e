import { replaceEqualDeep } from '@tanstack/react-query';
import { idOf, type Post } from '../../../shared/posts/post-standing.ts';

/** A page of the list. It keeps its ids when it forgets its posts, so that every row keeps its place and height. */
export interface PostPage {
  /** Cursor of the page; null for the first one. */
  readonly cursor: string | null;
  readonly ids: readonly string[];
  /** The posts, or null when the page forgot them to save memory. */
  readonly posts: readonly Post[] | null;
  /** Cursor of the next page; null at the end of the list. */
  readonly nextCursor: string | null;
  /** Set when something may have changed since the page was read. */
  readonly isOld: boolean;
}

/** The loaded pages of a list, from its head on. */
export type PostPages = readonly PostPage[];

/** Number of pages around the reader that keep their posts. */
const KEPT_PAGES = 40;

/** Makes a page from an answer of the list. */
export function pageOf(cursor: string | null, answer: { posts: readonly Post[]; nextCursor: string | null }): PostPage {
  return { cursor, ids: answer.posts.map(idOf), posts: answer.posts, nextCursor: answer.nextCursor, isOld: false };
}

/** Returns true when a new head overlaps the loaded pages, so that no post is missing between them. */
export function meets(pages: PostPages, head: PostPage): boolean {
  const first = pages[0];
  return !first || first.ids.length === 0 || head.nextCursor === null || overlapOf(first, head) >= 0;
}

/**
 * Puts a page that was just read into the list: where it was, or at the end. Removes its posts from all other pages, so
 * that the list shows a post that moved only once.
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

/** Puts a new head into the list, and marks all other pages to be read again when they come into view. */
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

/** Returns the index of the first row that new posts pushed out of a page, or its length without such rows. */
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

/** Returns the row at an index of the whole list, without a post while its page has forgotten its posts. */
export function rowAt(pages: PostPages, index: number): { page: PostPage; post: Post | undefined } {
  let at = index;
  for (const page of pages) {
    if (at < page.ids.length) return { page, post: page.posts?.[at] };
    at -= page.ids.length;
  }
  throw new RangeError(`there is no row ${index}`);
}
