import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recordKeyOf } from './record-key.ts';

const KEY = /^[234567abcdefghij][234567a-z]{12}$/;
/** The microseconds of a key. @see https://atproto.com/specs/tid */
function microsOf(key: string): number {
  const digits = [...key].map((letter) => BigInt('234567abcdefghijklmnopqrstuvwxyz'.indexOf(letter)));
  return Number(digits.reduce((sum, digit) => sum * 32n + digit, 0n) >> 10n);
}

/** A UUIDv7 of this millisecond, with these bits behind it. */
function idOf(millis: number, counter: number, rest = '8000-000000000000'): string {
  const time = millis.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${rest}`;
}

it('gives a publish the same key whenever it is asked, and a key of the right form', () => {
  const ids = fc.tuple(fc.integer({ min: 0, max: 9e12 }), fc.integer({ min: 0, max: 4095 }));
  fc.assert(
    fc.property(ids, ([millis, counter]) => {
      const id = idOf(millis, counter);
      expect(recordKeyOf(id)).toMatch(KEY);
      expect(Math.floor(microsOf(recordKeyOf(id)) / 1000)).toBe(millis);
      expect(recordKeyOf(id)).toBe(recordKeyOf(id));
      expect(recordKeyOf(id, 1)).not.toBe(recordKeyOf(id, 0));
    }),
    // A collision of one in a thousand is found.
    { numRuns: 5_000 },
  );
});

it('sorts keys by the time of their publishes, and by the counter within a millisecond', () => {
  const now = Date.parse('2026-11-24T10:00:00Z');
  const keys = [idOf(now - 1, 4095), idOf(now, 0), idOf(now, 40), idOf(now, 4095), idOf(now + 1, 0)].map((id) =>
    recordKeyOf(id),
  );
  expect([...keys].sort()).toEqual(keys);
});

/** Ids of one millisecond that were made one after another, as `uuid` counts them: in the 32 bits that are not fixed. */
function idsFrom(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const number = (first + index) % 2 ** 32;
    const behind = (0x8 << 20) | (((number >>> 14) & 0x3f) << 16) | ((number & 0x3fff) << 2);
    const digits = behind.toString(16).padStart(6, '0').slice(-6);
    return idOf(1_800_000_000_000, number >>> 20, `${digits.slice(0, 4)}-${digits.slice(4)}${'0'.repeat(10)}`);
  });
}

it('gives publishes whose ids were made one after another in a millisecond keys of their own', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (first) => {
      const keys = idsFrom(first, 200).map((id) => recordKeyOf(id));
      expect(new Set(keys).size).toBe(200);
    }),
  );
});

it('makes a new key of the present time for a publish without an id', () => {
  const keys = Array.from({ length: 20 }, () => recordKeyOf(undefined));
  expect(new Set(keys).size).toBe(20);
  const soon = recordKeyOf(idOf(Date.now() + 2_000, 0));
  for (const key of [...keys, recordKeyOf('not-a-uuid')]) {
    expect(key).toMatch(KEY);
    expect(key < soon).toBe(true);
  }
});
