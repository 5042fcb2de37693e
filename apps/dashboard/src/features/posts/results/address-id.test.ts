import { expect, it } from 'vitest';
import { idIn } from './address-id.ts';

it.each([
  ['an id', ' 17841_99 ', '17841_99'],
  ['a URN in an address', 'https://net.example/feed/update/urn%3Ali%3Ashare%3A714/?source=copy', 'urn:li:share:714'],
  ['the parameter of a video', 'https://net.example/watch?v=abc-_1', 'abc-_1'],
  ['the last part of a path', 'https://net.example/ada/status/42/', '42'],
  ['a path with a percent sign that escapes nothing', 'https://net.example/100%/42', '42'],
  ['an address without a path', 'https://net.example', ''],
])('finds the id of a post in %s', (_what, copied, id) => {
  expect(idIn(copied)).toBe(id);
});
