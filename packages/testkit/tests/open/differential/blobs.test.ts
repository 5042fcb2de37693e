import { samplePng } from '@social/testkit';
import { test } from 'vitest';
import { type Peer, query, type Scenario, useBothServers } from './both-servers.ts';
import { type Answer, send } from './exchange.ts';
import { freshKey, postsOf, UNKNOWN_CID } from './records.ts';

const { expectSame } = useBothServers();
const PNG = samplePng();
const LIMIT = 5_242_880;

interface UploadOptions {
  readonly type?: string | null;
  readonly token?: string | null;
}

function upload({ url, ada }: Peer, data: Uint8Array, { type = 'image/png', token = ada.access }: UploadOptions = {}) {
  const headers = {
    ...(type !== null && { 'content-type': type }),
    ...(token !== null && { authorization: `Bearer ${token}` }),
  };
  return send(`${url}/xrpc/com.atproto.repo.uploadBlob`, { method: 'POST', headers, body: Buffer.from(data) });
}

test.for<readonly [what: string, answer: string, scenario: Scenario]>([
  ['a picture', '200', (peer) => upload(peer, PNG)],
  ['a picture again', '200', async (peer) => (await upload(peer, PNG)) && upload(peer, PNG)],
  ['a picture as a text', '200', (peer) => upload(peer, PNG, { type: 'text/plain' })],
  ['a picture as anything', '200', (peer) => upload(peer, PNG, { type: '*/*' })],
  ['a picture as another type', '200', (peer) => upload(peer, PNG, { type: 'video/mp4' })],
  ['a text as a picture', '200', (peer) => upload(peer, Buffer.from('hello'))],
  ['a picture of no type', '400 InvalidRequest', (peer) => upload(peer, PNG, { type: null })],
  ['nothing', '200', (peer) => upload(peer, Buffer.alloc(0))],
  ['as much as the server takes', '200', (peer) => upload(peer, Buffer.alloc(LIMIT))],
  ['a byte too much', '413 PayloadTooLarge', (peer) => upload(peer, Buffer.alloc(LIMIT + 1))],
  ['a picture of nobody', '401 AuthMissing', (peer) => upload(peer, PNG, { token: null })],
  ['a picture with a malformed token', '500 InternalServerError', (peer) => upload(peer, PNG, { token: 'x.y.z' })],
  ['a picture with a token for renewal', '400 InvalidToken', (peer) => upload(peer, PNG, { token: peer.ada.refresh })],
  ['a query', '400 InvalidRequest', (peer) => query(peer, 'com.atproto.repo.uploadBlob', {}, peer.ada.access)],
])('an upload of %s: %s', ([, answer, scenario]) => expectSame(scenario, answer));

const blobOf = ({ body }: Answer) => (body as { readonly blob: Readonly<Record<string, unknown>> }).blob;

/** Publishes a post with a new picture. */
function post(change: (blob: Readonly<Record<string, unknown>>) => object, type = 'image/png'): Scenario {
  return async (peer) => {
    const image = change(blobOf(await upload(peer, PNG, { type })));
    return postsOf(peer).create({ text: 'a', embed: { $type: 'app.bsky.embed.images', images: [{ alt: '', image }] } });
  };
}

test.for<readonly [what: string, answer: string, scenario: Scenario]>([
  ['its picture', '200', post((blob) => blob)],
  ['its picture under another size', '200', post((blob) => ({ ...blob, size: 5 }))],
  ['its picture under another type', '200', post((blob) => ({ ...blob, mimeType: 'image/jpeg' }))],
  [
    'another picture',
    '400 BlobNotFound',
    post((blob) => ({ ...blob, ref: { $link: 'bafkreidlp6sdj6jkroakvmbntpy2clsj77foijheae5byt3iwz7d2k542a' } })),
  ],
  ['a record as picture', '400 InvalidRequest', post((blob) => ({ ...blob, ref: { $link: UNKNOWN_CID } }))],
  ['a picture of no id', '400 InvalidRequest', post((blob) => ({ ...blob, ref: { $link: 'x' } }))],
  ['a picture of no size', '400 InvalidRequest', post((blob) => ({ ...blob, size: undefined }))],
  [
    'a picture in the form of long ago',
    '400 InvalidRequest',
    post(() => ({ cid: UNKNOWN_CID, mimeType: 'image/png' })),
  ],
])('a post with %s: %s', ([, answer, scenario]) => expectSame(scenario, answer));

test.for<readonly [what: string, answer: string, scenario: Scenario]>([
  ['of a post', '200', (peer) => readBlobAfter(peer, { isPosted: true })],
  ['of no post', '400 InvalidRequest', (peer) => readBlobAfter(peer, { isPosted: false })],
  ['of nobody', '400 RepoNotFound', (peer) => readBlob(peer, UNKNOWN_CID, 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa')],
  ['of no id', '400 InvalidRequest', (peer) => readBlob(peer, 'x')],
])('reading a file %s: %s', ([, answer, scenario]) => expectSame(scenario, answer));

function readBlob(peer: Peer, cid: string, did: string = peer.ada.did) {
  return query(peer, 'com.atproto.sync.getBlob', { did, cid });
}

async function readBlobAfter(peer: Peer, { isPosted }: { isPosted: boolean }) {
  const image = blobOf(await upload(peer, Buffer.from(freshKey())));
  const { $link } = image['ref'] as { $link: string };
  const images = [{ alt: '', image }];
  if (isPosted) await postsOf(peer).create({ text: 'a', embed: { $type: 'app.bsky.embed.images', images } });
  return readBlob(peer, $link);
}
