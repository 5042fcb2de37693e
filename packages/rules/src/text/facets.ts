import tlds from 'tlds';
import { graphemesOf } from './characters.ts';

const TOP_LEVEL: ReadonlySet<string> = new Set(tlds);
const NOTHING_SHOWN = '\\u00AD\\u200A-\\u200D\\u2060\\u20E2';
const MENTION = /(?<=^|[\s(])@([a-zA-Z0-9.-]+)\b/g;
const ADDRESS = /(?<=^|[\s(])(?:https?:\/\/\S+|([a-z][a-z0-9]*(?:\.[a-z0-9]+)+)\S*)/gi;
const TAG = new RegExp(`(?<=^|\\s)[#＃](?!\\uFE0F)([^\\s${NOTHING_SHOWN}]+)`, 'gu');
const MAY_BE_TAG = new RegExp(`[^\\d\\s\\p{P}${NOTHING_SHOWN}]`, 'u');
/** Begins only where a run of punctuation does, which keeps the search linear. */
const LAST_PUNCTUATION = /(?<!\p{P})\p{P}+$/u;
const CASHTAG = /(?<=^|[\s(])\$([A-Za-z][A-Za-z0-9]{0,4})(?=\s|$|[.,;:!?)"'\u2019])/g;
/** The form of addresses that servers take. */
const URI = /^https?:\/\/[^\s/]\S*$/;
const MAX_TAG_GRAPHEMES = 64;
const MAX_TAG_BYTES = 640;
const utf8 = new TextEncoder();

/** A part of a text that is more than text. */
export type Facet = (
  | { readonly kind: 'link'; readonly uri: string }
  | { readonly kind: 'mention'; readonly handle: string }
  | { readonly kind: 'tag'; readonly tag: string }
) & {
  /** UTF-16 units of the text. */
  readonly start: number;
  readonly end: number;
};

/**
 * Finds what Bluesky's apps show as links, mentions and tags, as they do. Parts do not overlap, and are in order.
 * Handles are as written; whether they lead to an account is not known here.
 */
export function findFacets(text: string): Facet[] {
  const all = [...mentionsIn(text), ...linksIn(text), ...tagsIn(text), ...cashtagsIn(text)];
  const found: Facet[] = [];
  for (const each of all.sort((one, other) => one.start - other.start)) {
    if (each.start >= (found.at(-1)?.end ?? 0)) found.push(each);
  }
  return found;
}

function mentionsIn(text: string): Facet[] {
  return [...text.matchAll(MENTION)].flatMap(({ index, 1: handle = '' }) => {
    if (!isUnderTopLevel(handle) && !handle.endsWith('.test')) return [];
    return [{ kind: 'mention', handle, start: index, end: index + 1 + handle.length }];
  });
}

function linksIn(text: string): Facet[] {
  return [...text.matchAll(ADDRESS)].flatMap(({ index, 0: written, 1: domain }) => {
    const hasScheme = written.startsWith('http') && domain === undefined;
    if (!hasScheme && (domain === undefined || !isUnderTopLevel(domain))) return [];
    // The end of a sentence or of a bracket is not part of the address.
    const shown = written.replace(/[.,;:!?]$/, '').replace(/^([^(]*)\)$/, '$1');
    const uri = hasScheme ? shown : `https://${shown}`;
    return URI.test(uri) ? [{ kind: 'link', uri, start: index, end: index + shown.length }] : [];
  });
}

function tagsIn(text: string): Facet[] {
  return [...text.matchAll(TAG)].flatMap(({ index, 1: run = '' }) => {
    const tag = MAY_BE_TAG.test(run) ? run.replace(LAST_PUNCTUATION, '') : '';
    return tag !== '' && isShortEnough(tag) ? [{ kind: 'tag', tag, start: index, end: index + 1 + tag.length }] : [];
  });
}

function cashtagsIn(text: string): Facet[] {
  return [...text.matchAll(CASHTAG)].map(({ index, 1: ticker = '' }) => {
    return { kind: 'tag', tag: `$${ticker.toUpperCase()}`, start: index, end: index + 1 + ticker.length };
  });
}

function isUnderTopLevel(name: string): boolean {
  const dot = name.lastIndexOf('.');
  return dot >= 0 && TOP_LEVEL.has(name.slice(dot + 1));
}

function isShortEnough(tag: string): boolean {
  if (utf8.encode(tag).length > MAX_TAG_BYTES) return false;
  return tag.length <= MAX_TAG_GRAPHEMES || [...graphemesOf(tag)].length <= MAX_TAG_GRAPHEMES;
}
