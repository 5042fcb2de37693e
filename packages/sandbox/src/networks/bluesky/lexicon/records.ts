import { mediaLimits } from '../media-limits.ts';
import { blob, integer, list, literal, object, optional, type Schema, text, typed, union } from './schema.ts';

const time = text({ format: 'datetime' });
const did = text({ format: 'DID' });
const atUri = text({ format: 'at-uri' });
const address = text({ format: 'uri' });
const strongRef = typed('com.atproto.repo.strongRef', { uri: atUri, cid: text({ format: 'CID string' }) });
const tag = text({ maxLength: 640, maxGraphemes: 64 });
const { pictures, videos, maxFiles } = mediaLimits;
const pictureFile = blob({ accept: pictures.types, maxSize: pictures.maxBytes });
const avatarFile = blob({ accept: ['image/png', 'image/jpeg'], maxSize: 1_000_000 });

const facet = typed('app.bsky.richtext.facet', {
  index: typed('app.bsky.richtext.facet#byteSlice', {
    byteStart: integer({ minimum: 0 }),
    byteEnd: integer({ minimum: 0 }),
  }),
  features: list(
    union<object>([
      typed('app.bsky.richtext.facet#mention', { did }),
      typed('app.bsky.richtext.facet#link', { uri: address }),
      typed('app.bsky.richtext.facet#tag', { tag }),
    ]),
  ),
});

const aspectRatio = typed('app.bsky.embed.defs#aspectRatio', {
  width: integer({ minimum: 1 }),
  height: integer({ minimum: 1 }),
});

const images = typed('app.bsky.embed.images', {
  images: list(
    typed('app.bsky.embed.images#image', { image: pictureFile, alt: text(), aspectRatio: optional(aspectRatio) }),
    { maxLength: maxFiles },
  ),
});

const gallery = typed('app.bsky.embed.gallery', {
  items: list(union([typed('app.bsky.embed.gallery#image', { image: pictureFile, alt: text(), aspectRatio })]), {
    maxLength: 20,
  }),
});

const video = typed('app.bsky.embed.video', {
  video: blob({ accept: videos.types, maxSize: videos.maxBytes }),
  captions: optional(
    list(
      typed('app.bsky.embed.video#caption', {
        lang: text({ format: 'language' }),
        file: blob({ accept: ['text/vtt'], maxSize: 20_000 }),
      }),
      { maxLength: 20 },
    ),
  ),
  alt: optional(text()),
  aspectRatio: optional(aspectRatio),
  presentation: optional(text()),
});

const external = typed('app.bsky.embed.external', {
  external: typed('app.bsky.embed.external#external', {
    uri: address,
    title: text(),
    description: text(),
    thumb: optional(blob({ accept: ['image/*'], maxSize: 1_000_000 })),
    associatedRefs: optional(list(strongRef)),
  }),
});

const quote = typed('app.bsky.embed.record', { record: strongRef });

const quoteWithMedia = typed('app.bsky.embed.recordWithMedia', {
  record: quote,
  media: union<object>([images, video, gallery, external]),
});

const labels = union([
  typed('com.atproto.label.defs#selfLabels', {
    values: list(typed('com.atproto.label.defs#selfLabel', { val: text({ maxLength: 128 }) }), { maxLength: 10 }),
  }),
]);

const outdatedEntity = typed('app.bsky.feed.post#entity', {
  index: typed('app.bsky.feed.post#textSlice', { start: integer({ minimum: 0 }), end: integer({ minimum: 0 }) }),
  type: text(),
  value: text(),
});

const engagement = object({ subject: strongRef, createdAt: time, via: optional(strongRef) });

/** The rules of one collection: those of its keys and those of its records. */
export interface Collection {
  readonly key: Schema<string>;
  readonly record: Schema<object>;
}

const tid = text({ format: 'TID string' });

/**
 * The collections that the server knows; it stores any record in any other one.
 *
 * @see https://github.com/bluesky-social/atproto/tree/main/lexicons/app/bsky (read 2026-11-24)
 */
export const collections: Readonly<Record<string, Collection>> = {
  'app.bsky.feed.post': {
    key: tid,
    record: object({
      text: text({ maxLength: 3000, maxGraphemes: 300 }),
      entities: optional(list(outdatedEntity)),
      facets: optional(list(facet)),
      reply: optional(typed('app.bsky.feed.post#replyRef', { root: strongRef, parent: strongRef })),
      embed: optional(union<object>([images, video, gallery, external, quote, quoteWithMedia])),
      langs: optional(list(text({ format: 'language' }), { maxLength: 3 })),
      labels: optional(labels),
      tags: optional(list(tag, { maxLength: 8 })),
      createdAt: time,
    }),
  },
  'app.bsky.feed.like': { key: tid, record: engagement },
  'app.bsky.feed.repost': { key: tid, record: engagement },
  'app.bsky.graph.follow': {
    key: tid,
    record: object({ subject: did, createdAt: time, via: optional(strongRef) }),
  },
  'app.bsky.feed.threadgate': {
    key: tid,
    record: object({
      post: atUri,
      allow: optional(
        list(
          union<object>([
            typed('app.bsky.feed.threadgate#mentionRule', {}),
            typed('app.bsky.feed.threadgate#followerRule', {}),
            typed('app.bsky.feed.threadgate#followingRule', {}),
            typed('app.bsky.feed.threadgate#listRule', { list: atUri }),
          ]),
          { maxLength: 5 },
        ),
      ),
      createdAt: time,
      hiddenReplies: optional(list(atUri, { maxLength: 300 })),
    }),
  },
  'app.bsky.feed.postgate': {
    key: tid,
    record: object({
      createdAt: time,
      post: atUri,
      detachedEmbeddingUris: optional(list(atUri, { maxLength: 50 })),
      embeddingRules: optional(list(union([typed('app.bsky.feed.postgate#disableRule', {})]), { maxLength: 5 })),
    }),
  },
  'app.bsky.actor.profile': {
    key: literal('self'),
    record: object({
      displayName: optional(text({ maxLength: 640, maxGraphemes: 64 })),
      description: optional(text({ maxLength: 2560, maxGraphemes: 256 })),
      pronouns: optional(text({ maxLength: 200, maxGraphemes: 20 })),
      website: optional(address),
      avatar: optional(avatarFile),
      banner: optional(avatarFile),
      labels: optional(labels),
      joinedViaStarterPack: optional(strongRef),
      pinnedPost: optional(strongRef),
      createdAt: optional(time),
    }),
  },
};
