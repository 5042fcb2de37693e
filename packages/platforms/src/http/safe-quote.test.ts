import { describe, expect, it } from 'vitest';
import { cleanText, safeQuote } from './safe-quote.ts';

describe('safeQuote', () => {
  it('replaces secrets however they are spelled, and leaves short words alone', () => {
    const secrets = ['WPL.x==', 'ab'];
    expect(safeQuote('s=WPL.x==&t=WPL.x%3D%3D ab', secrets)).toBe('s=***&t=*** ab');
  });

  it('shortens what is long', () => {
    expect(safeQuote('x'.repeat(1_000_000), [])).toHaveLength(200);
  });
});

describe('cleanText', () => {
  it('leaves one line without controls and direction marks, cut between code points', () => {
    expect(cleanText(' a\u0000\u202Eb\r\n\t c\u200B ', 10)).toBe('a b c');
    expect(cleanText('👋👋👋', 2)).toBe('👋👋');
    expect(cleanText('a\ud800b', 5)).toBe('a\ufffdb');
  });
});
