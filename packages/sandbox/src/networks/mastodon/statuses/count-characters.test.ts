import { expect, test } from 'vitest';
import { countCharacters } from './count-characters.ts';

test.each([
  ['', 0],
  ['hello', 5],
  ['a\nb', 3],
  ['日本語', 3],
  ['cafe\u0301', 4],
  ['👨‍👩‍👧‍👦', 1],
  ['👍🏽 🇩🇪', 3],
  [':blobcat:', 9],
  ['#tag', 4],
  ['http://a.co', 23],
  ['https://example.com/a/very/long/path?with=a&query=string#fragment', 23],
  ['https://example.com:8080/x', 23],
  ['ipfs://example.com/x', 23],
  ['gemini://example.com/', 23],
  ['https://例え.jp/パス', 23],
  ['https://пример.рф/путь', 23],
  ['https://xn--r8jz45g.xn--zckzah/', 23],
  ['https://example.com.', 24],
  ['https://example.com/path?', 24],
  ['https://example.com/a,b.', 24],
  ['https://example.com/a_(b)', 23],
  ['see (https://example.com/a_(b)) ok', 32],
  ['https://a.com https://b.org', 47],
  ['日本語https://example.com日本語', 29],
  ['example.com', 11],
  ['www.example.com/path', 20],
  ['https://localhost/path', 22],
  ['ftp://example.com/', 18],
  ['xmpp:user@example.com', 21],
  ['xhttps://example.com', 20],
  ['#https://example.com', 20],
  ['@ada', 4],
  ['@ada@example.org', 4],
  ['@ada@example.org and @bob@social.example', 13],
  ['ada@example.org', 15],
  ['@ada@example.org@', 17],
  ['https://example.com/@ada@example.org', 23],
])('counts %j as %i', (text, length) => {
  expect(countCharacters({ text })).toBe(length);
});

test('counts the content warning as it is written, and the text after it', () => {
  const text = 'https://example.com/';
  expect(countCharacters({ text, spoilerText: 'https://example.com/' })).toBe(20 + 23);
});

test.each([
  ['https://example.com/a/very/long/path', 36],
  ['@ada@example.org', 16],
  ['👨‍👩‍👧‍👦', 7],
  ['cafe\u0301', 5],
])('counts %j as %i code points for GoToSocial', (text, length) => {
  expect(countCharacters({ text, spoilerText: 'cw' }, 'code-points')).toBe(length + 2);
});
