import { findLinks } from '@social/rules';
import type { LinkCard, PublishContext } from './driver.ts';

/**
 * Returns the link of which a post shows a card: the first address with its protocol, in a post without files. A bare name, such as
 * `README.md`, may not be meant as one.
 */
export function linkForCard({ text, hasMedia }: { readonly text: string; readonly hasMedia: boolean }): string | null {
  const link = hasMedia ? undefined : findLinks(text).find(({ hasScheme }) => hasScheme);
  return link ? text.slice(link.start, link.end) : null;
}

/** The card of a post, and a sentence for the user where there is a link and no card. */
export interface CardOfPost {
  readonly card: LinkCard | null;
  readonly note: string | null;
}

/** Reads the card of a post's link, for networks that leave it to the publishing program. Never throws. */
export async function readCard(link: string | null, call: PublishContext): Promise<CardOfPost> {
  if (link === null || !call.readLinkCard) return { card: null, note: null };
  const card = await call.readLinkCard(link);
  return 'problem' in card ? { card: null, note: `The link has no card: ${card.problem}.` } : { card, note: null };
}
