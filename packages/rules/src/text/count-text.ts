import {
  type NetworkText,
  networkFacts,
  type PlatformId,
  platformFacts,
  platformName,
  type Schema,
  type TextUnit,
} from '@social/types';
import { graphemesOf } from './characters.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { shortenAddresses } from './links/shorten-addresses.ts';
import { weightedLength } from './weighted-length.ts';

/** Length of a text and the limit of its platform, in the platform's own unit, or in bytes where only these are over. */
export interface TextMeasure {
  readonly count: number;
  readonly max: number;
  /** Excess over the limit; 0 when the text fits. */
  readonly over: number;
  /** Set when all of this is bytes, not what readers call characters. */
  readonly unit?: 'bytes';
}

/** Place of a text: one network of a platform may take less than another, and less next to files. */
export interface TextPlace {
  /** Limits of the account or its server, where each has its own. */
  readonly server?: Schema<'ServerText'> | undefined;
  /** The connected network, where it is known. */
  readonly network?: string | undefined;
  readonly besideMedia?: boolean;
  /** Settings of the post: a content warning counts with the text, and a story shows none. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
}

const utf8 = new TextEncoder();

/** Counts in each unit. `characters` are Unicode code points, so that surrogate pairs are never split. */
const COUNTERS: Readonly<Record<TextUnit, (text: string) => number>> = {
  characters: (text) => [...text].length,
  weighted: weightedLength,
  bytes: (text) => utf8.encode(text).length,
  utf16: (text) => text.length,
  graphemes: countGraphemes,
};

/** Length of the text as the platform's network counts it, in the unit of `platformFacts(platform).text.unit`. */
export function countText(platform: PlatformId, text: string): number {
  return countIn(platformFacts(platform).text, text);
}

/** @param warning a text that is counted before the other, with its addresses as they are */
function countIn(
  { unit, linkLength }: Pick<Schema<'ServerText'>, 'unit' | 'linkLength'>,
  text: string,
  warning = '',
): number {
  if (linkLength === undefined) return COUNTERS[unit](warning + text);
  const { shortened, addresses } = shortenAddresses(text);
  return COUNTERS[unit](warning + shortened) + addresses * (linkLength - 1);
}

/** Returns the text of the settings that the platform's networks count with the text, or an empty text. */
export function countedSetting(platform: PlatformId, settings: TextPlace['settings'] = {}): string {
  const { countedSetting: name } = platformFacts(platform).text;
  const value = name === undefined ? undefined : settings[name];
  return typeof value === 'string' ? value : '';
}

/** Runs of ASCII that touch no other characters: each character is a grapheme. */
const PLAIN = /(?<![^ -~\n])[ -~\n]+(?![^ -~\n])/g;

/** Counts without a list of the graphemes, since a server's texts may be long, and counts ASCII directly. */
function countGraphemes(text: string): number {
  let count = 0;
  // A NUL is a grapheme of its own, whatever is beside it.
  const others = text.replace(PLAIN, (run) => {
    count += run.length - 1;
    return '\0';
  });
  for (const _ of graphemesOf(others)) count += 1;
  return count;
}

/** The sentence about what a network leaves out. @param network the connected one, where it is known */
export function leftOut(platform: PlatformId, what: string, network?: string | null): string {
  return `Left out on ${platformName(platform, network)}: ${what}.`;
}

/** The sentence about the text of a post whose type shows none; null where it is shown. */
export function textLeftOut(platform: PlatformId, { network, settings }: TextPlace): string | null {
  const type = settings?.['type'];
  const networks = network ? [network] : platformFacts(platform).networks;
  if (typeof type !== 'string' || !networks.some((id) => networkFacts(id)?.typesWithoutText?.includes(type)))
    return null;
  return leftOut(platform, `the text, which a ${type} does not show`, network);
}

/** Counts the text and compares it with the limit of the platform, or of its place there. */
export function measureText(platform: PlatformId, text: string, place: TextPlace = {}): TextMeasure {
  const { network, besideMedia, server, settings } = place;
  const { text: common } = platformFacts(platform);
  const own: NetworkText = (network && networkFacts(network)?.text) || {};
  const counted = own.escapesMarkdown ? escapeMarkdown(text) : text;
  const count = countIn(server ?? common, counted, countedSetting(platform, settings));
  const limits = [(server ?? common).max, own.max, besideMedia ? own.maxBesideMedia : undefined];
  const max = Math.min(...limits.filter((limit) => limit !== undefined));
  const { maxBytes = Number.POSITIVE_INFINITY } = common;
  const bytes = maxBytes < Number.POSITIVE_INFINITY ? COUNTERS.bytes(text) : 0;
  if (bytes - maxBytes > Math.max(0, count - max)) {
    return { count: bytes, max: maxBytes, over: bytes - maxBytes, unit: 'bytes' };
  }
  const unit = (server ?? common).unit === 'bytes' ? ({ unit: 'bytes' } as const) : {};
  const over = textLeftOut(platform, place) === null ? Math.max(0, count - max) : 0;
  return { count, max, over, ...unit };
}

/**
 * Returns true when the limit depends on what is connected: each server has its own, a text is too long for accounts without a
 * subscription, or for some network of the platform.
 * @param posts texts of the platform's posts, as `threadPosts` makes them; files go with the first
 */
export function dependsOnNetwork(platform: PlatformId, posts: readonly string[], hasMedia: boolean): boolean {
  const { text: common, networks } = platformFacts(platform);
  if (common.perServer) return true;
  const isOver = (network: string) => (text: string, index: number) =>
    measureText(platform, text, { network, besideMedia: hasMedia && index === 0 }).over > 0;
  const mayDiffer = (network: string) =>
    common.subscriberMax !== undefined || networkFacts(network)?.text !== undefined;
  return networks.some((network) => mayDiffer(network) && posts.some(isOver(network)));
}
