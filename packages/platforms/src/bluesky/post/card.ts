import type { OutgoingPost, PublishSession } from '../../driver.ts';
import type { JsonObject } from '../../http/lossless-json.ts';
import { readCard } from '../../link-card.ts';
import { ignore } from '../../platform-error.ts';
import type { BlueskyApi } from '../api.ts';
import { uploadBlob } from './blob.ts';
import { firstLinkIn } from './facets.ts';

/** Returns the link of which a post shows a card: the first one, in a post without files. */
export function linkForCard({ text, hasMedia }: { readonly text: string; readonly hasMedia: boolean }): string | null {
  return hasMedia ? null : firstLinkIn(text);
}

/** The part of a record that shows a card, and a sentence for the user where there is a link and no card. */
export interface Card {
  readonly embed: JsonObject | null;
  readonly note: string | null;
}

/**
 * Reads the card of a post's link, which the network does not make itself, and uploads its picture.
 * @see https://docs.bsky.app/docs/advanced-guides/posts#website-card-embeds
 */
export async function cardOf(api: BlueskyApi, post: OutgoingPost, session: PublishSession): Promise<Card> {
  const link = linkForCard({ text: post.text, hasMedia: post.media.length > 0 });
  const { card, note } = await readCard(link, session.call);
  if (!card) return { embed: null, note };
  const { url: uri, title, description, picture } = card;
  // A card is shown without its picture, too.
  const uploading = picture && uploadBlob(api, { file: picture, onBytes: () => undefined }, session);
  const thumb = await uploading?.catch(ignore(({ kind }) => kind === 'rejected'));
  const external = { uri, title, description, ...(thumb && { thumb }) };
  return { embed: { $type: 'app.bsky.embed.external', external }, note };
}
