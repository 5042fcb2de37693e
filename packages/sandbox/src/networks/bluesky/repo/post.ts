import type { Fields } from '../../../http/input.ts';
import { isRecord } from '../../../http/request-body.ts';
import type { JsonObject } from '../../../http/route.ts';
import { createMedia, type Media, type Post } from '../../../world/posts.ts';
import { type BlobRef, isBlobRef } from '../lexicon/schema.ts';
import type { BlueskyState } from '../state.ts';
import { addressOf, type RecordAddress } from './addresses.ts';
import { readFacets } from './facets.ts';

type Shown = Pick<Post, 'text' | 'media' | 'conversationId'> &
  Partial<Pick<Post, 'replyToId' | 'quotedId' | 'card' | 'links'>>;

/** Reads the parts of a post that readers see. Parts that are not as they should be are left out, as apps do. */
export function readPost(state: BlueskyState, address: RecordAddress, value: JsonObject): Shown {
  const { did } = address;
  const text = typeof value['text'] === 'string' ? value['text'] : '';
  const { embed, quoted } = embedsOf(value['embed']);
  const reply = fieldsOf(value['reply']);
  const replyToId = uriOf(reply['parent']);
  const root = uriOf(reply['root']);
  const card = readCard(state, did, embed);
  const links = readFacets(text, value['facets']);
  return {
    ...{ text, media: readMedia(state, did, embed) },
    conversationId: root ?? replyToId ?? addressOf(address),
    ...(replyToId !== undefined && { replyToId }),
    ...(quoted !== undefined && { quotedId: quoted }),
    ...(links.length > 0 && { links }),
    ...(card && { card }),
  };
}

/** Separates a quoted post from the media that may be shown with it. */
function embedsOf(value: unknown): { readonly embed: Fields; readonly quoted: string | undefined } {
  const embed = fieldsOf(value);
  if (embed['$type'] === 'app.bsky.embed.record') return { embed: {}, quoted: uriOf(embed['record']) };
  if (embed['$type'] !== 'app.bsky.embed.recordWithMedia') return { embed, quoted: undefined };
  return { embed: fieldsOf(embed['media']), quoted: uriOf(fieldsOf(embed['record'])['record']) };
}

function readMedia(state: BlueskyState, did: string, embed: Fields): readonly Media[] {
  const shown = (ref: unknown, alt: unknown) => mediaOf(state, did, { ref, alt });
  if (embed['$type'] === 'app.bsky.embed.video') return shown(embed['video'], embed['alt']);
  const items = embed['$type'] === 'app.bsky.embed.images' ? embed['images'] : undefined;
  const gallery = embed['$type'] === 'app.bsky.embed.gallery' ? embed['items'] : undefined;
  const pictures: readonly unknown[] = [items, gallery].find(Array.isArray) ?? [];
  return pictures.map(fieldsOf).flatMap(({ image, alt }) => shown(image, alt));
}

function mediaOf(
  state: BlueskyState,
  did: string,
  { ref, alt }: { readonly ref: unknown; readonly alt: unknown },
): readonly Media[] {
  const stored = isBlobRef(ref) ? findBlob(state, did, ref) : undefined;
  if (!stored) return [];
  return [createMedia(stored.blob, stored.type, typeof alt === 'string' && alt !== '' ? alt : undefined)];
}

function readCard(state: BlueskyState, did: string, embed: Fields): Post['card'] {
  if (embed['$type'] !== 'app.bsky.embed.external') return undefined;
  const { uri, title, description, thumb } = fieldsOf(embed['external']);
  const [picture] = mediaOf(state, did, { ref: thumb, alt: undefined });
  return {
    ...{ url: String(uri), title: String(title), description: String(description) },
    ...(picture && { picture }),
  };
}

function findBlob({ blobs }: BlueskyState, did: string, { ref }: BlobRef) {
  return blobs.get(`${did}/${ref.$link}`);
}

function uriOf(value: unknown): string | undefined {
  const { uri } = fieldsOf(value);
  return typeof uri === 'string' ? uri : undefined;
}

function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}
