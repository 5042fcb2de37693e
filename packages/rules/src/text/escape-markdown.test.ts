import { expect, it } from 'vitest';
import { escapeMarkdown } from './escape-markdown.ts';

it.each([
  ['plain text, with (signs) & more!', 'plain text, with (signs) & more!'],
  ['*bold* _it_ ~~no~~ `code` ||hidden||', '\\*bold\\* \\_it\\_ \\~\\~no\\~\\~ \\`code\\` \\|\\|hidden\\|\\|'],
  ['a \\ b', 'a \\\\ b'],
  ['[name](https://a.example/x_y) <@1>', '\\[name\\](https://a.example/x_y) \\<@1>'],
  ['https://a.example/a_b_c*d and a_b', 'https://a.example/a_b_c*d and a\\_b'],
  ['# one\n> two\r\n  - three\n-# four\na - b > c # d', '\\# one\n\\> two\r\n  \\- three\n\\-# four\na - b > c # d'],
])('%j is written as %j', (text, escaped) => {
  expect(escapeMarkdown(text)).toBe(escaped);
});
