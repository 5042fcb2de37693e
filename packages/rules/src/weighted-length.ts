import { findEmoji } from './emoji.ts';
import { toNfc } from './nfc.ts';
import { findUrls } from './urls.ts';

const URL_WEIGHT = 23;
const EMOJI_WEIGHT = 2;

/** Code points that count 1: Latin to Georgian, general punctuation without the ellipsis, and primes. All others count 2. */
const LIGHT_RANGES: readonly (readonly [first: number, last: number])[] = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
];

/** No text of more UTF-16 units fits, were it all links. Its emoji, which are slow to find, are counted by their characters. */
const MAX_FITTING_LENGTH = 50_000;

/** The last text and its length: a text is counted for its platform, and again for its network. */
let last = { text: '', length: 0 };

/**
 * Weighted length of a text as X counts it, after NFC: 1 for most letters, 2 for CJK and the like, 2 for any emoji
 * however many code points it joins, 23 for any URL.
 * @see https://docs.x.com/fundamentals/counting-characters (configuration version 3)
 */
export function weightedLength(text: string): number {
  if (text !== last.text) last = { text, length: lengthOf(toNfc(text)) };
  return last.length;
}

function lengthOf(text: string): number {
  const emoji = text.length > MAX_FITTING_LENGTH ? [] : findEmoji(text);
  const spans = [
    ...findUrls(text).map((span) => ({ ...span, weight: URL_WEIGHT })),
    ...emoji.map((span) => ({ ...span, weight: EMOJI_WEIGHT })),
  ].sort((one, other) => one.start - other.start);
  let length = 0;
  let at = 0;
  for (const { start, end, weight } of spans) {
    // An emoji within a URL.
    if (start < at) continue;
    length += lengthWithout(text, at, start) + weight;
    at = end;
  }
  return length + lengthWithout(text, at, text.length);
}

/** Length of a stretch without URLs and emoji. */
function lengthWithout(text: string, start: number, end: number): number {
  let length = 0;
  for (let at = start; at < end; at += 1) {
    const codePoint = text.codePointAt(at) ?? 0;
    if (codePoint > 0xffff) at += 1;
    length += weightOf(codePoint);
  }
  return length;
}

function weightOf(codePoint: number): number {
  for (const [first, last] of LIGHT_RANGES) if (codePoint >= first && codePoint <= last) return 1;
  return 2;
}
