import { describe, expect, it } from 'vitest';
import type { Post } from '../post-standing.ts';
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
  it('grows at its end', () => {
    expect(idsOf(place(LOADED, page('f', 'gh', null)))).toBe('abc def gh');
  });

  it('takes no page that does not belong to it', () => {
    expect(place(LOADED, page('x', 'yz', null))).toBe(LOADED);
  });

  it('keeps what new posts push out of its head', () => {
    expect(idsOf(placeHead(LOADED, page(null, '12a', 'a')))).toBe('12abc def');
  });

  it('loses what is gone from its head, and shows what moved up once', () => {
    expect(idsOf(placeHead(LOADED, page(null, 'acd', 'd')))).toBe('acd ef');
  });

  it('begins anew when its head does not reach what is loaded', () => {
    expect(idsOf(placeHead(LOADED, page(null, '123', '3')))).toBe('123');
    expect(idsOf(placeHead(LOADED, page(null, '', null)))).toBe('');
  });

  it('has the pages below its head read again when they are looked at', () => {
    const pages = placeHead(LOADED, page(null, '1ab', 'b'));
    expect(pages.map(({ isOld }) => isOld)).toEqual([false, true]);
    expect(place(pages, page('c', 'def', 'f')).map(({ isOld }) => isOld)).toEqual([false, false]);
  });

  it('ends where a page that was read again is the last', () => {
    const pages = place(LOADED, page('f', 'ghi', 'i'));
    expect(idsOf(place(pages, page('c', 'de', null)))).toBe('abc de');
  });

  it('shows the very same post when nothing in it changed', () => {
    const [before] = LOADED;
    expect(placeHead(LOADED, page(null, 'abc', 'c'))[0]?.posts?.[0]).toBe(before?.posts?.[0]);
  });

  it('lets posts go that are far from the reader, and keeps their places', () => {
    let pages: PostPages = [page(null, 'a', '0')];
    for (let at = 0; at < 100; at += 1)
      pages = place(pages, pageOf(`${at}`, { posts: posts(`p${at}`), nextCursor: `${at + 1}` }));
    expect(pages).toHaveLength(101);
    expect(pages.filter((one) => one.posts !== null).length).toBeLessThan(45);
    expect(rowAt(pages, 3).post, 'it is read again when it comes into view').toBeUndefined();
    expect(rowAt(pages, 100).post?.id).toBe('p99');
    expect(rowAt(place(pages, pageOf('2', { posts: posts('p2'), nextCursor: '3' })), 3).post?.id).toBe('p2');
  });
});
