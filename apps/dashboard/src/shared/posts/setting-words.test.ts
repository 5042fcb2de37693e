import { expect, test } from 'vitest';
import { inWords, settingLabel } from './setting-words.ts';

test('names settings and their values in words', () => {
  expect(['replySettings', 'categoryId', 'coverMs', 'aiGenerated', 'type'].map(settingLabel)).toEqual([
    ...['Reply settings', 'Category ID', 'Cover in milliseconds', 'Made with AI', 'Type'],
  ]);
  expect(['PUBLIC_TO_EVERYONE', 'mentionedUsers', 'graphic-media', '!no-unauthenticated'].map(inWords)).toEqual([
    ...['Public to everyone', 'Mentioned users', 'Graphic media', 'No unauthenticated'],
  ]);
});
