import { expect, test } from 'vitest';
import { articleText, hashtagFor, oneLine } from './inbound-text.ts';

test.each([
  ['<p>Fish &amp; chips</p><p>Second</p>', 'Fish & chips\n\nSecond'],
  [
    '<p>Read <a href="https://example.com/?a=1&amp;b=2">the guide</a></p>',
    'Read the guide (https://example.com/?a=1&b=2)',
  ],
  ['safe \u202etext\u202c', 'safe text'],
])('%j reads as %j', (article, text) => {
  expect(articleText(article)).toBe(text);
});

test('a title stays on one line', () => {
  expect(oneLine('Ten\nlessons\t<b>learnt</b>')).toBe('Ten lessons learnt');
});

test.each([
  ['growth', '#growth'],
  ['#growth', '#growth'],
  ['content marketing', '#ContentMarketing'],
  ['iPhone 17 &amp; the éclair', '#IPhone17TheÉclair'],
  ['two-words', '#TwoWords'],
  ['GraphQL tips & tricks', '#GraphQLTipsTricks'],
  ['état  d’âme', '#ÉtatDâme'],
  ['日本 語', '#日本語'],
  ['c++', '#c'],
  ['a#b', '#ab'],
  ['日本語', '#日本語'],
  ['\n@everyone', '#everyone'],
  ['2026', null],
  ['+++', null],
])('the keyword %j becomes %j', (keyword, tag) => {
  expect(hashtagFor(keyword)).toBe(tag);
});
