import type { PlatformId } from '@social/types';
import { measureText, type TextPlace } from './count-text.ts';
import { findLast, possibleCuts } from './cuts.ts';

const ELLIPSIS = '…';

export interface FitOptions extends TextPlace {
  readonly suffix?: string;
}

/**
 * The text with its suffix, shortened where needed so that it is within the platform's limit. Ends the shortened text with
 * `…` at a word boundary (at a grapheme boundary where words are long or not separated), never inside a URL.
 * The suffix, for example a hashtag with the space before it, is kept whole; one that alone exceeds the limit is left out.
 */
export function fitText(platform: PlatformId, text: string, options: FitOptions = {}): string {
  const { suffix = '', ...place } = options;
  const fits = (candidate: string): boolean => measureText(platform, candidate, place).over === 0;
  if (fits(text + suffix)) return text + suffix;
  if (!fits(ELLIPSIS + suffix)) return suffix === '' ? '' : fitText(platform, text, place);

  const cuts = possibleCuts(text);
  const shortened = (cut: number): string =>
    `${text.slice(0, wordBoundary(text, cut, cuts)).trimEnd()}${ELLIPSIS}${suffix}`;
  const fitsUpTo = (index: number): boolean => fits(`${text.slice(0, cuts[index])}${ELLIPSIS}${suffix}`);
  let last = findLast(cuts.length, fitsUpTo);
  // A cut can turn what was no address into one ("example.community" → "example.com"), so lengths are not monotone.
  for (let step = 1; last > 0 && !fits(shortened(cuts[last] ?? 0)); step *= 2) last = Math.max(0, last - step);
  return shortened(cuts[last] ?? 0);
}

/** The last cut before whitespace, unless that would throw away more than a third of what fits. */
function wordBoundary(text: string, cut: number, cuts: readonly number[]): number {
  if (/\s/.test(text[cut] ?? ' ')) return cut;
  const kept = text.slice(0, cut);
  const space = kept.search(/\s\S*$/);
  return space > (cut * 2) / 3 && cuts.includes(space) ? space : cut;
}
