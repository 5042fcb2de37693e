const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A description shortened to what a network takes (UTF-16 units), at a grapheme boundary. */
export function fitAltText(alt: string, maxLength: number): string {
  if (alt.length <= maxLength) return alt;
  let end = 0;
  for (const { index } of graphemes.segment(alt)) {
    if (index > maxLength - 1) break;
    end = index;
  }
  return `${alt.slice(0, end)}…`;
}
