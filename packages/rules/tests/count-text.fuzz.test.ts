import fc from 'fast-check';
import tlds from 'tlds';
import twitterText from 'twitter-text';
import { describe, expect, it } from 'vitest';
import { countText } from '../src/index.ts';
import { DELIBERATE_DIFFERENCES, WITHDRAWN_TLDS } from './deliberate-differences.ts';

const RUNS = 4_000;
const byLibrary = (text: string): number => twitterText.parseTweet(text).weightedLength;
const sharedTlds = tlds.filter((tld) => byLibrary(`example.${tld}`) === 23);
const withdrawn = new RegExp(`\\.(?:${WITHDRAWN_TLDS.join('|')})(?![0-9a-z@+-])`, 'i');

const textOf = (...parts: fc.Arbitrary<string>[]) =>
  fc.array(fc.oneof(...parts), { minLength: 1, maxLength: 14 }).map((pieces) => pieces.join(''));

const word = fc.constantFrom('hello', 'a', 'B', 'foo', 'x1', 'e\u0301', 'é', 'ß', 'ſ', 'ι', 'ÿ', 'ж', 'кириллица');
const wide = fc.constantFrom('日本語', '語', 'テスト', '한국', 'नमस्ते', '…', '“', '”', '—', '、', '。', '．', '　');
const rightToLeft = fc.constantFrom('שלום', 'مرحبا', '\u200F', '\u202E', '\u202C', '\u061C', '\u2066');
const invisible = fc.constantFrom('\u200B', '\u200D', '\uFE0F', '\uFEFF', '\uFFFE', '\u0301', '\u034F', '\u00AD');
const punctuation = fc.constantFrom(...'.....--__//::@#$?!()[]&=+~|\',;%*"`^{}<>\\\n\t   ');
const address = fc.constantFrom(
  'http://',
  'https://',
  'HTTP://',
  't.co/',
  'www.',
  'xn--',
  'xn--p1ai',
  'http://t.co/abc',
);
const tail = fc.constantFrom(
  ':80',
  '/path',
  '/a_(b)',
  '/(a(b)c)',
  '?x=1&y=2',
  '/@user/',
  '/日本',
  '/é',
  '#part',
  '/.',
  '?.',
);
const path = textOf(
  fc.constantFrom(...'abc///((()))...,;@??=&#-_~é日', '(a)', '.(a)', '(a(b)c)', '/@user/', 'www.', 'http://'),
);
const topLevel = fc.constantFrom(...sharedTlds).map((tld) => `.${tld}`);
const emoji = fc.constantFrom(
  ...'😀 👋🏽 👨‍👩‍👧‍👦 🏴‍☠️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇩🇪 🇯🇵 🇩 1️⃣ #⃣ *️⃣ ©️ © ™️ ❤️ ❤ ☺︎ 🏽'.split(' '),
  ...'👩‍💻 👩🏾‍🚀 🏳️‍🌈 🏳‍🌈 🤷🏻‍♀️ 🤷‍♂ 🐶‍🐱 ℹ️ ⌚ ⭐ ⭐️ ⚡️ 🎅🏿 ✅️ 🌍️ 🀄️ 〰️ ㊙️'.split(' '),
);
const anything = fc.oneof(fc.string({ maxLength: 4 }), fc.string({ unit: 'binary', maxLength: 3 }));

describe('counting like twitter-text', () => {
  it.each([
    ['words and addresses', textOf(word, punctuation, address, tail, topLevel)],
    ['addresses within scripts without spaces', textOf(word, wide, punctuation, topLevel, tail)],
    [
      'paths and queries',
      fc
        .tuple(fc.constantFrom('a.co/', 'http://a.co/', 'http://t.co/abc', 'a.co?'), path)
        .map(([start, rest]) => start + rest),
    ],
    ['emoji', textOf(emoji, invisible, word)],
    ['right-to-left text', textOf(rightToLeft, word, punctuation, topLevel, invisible)],
    [
      'everything together',
      textOf(word, wide, rightToLeft, invisible, punctuation, address, tail, topLevel, emoji, anything),
    ],
  ])(
    'agrees on %s',
    (_name, text) => {
      fc.assert(
        fc.property(text, (given) => {
          fc.pre(!withdrawn.test(given.normalize('NFC')));
          expect(countText('microblog', given)).toBe(byLibrary(given));
        }),
        { numRuns: RUNS },
      );
    },
    60_000,
  );

  it.each(DELIBERATE_DIFFERENCES)('differs on $text: $why', ({ text, ours, library }) => {
    expect(countText('microblog', text)).toBe(ours);
    expect(byLibrary(text)).toBe(library);
  });

  it('knows nearly every top-level domain that the library knows', () => {
    expect(tlds.length - sharedTlds.length).toBeLessThan(10);
  });
});
