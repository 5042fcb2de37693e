import { PLATFORM_IDS, platformFacts } from '@social/types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../testkit/src/run/linear-time.ts';
import { isBlankText } from '../text/characters.ts';
import { countText } from '../text/count-text.ts';
import { findLinks, linkRulesOf } from '../text/links/links.ts';
import { fitThread, threadPosts } from './fit-thread.ts';

const NUMBER = / \(\d+\/\d+\)$/;
const withoutNumbers = (parts: readonly string[]) =>
  parts.length === 1 ? [...parts] : parts.map((part) => part.replace(NUMBER, ''));
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const squeezed = (text: string) => text.replace(/\s+/g, '');

it('makes a post of each part where there are replies, and one of all elsewhere', () => {
  expect(threadPosts('microblog', ['One', 'Two'])).toEqual(['One', 'Two']);
  expect(threadPosts('profnet', ['One', 'Two', 'Three'])).toEqual(['One\n\nTwo\n\nThree']);
  expect(threadPosts('profnet', ['Alone'])).toEqual(['Alone']);
});

describe('fitThread', () => {
  it('leaves a text that fits as one part, without a number', () => {
    expect(fitThread('microblog', 'short enough')).toEqual(['short enough']);
    expect(fitThread('microblog', 'x'.repeat(280))).toEqual(['x'.repeat(280)]);
  });

  it('cuts between paragraphs where that wastes little', () => {
    const [one, two] = ['one '.repeat(40).trim(), 'two '.repeat(40).trim()];
    expect(fitThread('microblog', `${one}\n\n${two}`)).toEqual([`${one} (1/2)`, `${two} (2/2)`]);
  });

  it('cuts between lines, else sentences, else words', () => {
    const lines = Array.from({ length: 12 }, (_, line) => `• Change number ${line}, described in a few words`);
    const threaded = withoutNumbers(fitThread('microblog', lines.join('\n')));
    expect(threaded.flatMap((part) => part.split('\n'))).toEqual(lines);
    const sentences = Array.from({ length: 12 }, (_, number) => `This is sentence number ${number} of the text.`);
    for (const part of withoutNumbers(fitThread('microblog', sentences.join(' ')))) expect(part).toMatch(/^This.*\.$/);
    for (const part of withoutNumbers(fitThread('microblog', 'word '.repeat(200)))) expect(part).toMatch(/^(word ?)+$/);
  });

  it('numbers each part, also where there are more than nine', () => {
    const parts = fitThread('microblog', 'word '.repeat(700));
    expect(parts.length).toBeGreaterThan(9);
    expect(parts.map((part) => NUMBER.exec(part)?.[0])).toEqual(
      parts.map((_, index) => ` (${index + 1}/${parts.length})`),
    );
  });

  it('keeps an address whole, and cuts a long word at a grapheme', () => {
    const address = `https://example.com/${'a'.repeat(100)}`;
    const parts = fitThread('microblog', `${'x '.repeat(130)}${address} ${'👨‍👩‍👧'.repeat(300)}`);
    expect(parts.filter((part) => part.includes(address))).toHaveLength(1);
    expect(parts.join('').match(/👨‍👩‍👧/gu)).toHaveLength(300);
  });

  it('cuts one address or one character that is longer than a part', () => {
    for (const text of [`https://example.com/${'a'.repeat(9_000)}`, `e${'\u0301'.repeat(4_000)}`]) {
      const parts = withoutNumbers(fitThread('profnet', text));
      expect(parts.length).toBeGreaterThan(1);
      expect(parts.join('')).toBe(text);
    }
  });

  it('cuts a text that is far too long in linear time', async () => {
    expect(fitThread('microblog', 'A few words. '.repeat(8_000)).length).toBeGreaterThan(300);
    await expectLinear(
      (length) => 'A few words. '.repeat(length / 13),
      (text) => fitThread('microblog', text),
    );
  });

  it('loses nothing, exceeds no limit, and makes no empty part and no cut in an address', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'word',
        ' ',
        '\n',
        '\n\n',
        '. ',
        '! ',
        '日本。',
        '👨‍👩‍👧',
        '🇩🇪🇯🇵',
        'e\u0301',
        'example.com',
        '\u200b',
      ),
      fc.constantFrom('https://example.com/a(b)', '.community', 'שלום', '#tag', '(1/2)', '\u00a0', 'x'.repeat(300)),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    );
    const text = fc.array(piece, { minLength: 1, maxLength: 400, size: 'max' }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, fc.constantFrom(...PLATFORM_IDS), (given, platform) => {
        const { max } = platformFacts(platform).text;
        const parts = fitThread(platform, given);
        if (countText(platform, given) <= max) {
          expect(parts).toEqual([given]);
          return;
        }
        for (const part of parts) {
          expect(countText(platform, part)).toBeLessThanOrEqual(max);
          expect(isBlankText(part)).toBe(false);
        }
        if (parts.length > 1) expect(parts.every((part) => NUMBER.test(part))).toBe(true);
        const kept = withoutNumbers(parts);
        expect(squeezed(kept.join('')).replaceAll('\u200b', '')).toBe(squeezed(given).replaceAll('\u200b', ''));
        const cuts = new Set(Array.from(graphemes.segment(given), ({ index }) => index));
        const addresses = findLinks(given, linkRulesOf(platform)).filter(({ start, end }) => end - start < max / 2);
        let reached = 0;
        for (const part of kept) {
          const start = given.indexOf(part, reached);
          const end = start + part.length;
          expect(start).toBeGreaterThanOrEqual(reached);
          expect(end === given.length || cuts.has(end)).toBe(true);
          expect(addresses.some((url) => url.start < end && end < url.end)).toBe(false);
          reached = end;
        }
      }),
      { numRuns: 100 },
    );
  });
});
