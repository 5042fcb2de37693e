import { isRecord } from '../../../http/request-body.ts';
import type { Json, JsonObject } from '../../../http/route.ts';
import { isBlobRef } from '../lexicon/schema.ts';

/** Where an embed is: its author, the network's address, and how a quoted post is shown, unless it is itself inside a quote. */
export interface EmbedPlace {
  readonly did: string;
  readonly base: string;
  readonly showQuoted?: (uri: string) => JsonObject;
}

/** Presents what a post shows beside its text, with the addresses of its files. Other parts are left out. */
export function presentEmbed(embed: Json | undefined, place: EmbedPlace): JsonObject | undefined {
  const { $type: type, record, media, external, ...files } = fieldsOf(embed);
  switch (type) {
    case 'app.bsky.embed.images':
    case 'app.bsky.embed.gallery':
      return presentPictures(files, place);
    case 'app.bsky.embed.video':
      return presentVideo(files, place);
    case 'app.bsky.embed.external':
      return presentCard(fieldsOf(external), place);
    case 'app.bsky.embed.record':
      return presentQuote(record, place);
    case 'app.bsky.embed.recordWithMedia': {
      const [shown, quote] = [presentEmbed(media, place), presentQuote(fieldsOf(record)['record'], place)];
      if (!shown || !quote) return shown ?? quote;
      return { $type: 'app.bsky.embed.recordWithMedia#view', record: quote, media: shown };
    }
    default:
      return undefined;
  }
}

function presentPictures({ images, items }: JsonObject, place: EmbedPlace): JsonObject {
  if (Array.isArray(images)) {
    const shown = images.map(fieldsOf).map(({ image, alt, aspectRatio }) => {
      const file = fileOf(image, place);
      return { thumb: file, fullsize: file, alt, aspectRatio };
    });
    return { $type: 'app.bsky.embed.images#view', images: shown };
  }
  const shown = (Array.isArray(items) ? items : []).map(fieldsOf).map(({ image, alt, aspectRatio }) => {
    const file = fileOf(image, place);
    return { $type: 'app.bsky.embed.gallery#viewImage', thumbnail: file, fullsize: file, alt, aspectRatio };
  });
  return { $type: 'app.bsky.embed.gallery#view', items: shown };
}

function presentVideo(
  { video, alt, aspectRatio, presentation }: JsonObject,
  place: EmbedPlace,
): JsonObject | undefined {
  if (!isBlobRef(video)) return undefined;
  const cid = video.ref.$link;
  const folder = `${place.base}/watch/${place.did}/${cid}`;
  const files = { playlist: `${folder}/playlist.m3u8`, thumbnail: `${folder}/thumbnail.png` };
  return { $type: 'app.bsky.embed.video#view', cid, ...files, alt, aspectRatio, presentation };
}

function presentCard({ uri, title, description, thumb }: JsonObject, place: EmbedPlace): JsonObject {
  const picture = thumb === undefined ? {} : { thumb: fileOf(thumb, place) };
  return { $type: 'app.bsky.embed.external#view', external: { uri, title, description, ...picture } };
}

function presentQuote(reference: Json | undefined, { showQuoted }: EmbedPlace): JsonObject | undefined {
  const { uri } = fieldsOf(reference);
  return showQuoted && { $type: 'app.bsky.embed.record#view', record: showQuoted(String(uri)) };
}

function fileOf(ref: Json | undefined, { base, did }: EmbedPlace): string {
  return isBlobRef(ref) ? `${base}/xrpc/com.atproto.sync.getBlob?did=${did}&cid=${ref.ref.$link}` : '';
}

function fieldsOf(value: Json | undefined): JsonObject {
  return isRecord(value) ? (value as JsonObject) : {};
}
