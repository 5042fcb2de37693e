import { describe, expect } from 'vitest';
import { test } from '../../support/sandbox.ts';
import { owner, refusalOf, run, signInToBluesky } from './sign-in.ts';

const family = '👨‍👩‍👧‍👦';
const cid = 'bafyreicsol76rwie2lqlut2hkhvcv3foovcflyw73xuzncdq5tinyqqb4e';
const uri = `at://${owner}/app.bsky.feed.post/3mabcdefghij2`;
const file = (size: number, mimeType = 'image/png') => ({
  ...{ $type: 'blob', mimeType, size },
  ref: { $link: 'bafkreidlp6sdj6jkroakvmbntpy2clsj77foijheae5byt3iwz7d2k542a' },
});
const facet = (feature: object, byteStart = 0) => ({
  facets: [{ index: { byteStart, byteEnd: 2 }, features: [feature] }],
});
const images = (...list: readonly object[]) => ({ embed: { $type: 'app.bsky.embed.images', images: list } });

// The messages come from version 0.5.35 of the reference server.
const refused: readonly (readonly [string, object, string])[] = [
  ['301 characters', { text: 'x'.repeat(301) }, 'grapheme too big (maximum 300, got 301) at $.record.text'],
  [
    'too many bytes, which count first',
    { text: family.repeat(300) },
    'string too big (maximum 3000, got 7500) at $.record.text',
  ],
  ['3025 bytes', { text: family.repeat(121) }, 'string too big (maximum 3000, got 3025) at $.record.text'],
  ['a number as text', { text: 5 }, 'Expected string value type (got 5) at $.record.text'],
  ['no time', { createdAt: undefined }, 'Missing required key "createdAt" at $.record'],
  ...['2026-01-01T00:00:00', '2026-01-01T00:00:00-00:00', '2026-13-01T00:00:00Z'].map(
    (time) =>
      [`the time ${time}`, { createdAt: time }, `Invalid datetime (got "${time}") at $.record.createdAt`] as const,
  ),
  ['four languages', { langs: ['en', 'de', 'fr', 'es'] }, 'array too big (maximum 3, got 4) at $.record.langs'],
  [
    'a language in words',
    { langs: ['english language'] },
    'Invalid language (got "english language") at $.record.langs[0]',
  ],
  [
    'a link without an address',
    facet({ $type: 'app.bsky.richtext.facet#link', uri: 'not a uri' }),
    'Invalid uri (got "not a uri") at $.record.facets[0].features[0].uri',
  ],
  [
    'a mention by handle',
    facet({ $type: 'app.bsky.richtext.facet#mention', did: 'ada.test' }),
    'Invalid DID (got "ada.test") at $.record.facets[0].features[0].did',
  ],
  [
    'a long tag',
    facet({ $type: 'app.bsky.richtext.facet#tag', tag: 'x'.repeat(65) }),
    'grapheme too big (maximum 64, got 65) at $.record.facets[0].features[0].tag',
  ],
  [
    'a facet of no type',
    facet({ uri: 'https://a.b' }),
    'Expected an object which includes the "$type" property value type (got {"uri": ...}) at $.record.facets[0].features[0]',
  ],
  [
    'a facet before the text',
    facet({ $type: 'app.bsky.richtext.facet#tag', tag: 'x' }, -1),
    'integer too small (minimum 0, got -1) at $.record.facets[0].index.byteStart',
  ],
  [
    'a reply to no version',
    { reply: { root: { uri }, parent: { uri, cid } } },
    'Missing required key "cid" at $.record.reply.root',
  ],
  [
    'a reply to a web address',
    { reply: { root: { uri: 'https://x.y', cid }, parent: { uri, cid } } },
    'Invalid at-uri (got "https://x.y") at $.record.reply.root.uri',
  ],
  [
    'five pictures',
    images(...Array.from({ length: 5 }, () => ({ alt: '', image: file(9) }))),
    'array too big (maximum 4, got 5) at $.record.embed.images',
  ],
  [
    'a picture without its description',
    images({ image: file(9) }),
    'Missing required key "alt" at $.record.embed.images[0]',
  ],
  [
    'a large picture',
    images({ alt: '', image: file(2_000_001) }),
    'blob too big (maximum 2000000, got 2000001) at $.record.embed.images[0].image',
  ],
  [
    'a text as a picture',
    images({ alt: '', image: 'x' }),
    'Expected blob value type (got "x") at $.record.embed.images[0].image',
  ],
  [
    'a picture as a video',
    { embed: { $type: 'app.bsky.embed.video', video: file(9) } },
    'Expected "video/mp4" (got "image/png") at $.record.embed.video.mimeType',
  ],
  [
    'another type inside',
    { facets: [{ $type: 'a.b', index: { byteStart: 0, byteEnd: 1 }, features: [] }] },
    'Expected "app.bsky.richtext.facet" (got "a.b") at $.record.facets[0].$type',
  ],
  ['nine tags', { tags: Array(9).fill('a') }, 'array too big (maximum 8, got 9) at $.record.tags'],
];

describe('a post is refused', () => {
  test.for(refused)('with %s', async ([, changes, message], { sandbox }) => {
    const { post } = await signInToBluesky(sandbox);
    const answer = await post({ text: 'a', ...changes });
    expect(refusalOf(answer)).toEqual([400, 'InvalidRequest', `Invalid app.bsky.feed.post record: ${message}`]);
    expect(await sandbox.posts()).toEqual([]);
  });

  test('with a fraction anywhere, in words about the request', async ({ sandbox }) => {
    const { post } = await signInToBluesky(sandbox);
    const types = 'null, boolean, integer, string, cid, bytes, array or object';
    expect(refusalOf(await post({ text: 'a', extra: [{ x: 1.5 }] }))[2]).toBe(
      `Expected one of ${types} value type (got 1.5) at $.record.extra[0].x`,
    );
    expect((await post({ text: 'a', extra: 2 ** 60 })).status).toBe(500);
  });

  test('with the type or the key of another collection', async ({ sandbox }) => {
    const { post } = await signInToBluesky(sandbox);
    expect(refusalOf(await post({ $type: 'app.bsky.feed.like', text: 'a' }))[2]).toBe(
      'Invalid $type: expected app.bsky.feed.post, got app.bsky.feed.like',
    );
    expect(refusalOf(await post({ text: 'a' }, { rkey: 'my-key' }))[2]).toBe(
      'Invalid record key for app.bsky.feed.post: Invalid TID string (got "my-key") at $',
    );
    expect(refusalOf(await post({ text: 'a' }, { rkey: 'a b' }))[2]).toBe('Invalid record key (got "a b") at $.rkey');
  });
});

test.for([
  ['120 family emoji, which are 3000 bytes', { text: family.repeat(120) }],
  ['300 letters with accents of their own', { text: 'e\u0301'.repeat(300) }],
  ['an empty text', { text: '' }],
  ['a time years ahead', { createdAt: '2099-01-01T00:00:00+00:00' }],
  ['an embed of an unknown type', { embed: { $type: 'a.b.c' } }],
  ['a facet beyond the text', { facets: [{ index: { byteStart: 0, byteEnd: 999 }, features: [] }] }],
  ['a reply to a version that never was', { reply: { root: { uri, cid }, parent: { uri, cid } } }],
  ['unknown fields', { anything: { at: ['all'] } }],
] as const)('the server takes a post with %s', async ([, changes], { sandbox }) => {
  const { post } = await signInToBluesky(sandbox);
  expect(await post({ text: 'a', ...changes })).toMatchObject({ status: 200, body: { validationStatus: 'valid' } });
});

test('a collection that the server does not know takes anything, unless a check is asked for', async ({ sandbox }) => {
  const { write } = await signInToBluesky(sandbox);
  const thing = { collection: 'com.example.thing', record: { a: 1 } };
  expect((await write('createRecord', thing)).body).toMatchObject({ validationStatus: 'unknown' });
  const checked = await write('createRecord', { ...thing, validate: true });
  expect(refusalOf(checked)[2]).toBe('Unknown lexicon type: com.example.thing');
  const wrong = await write('createRecord', { record: { text: 5 }, validate: false });
  expect(wrong.status).toBe(200);
  expect(wrong.body).not.toHaveProperty('validationStatus');
});

test('malformed requests are refused by what is wrong with them', async ({ sandbox }) => {
  const { access, write } = await signInToBluesky(sandbox);
  const path = 'com.atproto.repo.createRecord';
  const url = `${sandbox.networks.bluesky}/xrpc/${path}`;
  const authorization = `Bearer ${access}`;
  const refusal = async (method: string, headers: Record<string, string>, body?: string) => {
    const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
    const { error, message } = (await response.json()) as { error: string; message: string };
    return [response.status, error, message];
  };
  const json = { authorization, 'content-type': 'application/json' };
  expect(await refusal('POST', { 'content-type': 'application/json' }, '{')).toEqual([
    ...[401, 'AuthMissing', 'Authentication Required'],
  ]);
  expect((await refusal('POST', json, '{')).slice(0, 2)).toEqual([400, 'SyntaxError']);
  expect((await refusal('POST', json, '[]'))[2]).toBe('Expected object value type (got []) at $');
  expect((await refusal('POST', { ...json, 'content-type': 'text/plain' }, 'a'))[2]).toBe(
    'Wrong request encoding (Content-Type): text/plain',
  );
  expect(await refusal('POST', json, JSON.stringify({ a: 'x'.repeat(1_000_000) }))).toEqual([
    ...[413, 'PayloadTooLargeError', 'request entity too large'],
  ]);
  expect((await refusal('GET', { authorization }))[2]).toBe('Incorrect HTTP method (GET) expected POST');
  expect((await refusal('PUT', { authorization }))[2]).toBe('XRPC requests only supports GET and POST');
  expect(refusalOf(await write('createRecord', { collection: 'nope', record: {} }))[2]).toBe(
    'Invalid NSID (got "nope") at $.collection',
  );
  expect(refusalOf(await run(sandbox, path, { repo: owner }, access))[2]).toBe(
    'Missing required key "collection" at $',
  );
});

test('methods that the server does not know are for its users, and have names without a path', async ({ sandbox }) => {
  const { access } = await signInToBluesky(sandbox);
  expect(refusalOf(await run(sandbox, 'com.example.nope'))[1]).toBe('AuthMissing');
  expect(refusalOf(await run(sandbox, 'com.example.nope', undefined, access))).toEqual([
    ...[501, 'MethodNotImplemented', 'Method Not Implemented'],
  ]);
  expect(refusalOf(await run(sandbox, 'com.example.nope/x', undefined, access))[2]).toBe('invalid xrpc path');
});
