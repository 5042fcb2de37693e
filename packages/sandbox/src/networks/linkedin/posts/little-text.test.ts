import { expect, test } from 'vitest';
import { readLittleText } from './little-text.ts';

test.each([
  ['plain text, with punctuation; and\nlines!', 'plain text, with punctuation; and\nlines!'],
  ['\\\\ \\| \\{ \\} \\@ \\[ \\] \\( \\) \\< \\> \\# \\* \\_ \\~', '\\ | { } @ [ ] ( ) < > # * _ ~'],
  ['#release and ＃日本', '#release and ＃日本'],
  ['{hashtag|\\#|open\\_source}', '#open_source'],
  ['', ''],
])('reads %j as %j', (commentary, text) => {
  expect(readLittleText(commentary)).toEqual({ text });
});

test('tells whom a text mentions', () => {
  const commentary = 'thanks @[Ada \\(she\\)](urn:li:person:782bbtaQ) of @[Acme](urn:li:organization:123)!';
  const mentions = [
    { name: 'Ada (she)', urn: 'urn:li:person:782bbtaQ' },
    { name: 'Acme', urn: 'urn:li:organization:123' },
  ];
  expect(readLittleText(commentary)).toEqual({ text: 'thanks Ada (she) of Acme!', mentions });
});

test.each([
  ['see (below)', 'see ', 4],
  ['snake_case', 'snake', 5],
  ['mail me@example.com', 'mail me', 7],
  ['a # b', 'a ', 2],
  ['ends \\', 'ends ', 5],
  ['\\n', '', 0],
  ['@[Ada](urn:li:share:1)', '', 0],
  ['#a*b', '#a', 2],
  ['1 < 2', '1 ', 2],
])('cuts %j to %j', (commentary, text, badAt) => {
  expect(readLittleText(commentary)).toEqual({ text, badAt });
});
