import { describe, expect, it } from 'vitest';
import type { Post } from '../../../shared/posts/post-standing.ts';
import { type PostPages, pageOf, place, placeHead, rowAt } from './post-pages.ts';

function posts(...ids: string[]): Post[] {
  return ids.map((id) => ({
    id,
    text: id,
    platforms: ['profnet'],
    status: 'published',
    outcome: 'published',
    createdAt: '2026-11-20T14:02:11.204Z',
    updatedAt: '2026-11-20T14:02:11.204Z',
    profile: 'default',
    credits: 1,
    platformResults: {},
  }));
}

function page(cursor: string | null, ids: string, nextCursor: string | null) {
  return pageOf(cursor, { posts: posts(...ids), nextCursor });
}

function idsOf(pages: PostPages): string {
  return pages.map(({ ids }) => ids.join('')).join(' ');
}

const LOADED = [page(null, 'abc', 'c'), page('c', 'def', 'f')];

describe('a list of posts', () => {
  it('appends the next page', () => {
    expect(idsOf(place(LOADED, page('f', 'gh', null)))).toBe('abc def gh');
  });

  it('ignores a page that does not belong to it', () => {
    expect(place(LOADED, page('x', 'yz', null))).toBe(LOADED);
  });

  it('keeps the posts that new ones push out of its head', () => {
    expect(idsOf(placeHead(LOADED, page(null, '12a', 'a')))).toBe('12abc def');
  });

  it('drops posts that left its head, and shows a post that moved up only once', () => {
    expect(idsOf(placeHead(LOADED, page(null, 'acd', 'd')))).toBe('acd ef');
  });

  it('starts over when its new head does not reach the loaded posts', () => {
    expect(idsOf(placeHead(LOADED, page(null, '123', '3')))).toBe('123');
    expect(idsOf(placeHead(LOADED, page(null, '', null)))).toBe('');
  });

  it('marks the pages below a new head to be read again', () => {
    const pages = placeHead(LOADED, page(null, '1ab', 'b'));
    expect(pages.map(({ isOld }) => isOld)).toEqual([false, true]);
    expect(place(pages, page('c', 'def', 'f')).map(({ isOld }) => isOld)).toEqual([false, false]);
  });

  it('ends with a page that turned out to be the last', () => {
    const pages = place(LOADED, page('f', 'ghi', 'i'));
    expect(idsOf(place(pages, page('c', 'de', null)))).toBe('abc de');
  });

  it('keeps the same object for a post that did not change', () => {
    const [before] = LOADED;
    expect(placeHead(LOADED, page(null, 'abc', 'c'))[0]?.posts?.[0]).toBe(before?.posts?.[0]);
  });

  it('forgets posts far from the reader but keeps their places', () => {
    let pages: PostPages = [page(null, 'a', '0')];
    for (let at = 0; at < 100; at += 1)
      pages = place(pages, pageOf(`${at}`, { posts: posts(`p${at}`), nextCursor: `${at + 1}` }));
    expect(pages).toHaveLength(101);
    expect(pages.filter((one) => one.posts !== null).length).toBeLessThan(45);
    expect(rowAt(pages, 3).post, 'the page is read again when it comes into view').toBeUndefined();
    expect(rowAt(pages, 100).post?.id).toBe('p99');
    expect(rowAt(place(pages, pageOf('2', { posts: posts('p2'), nextCursor: '3' })), 3).post?.id).toBe('p2');
  });
});
