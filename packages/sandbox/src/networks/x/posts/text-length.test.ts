import twitterText from 'twitter-text';
import { expect, test } from 'vitest';
import { countWeightedLength } from './text-length.ts';

test.each([
  ['hello', 5],
  ['https://example.com/a/very/long/path?with=a&query=string', 23],
  ['example.com', 23],
  ['test.txt', 8],
  ['日本語', 6],
  ['👨‍👩‍👧‍👦', 2],
  ['Hello, world! 👋', 16],
  ['cafe\u0301', 4],
  ['', 0],
])('counts %j as %i', (text, length) => {
  expect(countWeightedLength(text)).toBe(length);
});

test.each([
  'See https://example.com/a(b) and http://sub.example.co.uk/path.',
  '(https://example.com)',
  'mail me@example.com or @user',
  'a.b.c.example.org, and example.org/path?x=1#y',
  'two https://a.com https://b.org',
  '#tag.com $cash.com',
  'ends with dot example.com.',
  'version 1.2.3 and file.ts',
  'naïve 한국어 ไทย العربية Ελληνικά',
  '©️ ™️ 1️⃣ 🇩🇪 👍🏽 ❤️ ☺',
  '“quotes” – dash — em … dots',
  'https://example.com/日本',
  '日本語example.com日本語',
  'https://例え.jp/a',
  'line\nbreak\ttab',
  'http://localhost:3000/a',
  'ftp://example.com',
  'https://example.com:8080/x',
  'https://example.com日本語',
  'example.de?x=1 and t.co, bit.ly/abc',
  'https://example.com/a?q=1&r=(2), then',
  'https://en.wikipedia.org/wiki/A_(b)_c.',
  'x/example.com and x.example.com_y',
  'https://sub-domain.example.museum/ü/é#frag!',
  'ж https://пример.рф/путь',
  'a'.repeat(281),
])('agrees with the reference implementation on %j', (text) => {
  expect(countWeightedLength(text)).toBe(twitterText.parseTweet(text).weightedLength);
});
