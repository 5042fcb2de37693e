import type { PlatformId } from '@social/types';
import { measureText, type TextPlace } from '../text/count-text.ts';
import { linkRulesOf } from '../text/links/links.ts';
import { findLast, possibleCuts } from './cuts.ts';

const ELLIPSIS = '…';
/** Enough for most limits. A text may be many times as long, and its part far behind the limit need not be read. */
const FIRST_REACH = 8_192;
/** A safety margin: a cut can turn an address into a shorter one, which lowers the count by less than this. */
const FAR_TOO_LONG = 100;

/** Place of the text, and the end that is kept whole. */
export interface FitOptions extends TextPlace {
  readonly suffix?: string;
}

/**
 * Shortens a text with its suffix to the platform's limit. A shortened text ends with `…` at a word boundary (at a grapheme
 * boundary where words are long or not separated), never inside a URL. The suffix, for example a hashtag with the space
 * before it, is kept whole; one that alone exceeds the limit is left out.
 */
export function fitText(platform: PlatformId, text: string, options: FitOptions = {}): string {
  const { suffix = '', ...place } = options;
  const overOf = (candidate: string): number => measureText(platform, candidate, place).over;
  const fits = (candidate: string): boolean => overOf(candidate) === 0;
  for (let reach = FIRST_REACH; ; reach *= 8) {
    const isAll = reach >= text.length;
    if (isAll && fits(text + suffix)) return text + suffix;
    const cuts = possibleCuts(text, linkRulesOf(platform), reach);
    if (!isAll && overOf(text.slice(0, cuts.at(-1))) < FAR_TOO_LONG) continue;
    if (!fits(ELLIPSIS + suffix)) return suffix === '' ? '' : fitText(platform, text, place);
    return shortened(cuts[lastFitting(cuts)] ?? 0, cuts);
  }

  function shortened(cut: number, cuts: readonly number[]): string {
    return `${text.slice(0, wordBoundary(text, cut, cuts)).trimEnd()}${ELLIPSIS}${suffix}`;
  }

  function lastFitting(cuts: readonly number[]): number {
    const fitsUpTo = (index: number): boolean => fits(`${text.slice(0, cuts[index])}${ELLIPSIS}${suffix}`);
    const fitsAt = (index: number): boolean => fits(shortened(cuts[index] ?? 0, cuts));
    // At a word boundary the suffix can turn the word into an address, so that the shortened text can be longer than the cut one.
    let fitting = findLast(cuts.length, fitsUpTo);
    let tooLong = fitting + 1;
    for (let step = 1; fitting > 0 && !fitsAt(fitting); step *= 2) {
      tooLong = fitting;
      fitting = Math.max(0, fitting - step);
    }
    const between = fitting + 1;
    return between + findLast(tooLong - between, (index) => fitsAt(between + index));
  }
}

/** Returns the last cut before whitespace, unless that loses more than a third of the fitting text. */
function wordBoundary(text: string, cut: number, cuts: readonly number[]): number {
  if (/\s/.test(text[cut] ?? ' ')) return cut;
  const kept = text.slice(0, cut);
  const space = kept.search(/\s\S*$/);
  return space > (cut * 2) / 3 && cuts.includes(space) ? space : cut;
}
