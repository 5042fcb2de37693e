import { type NetworkText, type PlatformId, platformFacts, type TextUnit } from '@social/types';
import { escapeMarkdown } from './escape-markdown.ts';
import { weightedLength } from './weighted-length.ts';

/** A text against its platform's limit, in the platform's own unit. */
export interface TextMeasure {
  readonly count: number;
  readonly max: number;
  /** How much is too much; 0 when the text fits. */
  readonly over: number;
}

/** Where a text is to stand: one network of a platform may take less than another, and less beside files. */
export interface TextPlace {
  /** The network that is connected, where it is known. */
  readonly network?: string | undefined;
  readonly besideMedia?: boolean;
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

/** Counts the text and compares it with the limit of the platform, or of its place there. */
export function measureText(platform: PlatformId, text: string, { network, besideMedia }: TextPlace = {}): TextMeasure {
  const { text: common, networkTexts = {} } = platformFacts(platform);
  const own: NetworkText = network === undefined ? {} : (networkTexts[network] ?? {});
  const count = countText(platform, own.escapesMarkdown ? escapeMarkdown(text) : text);
  const limits = [common.max, own.max, besideMedia ? own.maxBesideMedia : undefined];
  const max = Math.min(...limits.filter((limit) => limit !== undefined));
  return { count, max, over: Math.max(0, count - max) };
}

/**
 * Whether it depends on which network of the platform is connected that a text is too long.
 * @param posts what a platform is given, as `threadPosts` makes it; files go with the first
 */
export function dependsOnNetwork(platform: PlatformId, posts: readonly string[], hasMedia: boolean): boolean {
  const networks = Object.keys(platformFacts(platform).networkTexts ?? {});
  const isOver = (network: string) => (text: string, index: number) =>
    measureText(platform, text, { network, besideMedia: hasMedia && index === 0 }).over > 0;
  return networks.some((network) => posts.some(isOver(network)));
}
