import { findEmoji } from './emoji.ts';
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

/**
 * Weighted length of a text as X counts it, after NFC: 1 for most letters, 2 for CJK and the like, 2 for any emoji
 * however many code points it joins, 23 for any URL.
 * @see https://docs.x.com/fundamentals/counting-characters (configuration version 3)
 */
export function weightedLength(text: string): number {
  const normalized = text.normalize('NFC');
  const lengthAt = new Map<number, { weight: number; end: number }>();
  for (const { start, end } of findEmoji(normalized)) lengthAt.set(start, { weight: EMOJI_WEIGHT, end });
  for (const { start, end } of findUrls(normalized)) lengthAt.set(start, { weight: URL_WEIGHT, end });
  let length = 0;
  let at = 0;
  while (at < normalized.length) {
    const codePoint = normalized.codePointAt(at) ?? 0;
    const part = lengthAt.get(at) ?? { weight: weightOf(codePoint), end: at + (codePoint > 0xffff ? 2 : 1) };
    length += part.weight;
    at = part.end;
  }
  return length;
}

function weightOf(codePoint: number): number {
  return LIGHT_RANGES.some(([first, last]) => codePoint >= first && codePoint <= last) ? 1 : 2;
}
