import { type PlatformId, platformFacts, type TextUnit } from '@social/types';
import { weightedLength } from './weighted-length.ts';

/** A text against its platform's limit, in the platform's own unit. */
export interface TextMeasure {
  readonly count: number;
  readonly max: number;
  /** How much is too much; 0 when the text fits. */
  readonly over: number;
}

const utf8 = new TextEncoder();

/** `characters` are Unicode code points, so that no half of a surrogate pair is ever counted or cut off by itself. */
const COUNTERS: Readonly<Record<TextUnit, (text: string) => number>> = {
  characters: (text) => [...text].length,
  weighted: weightedLength,
  bytes: (text) => utf8.encode(text).length,
  utf16: (text) => text.length,
};

/** Length of the text as the platform's network counts it, in the unit of `platformFacts(platform).text.unit`. */
export function countText(platform: PlatformId, text: string): number {
  return COUNTERS[platformFacts(platform).text.unit](text);
}

/** Counts the text and compares it with the platform's limit. */
export function measureText(platform: PlatformId, text: string): TextMeasure {
  const count = countText(platform, text);
  const { max } = platformFacts(platform).text;
  return { count, max, over: Math.max(0, count - max) };
}
