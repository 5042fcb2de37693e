import type { PlatformId } from '@social/types';
import { hasReplies } from '../costs.ts';
import { isBlankText } from '../text/characters.ts';
import { measureText, type TextPlace } from '../text/count-text.ts';
import { linkRulesOf } from '../text/links/links.ts';
import { findLast, isPairAt, possibleCuts } from './cuts.ts';

/** The most parts of a thread, its first text counted. */
export const MAX_PARTS = 25;

/**
 * Returns the texts of the posts of a thread on a platform: one for each part where there are replies, elsewhere one with
 * all parts and blank lines between them.
 * @param parts the text of the post, and the texts that follow it
 */
export function threadPosts(platform: PlatformId, parts: readonly string[]): string[] {
  return hasReplies(platform) ? [...parts] : [parts.join('\n\n')];
}

/** Preferred cuts: between paragraphs, lines, sentences, words; each pattern ends where the next part begins. */
const BOUNDARIES: readonly RegExp[] = [
  /\n[^\S\n]*\n\s*/g,
  /\n\s*/g,
  /(?:[.!?…]["')\]”’»]*\s+)|(?:[。！？]["')\]”’»]*)/g,
];
/** Share of the fitting text that a part must keep for the sake of a boundary. */
const WORTH = 1 / 3;

/**
 * Splits a text into the parts of a thread, each within the platform's limit. A text that fits is one unchanged part; else
 * each part ends with its number, ` (2/5)`. Cuts between paragraphs, else lines, sentences, words, graphemes, and never in a
 * URL; drops white space at a cut. No part is blank.
 */
export function fitThread(platform: PlatformId, text: string, place: TextPlace = {}): string[] {
  const fits = (part: string): boolean => measureText(platform, part, place).over === 0;
  if (fits(text)) return [text];
  const cuts = possibleCuts(text, linkRulesOf(platform));
  for (let digits = 1; ; ) {
    const widest = '9'.repeat(digits);
    const parts = split(text, cuts, (part) => fits(`${part} (${widest}/${widest})`));
    if (parts.length <= 1) return parts;
    const needed = String(parts.length).length;
    if (needed <= digits) return parts.map((part, index) => `${part} (${index + 1}/${parts.length})`);
    digits = needed;
  }
}

function split(text: string, cuts: readonly number[], fits: (part: string) => boolean): string[] {
  const parts: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = endOfPart(text, start, cuts, fits);
    const part = text.slice(start, end).trim();
    if (!isBlankText(part)) parts.push(part);
    start = end;
  }
  return parts;
}

/** Returns the end of the part that begins at `start`, always behind `start`. */
function endOfPart(text: string, start: number, cuts: readonly number[], fits: (part: string) => boolean): number {
  const fitsUpTo = (end: number): boolean => fits(text.slice(start, end).trim());
  // Cuts behind the start, and the end of the text.
  const first = firstAfter(cuts, start);
  const endAt = (index: number): number => cuts[first + index] ?? text.length;
  const last = findLast(cuts.length - first + 1, (index) => fitsUpTo(endAt(index)));
  // A cut can turn what was no address into one ("example.community" → "example.com"), so lengths are not monotone.
  for (let index = last, step = 1; index >= 0; index = nextBelow(index, step), step *= 2) {
    const end = endAt(index);
    if (end === text.length && fitsUpTo(end)) return end;
    const boundary = boundaryBefore(text, start, end);
    // A combining mark can follow white space too.
    const isCut = boundary === end || cuts[firstAfter(cuts, boundary - 1)] === boundary;
    const better = (isCut ? [boundary, end] : [end]).find((one) => one > start && fitsUpTo(one));
    if (better !== undefined) return better;
  }
  return endWithoutCuts(text, start, fitsUpTo);
}

/** Returns the next smaller index, down to 0, and then -1. */
function nextBelow(index: number, step: number): number {
  return index === 0 ? -1 : Math.max(0, index - step);
}

/** Finds the best start of the next part up to `end`; returns `end` without a boundary. */
function boundaryBefore(text: string, start: number, end: number): number {
  // The character behind the cut shows whether a word ends there.
  const seen = text.slice(start, end + 1);
  for (const pattern of BOUNDARIES) {
    const found = lastEnd(seen, pattern, end - start);
    if (found > (end - start) * WORTH) return start + found;
  }
  const space = lastEnd(seen, /\s+/g, end - start + 1);
  return space > 0 && seen.slice(0, space).trim() !== '' ? Math.min(start + space, end) : end;
}

function lastEnd(text: string, pattern: RegExp, limit: number): number {
  const ends = [...text.matchAll(pattern)].map((match) => match.index + match[0].length);
  return ends.findLast((end) => end <= limit) ?? 0;
}

/** Cuts inside a URL, or inside one character made of many, that alone is longer than a part. */
function endWithoutCuts(text: string, start: number, fitsUpTo: (end: number) => boolean): number {
  const endAt = (index: number): number => start + index + (isPairAt(text, start + index) ? 2 : 1);
  const last = findLast(text.length - start, (index) => fitsUpTo(endAt(index)));
  return endAt(Math.max(0, last));
}

/** Returns the index of the first cut behind `start`. */
function firstAfter(cuts: readonly number[], start: number): number {
  return findLast(cuts.length, (index) => (cuts[index] ?? 0) <= start) + 1;
}
