let segmenter: Intl.Segmenter | undefined;

/** Counts the characters that a reader sees. The segmenter takes milliseconds to create, so it is created on first use. */
export function countGraphemes(text: string): number {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return [...segmenter.segment(text)].length;
}
