import tlds from 'tlds';
import { graphemesOf } from './characters.ts';
import { findLinks } from './links/links.ts';

const TOP_LEVEL: ReadonlySet<string> = new Set(tlds);
const NOTHING_SHOWN = '\\u00AD\\u200A-\\u200D\\u2060\\u20E2';
const MENTION = /(?<=^|[\s(])@([a-zA-Z0-9.-]+)\b/g;
const TAG = new RegExp(`(?<=^|\\s)[#＃](?!\\uFE0F)([^\\s${NOTHING_SHOWN}]+)`, 'gu');
const MAY_BE_TAG = new RegExp(`[^\\d\\s\\p{P}${NOTHING_SHOWN}]`, 'u');
/** Begins only where a run of punctuation does, which keeps the search linear. */
const LAST_PUNCTUATION = /(?<!\p{P})\p{P}+$/u;
const CASHTAG = /(?<=^|[\s(])\$([A-Za-z][A-Za-z0-9]{0,4})(?=\s|$|[.,;:!?)"'\u2019])/g;
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
 * Finds what apps of the AT Protocol show as mentions and tags, as they do, and every link. Parts do not overlap, and are in order.
 * Handles are as written; whether they lead to an account is not known here.
 */
export function findFacets(text: string): Facet[] {
  const links = linksIn(text);
  const all = [...mentionsIn(text), ...links, ...tagsIn(text, links), ...cashtagsIn(text)];
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
  return findLinks(text).map(({ start, end, hasScheme }) => {
    const shown = text.slice(start, end);
    const uri = hasScheme ? shown.replace(/^https?/i, (scheme) => scheme.toLowerCase()) : `https://${shown}`;
    return { kind: 'link', uri, start, end };
  });
}

/** Finds tags, which end where a link begins. */
function tagsIn(text: string, links: readonly Facet[]): Facet[] {
  let next = 0;
  return [...text.matchAll(TAG)].flatMap(({ index, 1: whole = '' }) => {
    while ((links[next]?.start ?? text.length) <= index) next += 1;
    const run = whole.slice(0, (links[next]?.start ?? text.length) - index - 1);
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
