import { graphemesOf } from './graphemes.ts';

/** The text cut to at most `maxLength` UTF-16 units at a grapheme boundary, with `…` at its end where something was cut. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let end = 0;
  for (const { index } of graphemesOf(text.slice(0, maxLength))) end = index;
  return maxLength > 0 ? `${text.slice(0, end)}…` : '';
}
