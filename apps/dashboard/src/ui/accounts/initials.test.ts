import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
  ['Ada Example', 'AE'],
  ['Ada Maria van Example', 'AE'],
  ['ada', 'A'],
  ['@ada_example', 'AE'],
  ['ada.example.com', 'AC'],
  ['#announcements', 'A'],
  ['東京 新聞', '東新'],
  ['“Quoted” 🎉', 'Q'],
  ['🎉', ''],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
