import { PLATFORM_IDS, platformFacts } from '@social/types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countText } from '../text/count-text.ts';
import { findLinks, linkRulesOf } from '../text/links/links.ts';
import { fitText } from './fit-text.ts';

describe('fitText', () => {
  it('changes nothing that fits', () => {
    expect(fitText('microblog', 'short enough')).toBe('short enough');
    expect(fitText('microblog', 'short enough', { suffix: '\n\n#tag' })).toBe('short enough\n\n#tag');
    expect(fitText('microblog', 'x'.repeat(280))).toBe('x'.repeat(280));
  });

  it('ends at a word with an ellipsis, and keeps the suffix', () => {
    const fitted = fitText('microblog', 'word '.repeat(100), { suffix: '\n\n#keyword' });
    expect(fitted).toMatch(/^(?:word )*word…\n\n#keyword$/);
    expect(countText('microblog', fitted)).toBeGreaterThan(270);
  });

  it('cuts a long word, and text without spaces, at a grapheme', () => {
    expect(fitText('microblog', 'x'.repeat(300))).toBe(`${'x'.repeat(278)}…`);
    expect(fitText('microblog', '語'.repeat(300))).toBe(`${'語'.repeat(139)}…`);
    expect(fitText('microblog', '👨‍👩‍👧'.repeat(300))).toBe(`${'👨‍👩‍👧'.repeat(139)}…`);
  });

  it('never cuts an address', () => {
    const address = `https://example.com/${'a'.repeat(100)}`;
    expect(fitText('profnet', `${'x'.repeat(2_950)} ${address}`)).toBe(`${'x'.repeat(2_950)}…`);
    expect(fitText('microblog', `${'x '.repeat(130)}${address}`)).not.toContain('https');
  });

  it('leaves out a suffix that alone is too long', () => {
    expect(fitText('microblog', 'text', { suffix: `#${'x'.repeat(300)}` })).toBe('text');
  });

  it('throws away no word that fits, where a word costs more with the suffix behind it', () => {
    // X counts "http://….com" as an address: 11 more than the same letters with a space between.
    const words = fc.array(fc.constantFrom('http:// ', 'https:// ', 'http://  '), { minLength: 60, maxLength: 200 });
    fc.assert(
      fc.property(words, fc.nat(12), (pieces, letters) => {
        const given = 'x'.repeat(letters) + pieces.join('');
        const fitted = fitText('microblog', given, { suffix: '.com' });
        expect(countText('microblog', fitted)).toBeLessThanOrEqual(280);
        const kept = fitted.length - '….com'.length;
        for (const { index } of given.matchAll(/(?<=\S)\s/g)) {
          const longer = `${given.slice(0, index)}….com`;
          if (index > kept) expect(countText('microblog', longer)).toBeGreaterThan(280);
        }
      }),
    );
  });

  it('cuts a text in the same place whatever comes long after it', () => {
    const piece = fc.constantFrom(
      'word ',
      '\n',
      '日本',
      '👨‍👩‍👧',
      'e\u0301',
      'https://example.com/a(b) ',
      'a_b.com',
      '.',
      '#tag ',
    );
    const pieces = fc.array(piece, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(pieces, fc.constantFrom(...PLATFORM_IDS), (some, platform) => {
        const { max } = platformFacts(platform).text;
        const beginning = some.join('').repeat(max + 1);
        const fitted = fitText(platform, beginning.slice(0, 120_000), { suffix: ' #end' });
        expect(fitText(platform, `${beginning.slice(0, 120_000)} another end 👨‍👩‍👧`, { suffix: ' #end' })).toBe(
          fitted,
        );
        expect(countText(platform, fitted)).toBeLessThanOrEqual(max);
      }),
      { numRuns: 60 },
    );
  });

  it('always fits, keeps a beginning of the text, whole graphemes and whole addresses', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'word',
        ' ',
        '\n',
        '日本',
        '👨‍👩‍👧',
        '🇩🇪🇯🇵',
        'e\u0301',
        'example.com',
        'https://example.com/a(b)',
        '.community',
        'שלום',
        '#tag',
      ),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    );
    const text = fc.array(piece, { minLength: 20, maxLength: 400, size: 'max' }).map((pieces) => pieces.join(''));
    const suffix = fc.constantFrom('', ' #tag', '\n\n#日本');
    const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    fc.assert(
      fc.property(text, suffix, fc.constantFrom(...PLATFORM_IDS), (given, end, platform) => {
        const { max } = platformFacts(platform).text;
        const fitted = fitText(platform, given, { suffix: end });
        expect(countText(platform, fitted)).toBeLessThanOrEqual(max);
        expect(fitted.endsWith(end)).toBe(true);
        expect(fitText(platform, fitted)).toBe(fitted);
        if (fitted === given + end) return;
        const head = fitted.slice(0, fitted.length - end.length - 1);
        expect(given.startsWith(head)).toBe(true);
        expect([...graphemes.segment(given)].some(({ index }) => index === head.length)).toBe(true);
        expect(
          findLinks(given, linkRulesOf(platform)).some((url) => url.start < head.length && head.length < url.end),
        ).toBe(false);
      }),
      { numRuns: 150 },
    );
  });
});
