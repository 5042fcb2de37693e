import { findLinks } from './links.ts';

/** The host of a mention of an account at another server: `@ada@fosstodon.org`. */
const MENTIONED_HOST =
  /(?<![=/\p{L}\p{M}\p{N}_])(@[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)@[\p{L}\p{M}\p{N}_.-]+[\p{L}\p{M}\p{N}_]/giu;

/**
 * Returns the text as networks with `linkLength` count it: each address with a protocol is as long as every other, and a mention
 * is as long as the account's name alone. A hyphen stands for each address, whose length is the server's own word and may be anything.
 */
export function shortenAddresses(text: string): { readonly shortened: string; readonly addresses: number } {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, hasScheme } of findLinks(text, 'x')) {
    if (!hasScheme) continue;
    pieces.push(shortenMentions(text.slice(from, start)));
    from = end;
  }
  return { shortened: [...pieces, shortenMentions(text.slice(from))].join('-'), addresses: pieces.length };
}

function shortenMentions(text: string): string {
  return text.replace(MENTIONED_HOST, '$1');
}
