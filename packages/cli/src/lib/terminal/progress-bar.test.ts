import { expect, it } from 'vitest';
import { progressBar } from './progress-bar.ts';

it.each([
  [0, 5_000_000, '░░░░░░░░░░░░░░░░░░░░ 0 % of 5.0 MB'],
  [52_428_800, 209_715_200, '█████░░░░░░░░░░░░░░░ 25 % of 210 MB'],
  [9_999_999, 10_000_000, '████████████████████ 99 % of 10 MB'],
  [3, 2, '████████████████████ 100 % of 0.0 MB'],
  [0, 0, '████████████████████ 100 % of 0.0 MB'],
])('%d of %d bytes are %s', (done, total, bar) => {
  expect(progressBar(done, total)).toBe(bar);
});
