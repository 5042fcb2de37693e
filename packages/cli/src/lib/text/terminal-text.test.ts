import { describe, expect, it } from 'vitest';
import { manyLines, oneLine, safeJson } from './terminal-text.ts';

describe('text from elsewhere', () => {
  const evil = 'a\u001b[31mb\r\nc\u009bd\u202ee\u0000';
  it('keeps nothing that a terminal would obey', () => {
    expect(oneLine(evil)).toBe('a[31mb cde');
    expect(manyLines(evil)).toBe('a[31mb\ncde');
  });

  it('is the same value as JSON', () => {
    expect(JSON.parse(safeJson({ evil }))).toEqual({ evil });
    expect(safeJson({ evil }).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  });
});
