import { AppBskyRichtextFacet, RichText } from '@atproto/api';
import { findFacets } from '@social/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../../testkit/src/run/linear-time.ts';
import { writeFacets } from './facets.ts';

/** A facet, shortened: its bytes, and what it leads to. */
type Short = readonly [start: number, end: number, target: string];

const did = (handle: string) => `did of ${handle}`;

function ours(text: string): Short[] {
  return writeFacets(text, did).map((facet) => {
    const { index, features } = facet as unknown as {
      index: { byteStart: number; byteEnd: number };
      features: [{ uri?: string; did?: string; tag?: string }];
    };
    const [{ uri, did: mentioned, tag }] = features;
    return [index.byteStart, index.byteEnd, uri ?? mentioned ?? `#${tag}`];
  });
}

/** The mentions and tags that the network's own library finds. */
function theirs(text: string): Short[] {
  const rich = new RichText({ text });
  rich.detectFacetsWithoutResolution();
  const all = (rich.facets ?? []).flatMap(({ index, features: [feature] }): Short[] => {
    if (AppBskyRichtextFacet.isLink(feature)) return [];
    const isMention = AppBskyRichtextFacet.isMention(feature);
    const target = isMention ? did(feature.did) : `#${(feature as { tag: string }).tag}`;
    return [[index.byteStart, index.byteEnd, target]];
  });
  let end = 0;
  return all.filter((facet) => {
    if (facet[0] < end) return false;
    end = facet[1];
    return true;
  });
}

describe('links, mentions and tags', () => {
  it.each<[text: string, found: Short[]]>([
    ['see example.com.', [[4, 15, 'https://example.com']]],
    [
      'é (https://a.org/b) (https://a.org/c_(d))',
      [
        [4, 19, 'https://a.org/b'],
        [22, 41, 'https://a.org/c_(d)'],
      ],
    ],
    ['👋 @ada.bsky.social!', [[5, 21, 'did of ada.bsky.social']]],
    ['@ada.test, ada@example.org', [[0, 9, 'did of ada.test']]],
    [
      '#one #1 #2nd, ＃全角',
      [
        [0, 4, '#one'],
        [8, 12, '#2nd'],
        [14, 23, '#全角'],
      ],
    ],
    ['$aapl and $toolongticker', [[0, 5, '#$AAPL']]],
    ['詳細はこちら：https://example.com/', [[21, 41, 'https://example.com/']]],
    ['【新着】HTTPS://example.com/d。次', [[12, 33, 'https://example.com/d']]],
    [
      '#新着、https://example.com #b',
      [
        [0, 7, '#新着'],
        [10, 29, 'https://example.com'],
        [30, 32, '#b'],
      ],
    ],
    // The network's own library forgets the scheme of this one, and servers refuse that.
    ['httpbin.org', [[0, 11, 'https://httpbin.org']]],
    ['http:///nowhere version.1 file.txt', []],
  ])('of %j are found at their bytes', (text, found) => expect(ours(text)).toEqual(found));

  it('leave a mention of nobody as text', () => {
    expect(writeFacets('hello @ada.bsky.social', () => null)).toEqual([]);
    expect(findFacets('hello @ada.bsky.social')).toMatchObject([{ kind: 'mention', handle: 'ada.bsky.social' }]);
  });

  it('leave out a tag that servers refuse', () => {
    const family = '👨‍👩‍👧‍👦';
    expect(ours(`#${'x'.repeat(64)} #${'y'.repeat(65)}`)).toEqual([[0, 65, `#${'x'.repeat(64)}`]]);
    expect(ours(`#${family.replaceAll('\u200D', '')}${'🏳️'.repeat(60)}`)).toHaveLength(1);
    expect(ours(`#${`${'e'}${'\u0301'.repeat(20)}`.repeat(20)}`)).toEqual([]);
  });

  it('are the mentions and tags that Bluesky’s own library finds where there is no link', () => {
    const piece = fc.oneof(
      fc.constantFrom('@', '#', '＃', '$', '.', ',', ';', '!', '?', ')', '(', '\n', ' ', ' ', '\t', '-', ':', '/', '"'),
      fc.constantFrom(
        '\u200B',
        '\u200D',
        '\u00AD',
        '\u2060',
        '\uFE0F',
        '\u20E2',
        '\u200A',
        '\u3000',
        '\uFEFF',
        '\u2019',
      ),
      fc.constantFrom('ada.bsky.social', 'example.com', 'a.test', 'EXAMPLE.com', 'co.UK', 'my-site.org', 'file.txt'),
      fc.constantFrom('https://', 'http://', 'HTTPS://', 'www.a.de', '/path_(x)', '?q=1&r=2', '#frag'),
      fc.constantFrom('tag', '2024', '1st', 'ταγ', '全角', '🇩🇪', '👨‍👩‍👧', 'é', 'e\u0301', 'AAPL', 'x_y', '日本.jp'),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    );
    const texts = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join('').toWellFormed());
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(findFacets(text).every(({ kind }) => kind !== 'link'));
        expect(ours(text)).toEqual(theirs(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it.each(['@a.', 'a.b', '#(', 'https://(', '.', '$A'])(
    'are found in linear time among many times %j',
    async (piece) => {
      await expectLinear((length) => piece.repeat(length / piece.length), findFacets);
    },
  );
});
