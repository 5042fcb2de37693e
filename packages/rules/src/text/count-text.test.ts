import { PLATFORM_IDS, platformFacts } from '@social/types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectCost, expectLinear } from '../../../testkit/src/run/linear-time.ts';
import { countText, measureText } from './count-text.ts';

describe('the text of a story', () => {
  it('may have any length, since it is not shown', () => {
    const settings = { type: 'story' };
    for (const place of [{ settings }, { network: 'instagram-facebook', settings }])
      expect(measureText('photonet', 'x'.repeat(2_201), place)).toEqual({ count: 2_201, max: 2_200, over: 0 });
    expect(measureText('photonet', 'x'.repeat(2_201), { settings: { type: 'reel' } }).over).toBe(1);
  });
});

describe('microblog text', () => {
  it.each([
    ['', 0],
    ['hello', 5],
    ['cafe\u0301', 4],
    ['日本語', 6],
    ['Hello, world! 👋', 16],
    ['👨‍👩‍👧‍👦', 2],
    ['👋🏽', 2],
    ['🇩🇪', 2],
    ['1️⃣', 2],
    ['👩🏾‍🚀', 2],
    ['© ™', 4],
    ['example.com', 23],
    ['see https://example.com/a/very/long/path?with=query#and-more.', 28],
    ['(example.com)', 25],
    ['example.com/film_(2026)', 23],
    ['example.com/a.(b)', 27],
    ['http://t.co/abc.(example.com)', 49],
    ['test.txt', 8],
    ['a@example.com', 13],
    ['#example.com', 12],
    ['v1.4.0', 6],
    ['node.js is fun', 14],
    ['一二三example.com四', 31],
    ['https://t.co/abcdefghij', 23],
    ['http://localhost:8080', 21],
    ['שלום', 4],
    ['a\u200Db', 3],
    ['one…', 5],
    ['\ud800', 2],
  ])('counts %j as %i', (text, count) => {
    expect(countText('microblog', text)).toBe(count);
  });

  it('fits 280 and not 281', () => {
    expect(measureText('microblog', 'x'.repeat(280))).toEqual({ count: 280, max: 280, over: 0 });
    expect(measureText('microblog', 'x'.repeat(281))).toEqual({ count: 281, max: 280, over: 1 });
  });

  it.each([
    ['', '日', '.com'],
    ['', 'a.co日', ''],
    ['a.co/', '(a', ''],
    ['', 'a.co/(.)', ''],
    ['a.co/', '(.)', ''],
    ['', 'a_', ''],
    ['', 'a.', ''],
    ['', '-a.', ''],
    ['', 'a.co/@', ''],
    ['', '👩‍', ''],
    ['', '\u{1F3F4}\u{E0067}', ''],
  ])('is counted in linear time: %j and many times %j before %j', async (head, piece, tail) => {
    await expectLinear(
      (length) => head + piece.repeat(length / piece.length) + tail,
      (text) => countText('microblog', text),
    );
  });
});

describe('text of the other platforms', () => {
  const text = 'a日👋';

  it('is counted in code points, graphemes, UTF-8 bytes or UTF-16 units', () => {
    const counts = { characters: 3, graphemes: 3, bytes: 8, utf16: 4, weighted: 5 };
    for (const platform of PLATFORM_IDS)
      expect(countText(platform, text)).toBe(counts[platformFacts(platform).text.unit]);
  });

  it('does not shorten addresses', () => {
    expect(countText('profnet', 'https://example.com/a/very/long/path')).toBe(36);
  });
});

describe('graphemes', () => {
  it.each([
    ['👨‍👩‍👧‍👦🇩🇪e\u0301\r\n', 4],
    ['see https://example.com/a/very/long/path?with=query.', 28],
    ['http://a.co', 23],
    ['example.com stays', 17],
    ['@ada@fosstodon.org and @bob', 13],
    ['write to ada@fosstodon.org', 26],
    ['a@b@c.org', 9],
    ['https://a.org/@ada@b.org x', 25],
  ])('mastodon counts %j as %i', (text, count) => expect(countText('mastodon', text)).toBe(count));

  it('are counted as a segmenter finds them, whatever is beside the characters of ASCII', () => {
    const parts = [
      'a',
      'Z',
      ' ',
      '~',
      '\n',
      '\r',
      '\0',
      '\t',
      'é',
      'e\u0301',
      '\u0600',
      '\u200d',
      '👩',
      '🇩',
      '한',
      '1\ufe0f\u20e3',
    ];
    const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    const text = fc.string({ unit: fc.constantFrom(...parts), maxLength: 30 });
    fc.assert(
      fc.property(text, (any) => {
        expect(countText('bluesky', any)).toBe([...segmenter.segment(any)].length);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are limited in bytes too, where the network does so', () => {
    const family = '👨‍👩‍👧‍👦';
    expect(measureText('bluesky', family.repeat(120))).toEqual({ count: 120, max: 300, over: 0 });
    expect(measureText('bluesky', family.repeat(121))).toEqual({
      ...{ count: 3_025, max: 3_000, over: 25, unit: 'bytes' },
    });
    expect(measureText('bluesky', `${family.repeat(2)}${'x'.repeat(300)}`)).toEqual({ count: 302, max: 300, over: 2 });
    expect(measureText('video', 'é')).toEqual({ count: 2, max: 5_000, over: 0, unit: 'bytes' });
    expect(measureText('bluesky', 'x'.repeat(301))).toEqual({ count: 301, max: 300, over: 1 });
  });

  it('count a content warning with the text, its addresses in full', () => {
    const settings = { spoilerText: 'on http://example.com/food ' };
    expect(measureText('mastodon', 'see http://example.com/food', { settings })).toEqual({
      count: 54,
      max: 500,
      over: 0,
    });
    expect(measureText('bluesky', 'text', { settings }).count).toBe(4);
    expect(measureText('mastodon', 'text', { settings: { spoilerText: 7 } }).count).toBe(4);
  });

  it('follow the limits of the account\u2019s server', () => {
    const server = { max: 5000, unit: 'characters' } as const;
    expect(measureText('mastodon', 'http://a.co 🇩🇪', { server })).toEqual({ count: 14, max: 5000, over: 0 });
  });

  it('are counted at the same cost, however long a server says that addresses are', async () => {
    const server = { max: 100_000, unit: 'graphemes', linkLength: 100_000 } as const;
    const measure = (linkLength: number) =>
      measureText('mastodon', 'http://a.co '.repeat(300), { server: { ...server, linkLength } });
    expect(measure(100_000)).toEqual({ count: 30_000_300, max: 100_000, over: 29_900_300 });
    await expectCost(
      () => measure(100_000),
      2,
      () => measure(23),
    );
  });

  it.each([
    ['', '@a'],
    ['', '@a@b.'],
    ['@a@', 'b-'],
    ['', 'http://'],
  ])('are counted in linear time: %j and many times %j', async (head, piece) => {
    await expectLinear(
      (length) => head + piece.repeat(length / piece.length),
      (text) => countText('mastodon', text),
    );
  });
});
