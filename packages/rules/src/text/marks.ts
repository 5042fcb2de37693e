import { networkLook, type PlatformId } from '@social/types';
import { findFacets } from './facets.ts';
import { findLinks, linkRulesOf } from './links/links.ts';
import type { TextSpan } from './spans.ts';

/** A part of a text that readers of a network can click. */
export interface TextMark extends TextSpan {
  readonly kind: 'link' | 'mention' | 'tag';
}

const WORD = '[\\p{L}\\p{M}\\p{N}_]';

/** The forms of mentions and tags that the contract names, in a text that a program sends. */
const MENTIONS = {
  short: /(?<![\w!#$%&*@＠/.-])[@＠]\w{1,15}(?![\w@＠])/g,
  long: /(?<![\w/@.])@[a-z]\w{3,31}/gi,
  dotted: /(?<![\w!#$%&*@/.-])@[a-z0-9_](?:[a-z0-9_.]*[a-z0-9_])?/gi,
  withHost: /(?<![=/\p{L}\p{M}\p{N}_])@[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?(?:@[\p{L}\p{N}.-]+[\p{L}\p{N}])?/giu,
};
const TAGS = {
  /** A number sign and a word with at least one letter, which nothing else touches. */
  words: new RegExp(`(?<![&/]|${WORD})[#＃](?=[\\p{N}_]*[\\p{L}])${WORD}+`, 'gu'),
  apart: /(?<=^|\s)[#＃]\p{L}[\p{L}\p{M}\p{N}]*(?![\p{L}\p{M}\p{N}_])/gu,
};

/**
 * Finds the links, mentions and tags of a text as readers of the platform see them. They do not overlap, and are in order.
 * A mention is a name as the network would look for it; whether it is somebody's is not known here.
 * @param network the connected network, where the platform has several
 */
export function findMarks(platform: PlatformId, text: string, network?: string | null): TextMark[] {
  const { marks } = networkLook(platform, network);
  if (marks === 'facets') return findFacets(text).map(({ kind, start, end }) => ({ kind, start, end }));
  const { links, mentions, tags } = marks;
  const addresses = links ? findLinks(text, linkRulesOf(platform)) : [];
  const shown = links === 'bare' ? addresses : addresses.filter(({ hasScheme }) => hasScheme);
  return inOrder([
    ...shown.map(({ start, end }) => ({ start, end, kind: 'link' as const })),
    ...matches(text, mentions && MENTIONS[mentions], 'mention'),
    ...matches(text, tags && TAGS[tags], 'tag'),
  ]);
}

function matches(text: string, pattern: RegExp | undefined, kind: TextMark['kind']): TextMark[] {
  if (!pattern) return [];
  return [...text.matchAll(pattern)].map(({ index, 0: word }) => ({ kind, start: index, end: index + word.length }));
}

/** Sorts them, and drops what lies in another one, such as a tag in an address. */
function inOrder(marks: TextMark[]): TextMark[] {
  let end = 0;
  return marks
    .sort((one, other) => one.start - other.start || other.end - one.end)
    .filter((mark) => {
      if (mark.start < end) return false;
      end = mark.end;
      return true;
    });
}
