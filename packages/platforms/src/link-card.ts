import { findFacets } from '@social/rules';
import type { LinkCard, OutgoingPost, PublishContext } from './driver.ts';

/** Returns the link of which a post shows a card: the first one, in a post without files. */
export function linkForCard({ text, hasMedia }: { readonly text: string; readonly hasMedia: boolean }): string | null {
  if (hasMedia) return null;
  const link = findFacets(text).find(({ kind }) => kind === 'link');
  return link?.kind === 'link' ? link.uri : null;
}

/** The card of a post, and a sentence for the user where there is a link and no card. */
export interface CardOfPost {
  readonly card: LinkCard | null;
  readonly note: string | null;
}

/** Reads the card of a post's link, for networks that leave it to the publishing program. Never throws. */
export async function readCard(post: OutgoingPost, call: PublishContext): Promise<CardOfPost> {
  const link = linkForCard({ text: post.text, hasMedia: post.media.length > 0 });
  if (link === null || !call.readLinkCard) return { card: null, note: null };
  const card = await call.readLinkCard(link);
  return 'problem' in card ? { card: null, note: `The link has no card: ${card.problem}.` } : { card, note: null };
}
