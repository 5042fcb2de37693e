import { test } from 'vitest';
import { procedure, query, type Scenario, useBothServers } from './both-servers.ts';
import { send } from './exchange.ts';
import { freshKey, postsOf, UNKNOWN_CID } from './records.ts';

const { expectSame } = useBothServers();

const FAMILY = '👨‍👩‍👧‍👦';
const URI = 'at://did:plc:aaaaaaaaaaaaaaaaaaaaaaaa/app.bsky.feed.post/3mabcdefghij2';
const LINK = 'app.bsky.richtext.facet#link';
const reply = (more: object) => ({
  reply: { root: { uri: URI, cid: UNKNOWN_CID }, parent: { uri: URI, cid: UNKNOWN_CID }, ...more },
});
const facet = (feature: object, index: object = { byteStart: 0, byteEnd: 1 }) => ({
  facets: [{ index, features: [feature] }],
});
const file = (more: object = {}) => ({
  $type: 'blob',
  mimeType: 'image/png',
  size: 9,
  ref: { $link: 'bafkreidlp6sdj6jkroakvmbntpy2clsj77foijheae5byt3iwz7d2k542a' },
  ...more,
});
const images = (...list: readonly object[]) => ({ embed: { $type: 'app.bsky.embed.images', images: list } });
const embed = (type: string, more: object) => ({ embed: { $type: `app.bsky.embed.${type}`, ...more } });
const labels = (...values: readonly string[]) => ({
  labels: { $type: 'com.atproto.label.defs#selfLabels', values: values.map((val) => ({ val })) },
});

test.for<readonly [what: string, changes: object]>([
  ['300 letters', { text: 'x'.repeat(300) }],
  ['3000 bytes', { text: FAMILY.repeat(120) }],
  ['300 letters with accents of their own', { text: 'e\u0301'.repeat(300) }],
  ['no text', { text: '' }],
  ['half a character', { text: '\ud800' }],
  ['its type', { $type: 'app.bsky.feed.post' }],
  ['a time years ahead', { createdAt: '2099-01-01T00:00:00+00:00' }],
  ['a time in microseconds', { createdAt: '2026-01-01T00:00:00.123456Z' }],
  ['an embed of an unknown type', embed('unknown', { a: 1 })],
  ['a facet beyond the text', facet({ $type: LINK, uri: 'https://a.example' }, { byteStart: 0, byteEnd: 999 })],
  [
    'a facet that ends before it begins',
    facet({ $type: LINK, uri: 'https://a.example' }, { byteStart: 3, byteEnd: 1 }),
  ],
  ['a feature of an unknown type', facet({ $type: 'a.b.c' })],
  ['no features', { facets: [{ index: { byteStart: 0, byteEnd: 1 }, features: [] }] }],
  ['a reply to versions that never were', reply({})],
  ['unknown fields', { anything: { at: ['all'], n: null } }],
  ['three languages', { langs: ['en', 'de-CH', 'zh-Hant-TW'] }],
  ['eight tags', { tags: Array(8).fill('a') }],
  ['a label', labels('nudity')],
  ['a card', embed('external', { external: { uri: 'https://a.example', title: '', description: '' } })],
  ['a quote', embed('record', { record: { uri: URI, cid: UNKNOWN_CID } })],
])('a post with %s is taken', ([, changes]) =>
  expectSame((peer) => postsOf(peer).create({ text: 'a', ...changes }), '200'),
);

test.for<readonly [what: string, changes: object, answer?: string]>([
  ['301 letters', { text: 'x'.repeat(301) }],
  ['too many bytes', { text: FAMILY.repeat(121) }],
  ['a number as text', { text: 5 }],
  ['nothing as text', { text: null }],
  ['no text at all', { text: undefined }],
  ['another type', { $type: 'app.bsky.feed.like' }],
  ['no time', { createdAt: undefined }],
  ['a time of no zone', { createdAt: '2026-01-01T00:00:00' }],
  ['a time of an unknown zone', { createdAt: '2026-01-01T00:00:00-00:00' }],
  ['a time of month 13', { createdAt: '2026-13-01T00:00:00Z' }],
  ['a date', { createdAt: '2026-01-01' }],
  ['four languages', { langs: ['en', 'de', 'fr', 'es'] }],
  ['a language in words', { langs: ['english language'] }],
  ['a link to no address', facet({ $type: LINK, uri: 'not a uri' })],
  ['a link to nowhere', facet({ $type: LINK })],
  ['a mention by handle', facet({ $type: 'app.bsky.richtext.facet#mention', did: 'ada.test' })],
  ['a long tag', facet({ $type: 'app.bsky.richtext.facet#tag', tag: 'x'.repeat(65) })],
  ['a feature of no type', facet({ uri: 'https://a.example' })],
  ['a facet before the text', facet({ $type: LINK, uri: 'https://a.example' }, { byteStart: -1, byteEnd: 1 })],
  ['a facet without an end', facet({ $type: LINK, uri: 'https://a.example' }, { byteStart: 0 })],
  ['a facet at a fraction', facet({ $type: LINK, uri: 'https://a.example' }, { byteStart: 0.5, byteEnd: 1 })],
  ['a reply to no version', reply({ root: { uri: URI } })],
  ['a reply without a parent', reply({ parent: undefined })],
  ['a reply to a web address', reply({ root: { uri: 'https://a.example', cid: UNKNOWN_CID } })],
  ['a reply to a malformed id', reply({ root: { uri: URI, cid: 'x' } })],
  ['nine tags', { tags: Array(9).fill('a') }],
  ['eleven labels', labels(...Array(11).fill('nudity'))],
  ['five pictures', images(...Array(5).fill({ alt: '', image: file() }))],
  ['a picture without its description', images({ image: file() })],
  ['a large picture', images({ alt: '', image: file({ size: 2_000_001 }) })],
  ['a text as a picture', images({ alt: '', image: 'x' })],
  ['a video as a picture', images({ alt: '', image: file({ mimeType: 'video/mp4' }) })],
  ['a picture as a video', embed('video', { video: file() })],
  ['a picture of no width', images({ alt: '', image: file(), aspectRatio: { height: 1 } })],
  ['a picture of width 0', images({ alt: '', image: file(), aspectRatio: { width: 0, height: 1 } })],
  ['a picture that was not uploaded', images({ alt: '', image: file() }), '400 BlobNotFound'],
  ['a card without a title', embed('external', { external: { uri: 'https://a.example', description: '' } })],
  ['a card of no address', embed('external', { external: { uri: 'a b', title: '', description: '' } })],
  ['a quote of no version', embed('record', { record: { uri: URI } })],
  ['an embed of no type', { embed: { images: [] } }],
  ['a fraction anywhere', { extra: [{ x: 1.5 }] }],
  ['a number that is too large', { extra: 2 ** 60 }, '500 InternalServerError'],
])('a post with %s is refused', ([, changes, answer = '400 InvalidRequest']) =>
  expectSame((peer) => postsOf(peer).create({ text: 'a', ...changes }), answer),
);

test.for<readonly [what: string, answer: string, scenario: Scenario]>([
  ['a key of words', '400 InvalidRequest', (peer) => postsOf(peer).create({ text: 'a' }, { rkey: 'my-key' })],
  ['a key with a space', '400 InvalidRequest', (peer) => postsOf(peer).create({ text: 'a' }, { rkey: 'a b' })],
  ['a key of a far time', '200', (peer) => postsOf(peer).create({ text: 'a' }, { rkey: '7zzzzzzzzzzz2' })],
  [
    'a key beyond all times',
    '400 InvalidRequest',
    (peer) => postsOf(peer).create({ text: 'a' }, { rkey: 'zzzzzzzzzzzzz' }),
  ],
  ['no key to put at', '400 InvalidRequest', (peer) => postsOf(peer).write('putRecord', { record: {} })],
  [
    'a collection of no name',
    '400 InvalidRequest',
    (peer) => postsOf(peer).create({ text: 'a' }, { collection: 'nope' }),
  ],
  ['no collection', '400 InvalidRequest', (peer) => postsOf(peer).create({ text: 'a' }, { collection: undefined })],
  ['no record', '400 InvalidRequest', (peer) => postsOf(peer).write('createRecord', {})],
  ['a list as record', '400 InvalidRequest', (peer) => postsOf(peer).write('createRecord', { record: [] })],
  [
    'a list as body',
    '400 InvalidRequest',
    (peer) => procedure(peer, 'com.atproto.repo.createRecord', [], peer.ada.access),
  ],
  [
    'no body',
    '400 InvalidRequest',
    (peer) => procedure(peer, 'com.atproto.repo.createRecord', undefined, peer.ada.access),
  ],
  ['half a body', '400 SyntaxError', sendRaw('{')],
  ['a body of another type', '400 InvalidRequest', sendRaw('a', 'text/plain')],
  ['a body in a form', '400 InvalidRequest', sendRaw('a=b', 'application/x-www-form-urlencoded')],
  ['a body that is too large', '413 PayloadTooLargeError', sendRaw(JSON.stringify({ a: 'x'.repeat(1_000_000) }))],
  [
    'a large body and no token',
    '401 AuthMissing',
    (peer) => procedure(peer, 'com.atproto.repo.createRecord', { a: 'x'.repeat(1_000_000) }),
  ],
  ['a malformed token', '400 InvalidToken', (peer) => procedure(peer, 'com.atproto.repo.createRecord', {}, 'x.y.z')],
  [
    'a token for renewal',
    '400 InvalidToken',
    (peer) => procedure(peer, 'com.atproto.repo.createRecord', {}, peer.ada.refresh),
  ],
  ['a query', '400 InvalidRequest', (peer) => query(peer, 'com.atproto.repo.createRecord', {}, peer.ada.access)],
  ['a fraction as limit', '400 InvalidRequest', (peer) => postsOf(peer).list({ limit: '1.5' })],
  ['a word as limit', '400 InvalidRequest', (peer) => postsOf(peer).list({ limit: 'x' })],
  ['a word as direction', '400 InvalidRequest', (peer) => postsOf(peer).list({ reverse: 'x' })],
  ['an unknown parameter', '200', (peer) => postsOf(peer).list({ colour: 'red' })],
  ['an unknown field', '200', (peer) => postsOf(peer).put(freshKey(), { text: 'a' }, { colour: 'red' })],
])('a request with %s: %s', ([, answer, scenario]) => expectSame(scenario, answer));

function sendRaw(body: string, type = 'application/json'): Scenario {
  return ({ url, ada }) => {
    const headers = { authorization: `Bearer ${ada.access}`, 'content-type': type };
    return send(`${url}/xrpc/com.atproto.repo.createRecord`, { method: 'POST', headers, body });
  };
}
