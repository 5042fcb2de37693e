import { expect, test } from 'vitest';
import { canonicalLanguage, isLanguage } from './languages.ts';

test.each([
  'en',
  'EN',
  'de',
  'pt-BR',
  'zh-TW',
  'zh-Hant-TW',
  'zh-YUE',
  'yue',
  'tok',
  'ldn',
  'eng',
  'es-419',
  'de-CH-1996',
])('knows the language %s', (tag) => {
  expect(isLanguage(tag)).toBe(true);
});

test.each([
  '',
  'xx',
  'zzz',
  'english',
  'en_US',
  'en-',
  '-en',
  'e',
  'en US',
  'en-a-b-c-d-e',
  'zh-TW\n',
  'de-419-DE',
  `en${'-aaaa'.repeat(9)}`,
])('knows no language %j', (tag) => {
  expect(isLanguage(tag)).toBe(false);
});

test.each([
  ['EN', 'en'],
  ['pt-br', 'pt-BR'],
  ['ZH-hant-tw', 'zh-Hant-TW'],
  ['zh-YUE', 'yue'],
  ['de-419-DE', null],
])('writes the tag %s as %s', (tag, expected) => {
  expect(canonicalLanguage(tag)).toBe(expected);
});
