/** Whitespace, controls, zero-width and other characters that draw nothing; U+2800 is the braille cell without dots. */
const INVISIBLE_ONLY = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

let segmenter: Intl.Segmenter | undefined;

/** Returns the grapheme clusters of a text, in order. The segmenter takes 10 ms to create, so it is created on first use. */
export function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** Returns true when a reader sees nothing: the text is empty, or only whitespace, controls and zero-width characters. */
export function isBlankText(text: string): boolean {
  return INVISIBLE_ONLY.test(text);
}

/** Cuts a text to at most `maxLength` UTF-16 units at a grapheme boundary; a text that was cut ends with `…`. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let end = 0;
  for (const { index } of graphemesOf(text.slice(0, maxLength))) end = index;
  return maxLength > 0 ? `${text.slice(0, end)}…` : '';
}
