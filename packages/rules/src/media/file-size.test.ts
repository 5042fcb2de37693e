import { expect, it } from 'vitest';
import { sizesText, sizeText } from './file-size.ts';

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_500, '1.5 kB'],
  [3_938_173, '3.9 MB'],
  [10_485_760, '10.5 MB'],
  [4_294_967_296, '4.3 GB'],
])('writes %d bytes for people', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

it('tells a size from the limit that it exceeds', () => {
  expect(sizesText(3_938_173, 2_000_000)).toEqual({ size: '3.9 MB', limit: '2 MB' });
  expect(sizesText(2_000_001, 2_000_000)).toEqual({ size: '2.000001 MB', limit: '2 MB' });
  expect(sizesText(4_294_967_297, 4_294_967_296).size).not.toBe('');
});
