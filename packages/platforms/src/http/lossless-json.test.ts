import { describe, expect, it } from 'vitest';
import { asDate, asId, parseLosslessJson } from './lossless-json.ts';

describe('parseLosslessJson', () => {
  it('keeps every digit of large integers, at any depth', () => {
    expect(parseLosslessJson('{"id":1745123456789012481,"in":[{"n":-9007199254740993}]}')).toEqual({
      id: '1745123456789012481',
      in: [{ n: '-9007199254740993' }],
    });
  });

  it('leaves other numbers as they are', () => {
    expect(parseLosslessJson('[1,9007199254740991,1.5,1e30]')).toEqual([1, 9007199254740991, 1.5, 1e30]);
  });

  it('gives undefined for what is no JSON', () => {
    for (const text of ['', '<html>', '{"a":', `${'['.repeat(100_000)}`])
      expect(parseLosslessJson(text)).toBeUndefined();
  });

  it('does not let an answer change prototypes', () => {
    const parsed = parseLosslessJson('{"__proto__":{"polluted":true}}');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect(parsed).not.toBeUndefined();
  });
});

describe('readers of single values', () => {
  it('take ids from strings and exact numbers only', () => {
    const digits = /^\d{1,19}$/;
    expect(asId('7', digits)).toBe('7');
    expect(asId(7, digits)).toBe('7');
    for (const value of [1.5, -1, 2 ** 60, null, {}, ['7'], 'x', '']) expect(asId(value, digits)).toBeNull();
  });

  it('take dates from ISO 8601 only', () => {
    expect(asDate('2026-11-20T10:00:00.000Z')).toEqual(new Date(Date.UTC(2026, 10, 20, 10)));
    for (const value of ['soon', 7, null]) expect(asDate(value)).toBeNull();
  });
});
