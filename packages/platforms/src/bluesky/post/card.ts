import type { OutgoingPost, PublishSession } from '../../driver.ts';
import type { JsonObject } from '../../http/lossless-json.ts';
import { readCard } from '../../link-card.ts';
import { ignore } from '../../platform-error.ts';
import type { BlueskyApi } from '../api.ts';
import { uploadBlob } from './blob.ts';

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
  const { card, note } = await readCard(post, session.call);
  if (!card) return { embed: null, note };
  const { url: uri, title, description, picture } = card;
  // A card is shown without its picture, too.
  const uploading = picture && uploadBlob(api, { file: picture, onBytes: () => undefined }, session);
  const thumb = await uploading?.catch(ignore(({ kind }) => kind === 'rejected'));
  const external = { uri, title, description, ...(thumb && { thumb }) };
  return { embed: { $type: 'app.bsky.embed.external', external }, note };
}
