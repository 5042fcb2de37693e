import { expect, test } from 'vitest';
import { mastodonLanguage } from './language.ts';

test.each([
  ['en', 'en'],
  ['en-US', 'en'],
  ['pt-BR', 'pt'],
  ['PT-br', 'pt'],
  ['eng', 'en'],
  ['cnr', 'cnr'],
  ['tok', 'tok'],
  ['zh', 'zh'],
  ['zh-tw', 'zh-TW'],
  ['zh-Hant', 'zh-TW'],
  ['zh-Hans-CN', 'zh-CN'],
  ['zh-Hant-HK', 'zh-HK'],
  ['zh-SG', 'zh'],
  ['zh-yue', 'zh-YUE'],
  ['zh-yue-HK', 'zh-YUE'],
  ['yue', 'zh-YUE'],
])('reduces %s to %s', (tag, reduced) => {
  expect(mastodonLanguage(tag)).toBe(reduced);
});
