import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sizesText, sizeText } from './file-size.ts';

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_500, '1.5 kB'],
  [3_938_173, '3.9 MB'],
  [10_485_760, '10.5 MB'],
  [4_294_967_296, '4.3 GB'],
  [999_949, '999.9 kB'],
  [999_950, '1 MB'],
  [999_999_999, '1 GB'],
  [5_000_000_000_000, '5000 GB'],
])('writes %d bytes for people', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

it('tells a size from the limit that it exceeds', () => {
  expect(sizesText(3_938_173, 2_000_000)).toEqual({ size: '3.9 MB', limit: '2 MB' });
  expect(sizesText(2_000_001, 2_000_000)).toEqual({ size: '2.000001 MB', limit: '2 MB' });
  expect(sizesText(1_000_000, 999_999)).toEqual({ size: '1 MB', limit: '999.999 kB' });
  expect(sizesText(4_294_967_297, 4_294_967_296)).toEqual({ size: '4294967297 bytes', limit: '4294967296 bytes' });
});

it('writes a size and any lower limit differently', () => {
  const near = fc.record({
    most: fc.oneof(fc.nat(), fc.maxSafeNat()),
    by: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.nat()),
  });
  fc.assert(
    fc.property(near, ({ most, by }) => {
      fc.pre(by > 0 && most + by < 1e12);
      const { size, limit } = sizesText(most + by, most);
      expect(size).not.toBe(limit);
      for (const text of [size, limit, sizeText(most)])
        expect(text).toMatch(/^(\d+ bytes|\d{1,3}(\.\d{1,6})? [kMG]B)$/);
    }),
    { numRuns: 2_000 },
  );
});
