import { expect, it } from 'vitest';
import { parseDuration } from './duration.ts';

it.each([
  ['90m', 5_400_000],
  ['12h', 43_200_000],
  ['7d', 604_800_000],
  ['2w', 1_209_600_000],
  ['0d', 0],
])('reads %s', (value, expected) => {
  expect(parseDuration(value, '--in')).toBe(expected);
});

it.each(['', '7', 'd', '-1d', '1.5h', '7 d', '1e3d', '7D', '9999999d'])('refuses %j', (value) => {
  expect(() => parseDuration(value, '--in')).toThrow('--in');
});
