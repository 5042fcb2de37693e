import { findEmoji } from './emoji.ts';
import { findLinks } from './links/links.ts';
import { toNfc } from './nfc.ts';

const URL_WEIGHT = 23;
const EMOJI_WEIGHT = 2;

/** Code points that count 1: Latin to Georgian, general punctuation without the ellipsis, and primes. All others count 2. */
const LIGHT_RANGES: readonly (readonly [first: number, last: number])[] = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
];

/** Longest text in UTF-16 units whose emoji are found, which is slow; those of longer ones count by characters. */
const MAX_FITTING_LENGTH = 50_000;

/** The last text and its length: callers count a text for its platform, and again for its network. */
let last = { text: '', length: 0 };

/**
 * Weighted length of a text as X counts it, after NFC: 1 for most letters, 2 for CJK and similar scripts, 2 for any emoji
 * of any number of code points, 23 for any URL.
 * @see https://docs.x.com/fundamentals/counting-characters (configuration version 3)
 */
export function weightedLength(text: string): number {
  if (text !== last.text) last = { text, length: lengthOf(toNfc(text)) };
  return last.length;
}

function lengthOf(text: string): number {
  const emoji = text.length > MAX_FITTING_LENGTH ? [] : findEmoji(text);
  const spans = [
    ...findLinks(text, 'x').map((span) => ({ ...span, weight: URL_WEIGHT })),
    ...emoji.map((span) => ({ ...span, weight: EMOJI_WEIGHT })),
  ].sort((one, other) => one.start - other.start);
  let length = 0;
  let counted = 0;
  for (const { start, end, weight } of spans) {
    // Skips an emoji within a URL.
    if (start < counted) continue;
    length += lengthWithout(text, counted, start) + weight;
    counted = end;
  }
  return length + lengthWithout(text, counted, text.length);
}

/** Length of a stretch without URLs and emoji. */
function lengthWithout(text: string, start: number, end: number): number {
  let length = 0;
  for (const character of text.slice(start, end)) length += weightOf(character.codePointAt(0) ?? 0);
  return length;
}

function weightOf(codePoint: number): number {
  return LIGHT_RANGES.some(([first, last]) => codePoint >= first && codePoint <= last) ? 1 : 2;
}
