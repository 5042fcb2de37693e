import { describe, expect, it } from 'vitest';
import { alignColumns, manyLines, oneLine, safeJson, table, truncate, wrap } from './terminal-text.ts';

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

describe('columns', () => {
  it('are as wide as what is shown, not as what is stored', () => {
    expect(
      alignColumns([
        ['日本', 'x'],
        ['👩‍👩‍👧', 'y'],
        ['abcd', 'z'],
      ]),
    ).toEqual(['日本  x', '👩‍👩‍👧    y', 'abcd  z']);
  });

  it('are cut at the last one, never inside a character', () => {
    expect(truncate('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 5)).toBe('👩‍👩‍👧👩‍👩‍👧…');
    expect(table(['A', 'B'], [['1', 'word '.repeat(20).trim()]], 30)).toBe('A  B\n1  word word word word word w…');
    expect(table(['A', 'B'], [['1', 'x'.repeat(30)]], 1).split('\n')[1]).toBe(`1  ${'x'.repeat(19)}…`);
  });

  it('wrap between words', () => {
    expect(wrap('one two three', 8)).toEqual(['one two', 'three']);
    expect(wrap('https://example.com/long x', 8)).toEqual(['https://example.com/long', 'x']);
  });
});
