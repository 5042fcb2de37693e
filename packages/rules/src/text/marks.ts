import type { PlatformId } from '@social/types';
import { findFacets } from './facets.ts';
import { findLinks, linkRulesOf } from './links/links.ts';
import type { TextSpan } from './spans.ts';

/** A part of a text that readers of a network can press. */
export interface TextMark extends TextSpan {
  readonly kind: 'link' | 'mention' | 'tag';
}

interface Marking {
  /** `written`: only addresses with `http(s)://`; `bare`: also domains without it. */
  readonly links?: 'written' | 'bare';
  readonly mentions?: RegExp;
  readonly tags?: RegExp;
}

const WORD = '[\\p{L}\\p{M}\\p{N}_]';
/** A number sign and a word with at least one letter, which nothing else touches. */
const TAGS = new RegExp(`(?<![&/]|${WORD})[#＃](?=[\\p{N}_]*[\\p{L}])${WORD}+`, 'gu');
const MENTIONS = /(?<![\w!#$%&*@/.-])@[a-z0-9_](?:[a-z0-9_.]*[a-z0-9_])?/gi;
const NONE: Marking = {};

/**
 * The marks of each network in a text that a program sends.
 * @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/little-text-format
 * @see https://docs.x.com/x-api/fundamentals/entities
 * @see https://docs.joinmastodon.org/user/posting/#text
 * @see https://www.facebook.com/help/587836257914341
 * @see https://developers.facebook.com/docs/instagram-platform/content-publishing
 * @see https://support.google.com/youtube/answer/6390658
 * @see https://developers.tiktok.com/doc/content-posting-api-reference-direct-post
 */
const MARKINGS: Readonly<Record<Exclude<PlatformId, 'bluesky'>, Marking>> = {
  profnet: { links: 'bare', tags: /(?<=^|\s)[#＃]\p{L}[\p{L}\p{M}\p{N}]*(?![\p{L}\p{M}\p{N}_])/gu },
  microblog: { links: 'bare', mentions: /(?<![\w!#$%&*@＠/.-])[@＠]\w{1,15}(?![\w@＠])/g, tags: TAGS },
  mastodon: {
    links: 'written',
    mentions: /(?<![=/\p{L}\p{M}\p{N}_])@[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?(?:@[\p{L}\p{N}.-]+[\p{L}\p{N}])?/giu,
    tags: TAGS,
  },
  socialnet: { links: 'bare', tags: TAGS },
  photonet: { mentions: MENTIONS, tags: TAGS },
  video: { links: 'bare', tags: TAGS },
  shortvideo: { mentions: MENTIONS, tags: TAGS },
  chatbot: NONE,
};

/**
 * The networks of the platform `chatbot`.
 * @see https://core.telegram.org/bots/api#messageentity
 */
const CHATS: Readonly<Record<string, Marking>> = {
  telegram: { links: 'bare', mentions: /(?<![\w/@.])@[a-z]\w{3,31}/gi, tags: TAGS },
  discord: { links: 'written' },
};

/**
 * Finds the links, mentions and tags of a text as readers of the platform see them. They do not overlap, and are in order.
 * A mention is a name as the network would look for it; whether it is somebody's is not known here.
 * @param network the connected network, where the platform has several
 */
export function findMarks(platform: PlatformId, text: string, network?: string | null): TextMark[] {
  if (platform === 'bluesky') return findFacets(text).map(({ kind, start, end }) => ({ kind, start, end }));
  const { links, mentions, tags } = (platform === 'chatbot' ? CHATS[network ?? ''] : MARKINGS[platform]) ?? NONE;
  const addresses = links ? findLinks(text, linkRulesOf(platform)) : [];
  const shown = links === 'bare' ? addresses : addresses.filter(({ hasScheme }) => hasScheme);
  return inOrder([
    ...shown.map(({ start, end }) => ({ start, end, kind: 'link' as const })),
    ...matches(text, mentions, 'mention'),
    ...matches(text, tags, 'tag'),
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
