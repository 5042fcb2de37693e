import { describe, expect, it } from 'vitest';
import { alignColumns, flow, table, truncate, widthOf, wrap } from './layout.ts';

describe('columns', () => {
  it('are counted as a terminal shows them', () => {
    expect(['abc', '日本', '👩‍👩‍👧', '\u001b[31mred\u001b[0m'].map(widthOf)).toEqual([3, 4, 2, 3]);
  });

  it('are as wide as their text is on a terminal, not as many as its characters', () => {
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

  it('stand in lines of their own where the terminal is too narrow for them side by side', () => {
    const rows = [['0192f3c1', 'published', '20 Nov 2026 14:02', 'profnet', 'A text of several words']];
    expect(table(['POST', 'OUTCOME', 'WHEN', 'PLATFORMS', 'TEXT'], rows, 40)).toBe(
      '0192f3c1  published  20 Nov 2026 14:02\n    profnet  A text of several words',
    );
  });

  it('go on below the first line where it is full, without those that are empty', () => {
    expect(flow(['one', '', 'two', 'three four five'], 12)).toBe('one  two\n    three\n    four\n    five');
  });

  it('wrap between words', () => {
    expect(wrap('one two three', 8)).toEqual(['one two', 'three']);
    expect(wrap('https://example.com/long x', 8)).toEqual(['https://example.com/long', 'x']);
  });
});
