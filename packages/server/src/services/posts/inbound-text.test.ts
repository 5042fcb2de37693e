import { expect, test } from 'vitest';
import { expectLinear } from '../../../../testkit/src/run/linear-time.ts';
import { hashtagFor, oneLine, plainText } from './inbound-text.ts';

test.each([
  ['<p>Fish &amp; chips</p><p>Second</p>', 'Fish & chips\nSecond'],
  ['a < b and c > d', 'a < b and c > d'],
  ['one<br>two<br/>three', 'one\ntwo\nthree'],
  ['<script>alert(1)</script>kept<style>p{}</style>', 'kept'],
  ['<!-- gone -->kept', 'kept'],
  ['line\r\nline\n\n\n\nline', 'line\nline\n\nline'],
  ['Terms &copy 2026 AT&T', 'Terms &copy 2026 AT&T'],
  ['safe \u202etext\u202c', 'safe text'],
])('%j reads as %j', (article, text) => {
  expect(plainText(article)).toBe(text);
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

test.each([' ', '<!--', '<script>', '<p', '<', '&lt;', '</', '\t\n'])(
  'reads many times %j in linear time',
  async (part) => {
    await expectLinear((length) => part.repeat(length / part.length), plainText, 200_000);
  },
);
