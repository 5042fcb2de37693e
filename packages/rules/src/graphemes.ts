let segmenter: Intl.Segmenter | undefined;

/** Returns the grapheme clusters of a text, in order. The segmenter takes 10 ms to create, so it is created on first use. */
export function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}
