import { graphemesOf } from '../text/characters.ts';
import { findLinks, type LinkRules } from '../text/links/links.ts';
import { MAX_URL_LENGTH } from '../text/links/x-links.ts';

/** Longer than any emoji, in UTF-16 units. */
const MAX_GRAPHEME_LENGTH = 100;

/**
 * Finds the places where a text may be cut, ascending from 0: grapheme boundaries outside URLs, and character boundaries
 * inside a grapheme of over 100 units (hostile input).
 * @param reach UTF-16 index at which the search ends; the rest of a text that is far too long does not matter
 */
export function possibleCuts(text: string, rules: LinkRules, reach = text.length): number[] {
  const urls = findLinks(text.slice(0, reach + 2 * MAX_URL_LENGTH), rules);
  let nextUrl = 0;
  const cuts: number[] = [];
  for (const { index, segment } of graphemesOf(text)) {
    if (index > reach) break;
    while ((urls[nextUrl]?.end ?? Number.POSITIVE_INFINITY) <= index) nextUrl += 1;
    const url = urls[nextUrl];
    if (url && index > url.start) continue;
    cuts.push(index);
    const end = Math.min(index + segment.length - 1, reach);
    for (let cut = index + MAX_GRAPHEME_LENGTH; cut <= end; cut += 1) if (!isPairAt(text, cut - 1)) cuts.push(cut);
  }
  return cuts;
}

/** Returns true when a character of two UTF-16 units begins at the index. */
export function isPairAt(text: string, index: number): boolean {
  return (text.codePointAt(index) ?? 0) > 0xffff;
}

/**
 * Finds the last index below `count` that passes, where all passing indices come first; -1 when the first one fails. Starts
 * with small indices: a test takes as long as its text, and most of a text that is far too long need not be tested.
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
