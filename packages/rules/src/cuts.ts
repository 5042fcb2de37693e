import { findUrls } from './urls.ts';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Grapheme boundaries outside URLs, ascending, beginning with 0. */
export function possibleCuts(text: string): number[] {
  const urls = findUrls(text);
  let nextUrl = 0;
  const cuts: number[] = [];
  for (const { index } of graphemes.segment(text)) {
    while ((urls[nextUrl]?.end ?? Number.POSITIVE_INFINITY) <= index) nextUrl += 1;
    const url = urls[nextUrl];
    if (!url || index <= url.start) cuts.push(index);
  }
  return cuts;
}
