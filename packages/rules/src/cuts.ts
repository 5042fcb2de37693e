import { graphemesOf } from './graphemes.ts';
import { findUrls, MAX_URL_LENGTH } from './urls.ts';

/** More than any emoji has, in UTF-16 units. */
const MAX_GRAPHEME_LENGTH = 100;

/**
 * Grapheme boundaries outside URLs; inside a grapheme over 100 units (hostile input), character boundaries. Ascending,
 * beginning with 0.
 * @param reach UTF-16 index up to which cuts are looked for: all that matters of a text that is far too long
 */
export function possibleCuts(text: string, reach = text.length): number[] {
  const urls = findUrls(text.slice(0, reach + 2 * MAX_URL_LENGTH));
  let nextUrl = 0;
  const cuts: number[] = [];
  for (const { index, segment } of graphemesOf(text)) {
    if (index > reach) break;
    while ((urls[nextUrl]?.end ?? Number.POSITIVE_INFINITY) <= index) nextUrl += 1;
    const url = urls[nextUrl];
    if (url && index > url.start) continue;
    cuts.push(index);
    for (let at = MAX_GRAPHEME_LENGTH; at < segment.length && index + at <= reach; at += 1)
      if (!isPairAt(text, index + at - 1)) cuts.push(index + at);
  }
  return cuts;
}

/** Whether a character of two UTF-16 units begins there. */
export function isPairAt(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff;
}

/**
 * The last index below `count` that passes, -1 where none does; those that pass come first. Begins at small ones: testing
 * takes as long as what is tested, and most of a text that is far too long need not be looked at.
 */
export function findLast(count: number, passes: (index: number) => boolean): number {
  let low = -1;
  let high = 64;
  while (high < count && passes(high - 1)) {
    low = high - 1;
    high *= 2;
  }
  high = Math.min(high, count) - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (passes(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
