import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../testkit/src/run/linear-time.ts';
import { normalizeLabel, searchWordsOf, wordsOf } from '../src/index.ts';

/** Returns true when a search finds a text. */
function finds(query: string, text: string): boolean {
  const words = wordsOf(text);
  const asked = searchWordsOf(query);
  return asked.every(({ word, isPrefix }) =>
    isPrefix ? words.some((own) => own.startsWith(word)) : words.includes(word),
  );
}

const word = fc.oneof(
  fc.constantFrom('Release', 'v1.4.2', '2.0.0-rc.1', 'don’t', "l'été", 'snake_case', 'docs.example.com', 'C#', '1,000'),
  fc.constantFrom('#launch', '@ada', 'https://example.com/a?b=1', 'ada@example.com', 'Straße', 'naïve', 'İstanbul'),
  fc.constantFrom(
    'ΟΔΟΣ',
    'шёл',
    'שָׁלוֹם',
    'مُحَمَّد',
    'नमस्ते',
    'ＷＩＤＥ',
    'ﬁne',
    '🎉',
    '👩‍💻',
    '🇩🇪',
    '0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69',
  ),
  fc.stringMatching(/^[a-z0-9]{1,12}$/),
);
const unspaced = fc
  .array(fc.constantFrom(...'東京タワーへ行きましょう今天发布了新版本서울에서만나요สวัสดีชาวโลก'), {
    minLength: 2,
    maxLength: 30,
  })
  .map((characters) => characters.join(''));

describe('the words of a text and of a search', () => {
  it.each([
    ['v1.4.2', 'Version v1.4.2 is out'],
    ['1.4', 'Version v1.4.2 is out'],
    ['1.4.2', 'Version v1.4.2 is out'],
    ['example.com', 'see https://docs.example.com/guide'],
    ['docs.example.com/guide', 'see https://docs.example.com/guide'],
    ['dont', 'We don’t'],
    ["don't", 'We don’t'],
    ['ete', "à l'été"],
    ['#launch', 'our #Launch'],
    ['launch', 'our #Launch'],
    ['STRASSE', 'in der Straße'],
    ['οδος', 'ΟΔΟΣ'],
    ['shalom שלום', 'שָׁלוֹם shalom'],
    ['👍', 'thanks 👍🏽'],
    ['💻', '👩‍💻'],
    ['東京', '今日は東京タワーへ'],
    ['東', '今日は東京タワーへ'],
    ['ﾄｳｷｮｳ', 'トウキョウ'],
    ['anno', 'an announcement'],
    ['0192f3c1-7c1e', 'post 0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69'],
  ])('"%s" finds "%s"', (query, text) => expect(finds(query, text)).toBe(true));

  it.each([
    ['1.4', 'Version 1.5.4'],
    ['#launch', 'the launch'],
    ['an', 'announcement'],
    ['nounce', 'announcement'],
    ['京東', '東京'],
    ['anno other', 'announcement and anno domini'],
  ])('"%s" does not find "%s"', (query, text) => expect(finds(query, text)).toBe(false));

  it('has nothing for a search without words', () => expect(searchWordsOf(' !? … — ')).toEqual([]));

  it('finds a text by any of its words that follow each other', () => {
    const text = fc.array(word, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (words, one, other) => {
        const [from, to] = [one % words.length, other % words.length].sort((a, b) => a - b) as [number, number];
        return finds(words.slice(from, to + 1).join(' '), words.join(' '));
      }),
      { numRuns: 300 },
    );
  });

  it('finds a text by any two or more characters of a script without spaces, whatever is around them', () => {
    fc.assert(
      fc.property(word, unspaced, word, fc.nat(), fc.nat(), (before, run, after, one, length) => {
        const characters = [...run];
        const from = one % (characters.length - 1);
        const query = characters.slice(from, from + 2 + (length % characters.length)).join('');
        return finds(query, `${before}${run} ${after}`) && finds(query, `${before} ${run}${after}`);
      }),
      { numRuns: 300 },
    );
  });

  it('holds no space, no quote and no backslash, whatever the text is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const words = [...wordsOf(text), ...searchWordsOf(text).map((asked) => asked.word)];
        return words.every((one) => one !== '' && !/[\s'"\\\0]/.test(one));
      }),
      { numRuns: 300 },
    );
  });

  it.each(['a', '\u0301', '漢', 'a.', '1,', "a'", '🇩', '#', '0192f3c1-'])(
    'reads many times "%s" in linear time, and few words',
    async (piece) => {
      const make = (count: number) => piece.repeat(count);
      expect(wordsOf(make(100_000)).length).toBeLessThanOrEqual(2_000);
      await expectLinear(make, wordsOf);
    },
  );
});

describe('a label', () => {
  it.each([
    [' #Launch ', 'launch'],
    ['Press  Release', 'press release'],
    ['ＦＵＬＬ', 'full'],
    ['##', ''],
  ])('"%s" is stored as "%s"', (given, stored) => expect(normalizeLabel(given)).toBe(stored));
});
