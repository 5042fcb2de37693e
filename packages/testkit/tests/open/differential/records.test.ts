import { test } from 'vitest';
import { type Peer, procedure, query, type Scenario, useBothServers } from './both-servers.ts';
import { send, textAt } from './exchange.ts';
import { CREATED_AT, createWrite, freshKey, POSTS, postsOf, UNKNOWN_CID } from './records.ts';

const { expectSame } = useBothServers();

test.for<readonly [what: string, answer: string, scenario: Scenario]>([
  ['is made', '200', (peer) => postsOf(peer).create({ text: 'a' })],
  ['is made at a chosen key', '200', (peer) => postsOf(peer).create({ text: 'a' }, { rkey: freshKey() })],
  ['is made for a handle', '200', (peer) => postsOf(peer).create({ text: 'a' }, { repo: peer.ada.handle })],
  ['is put', '200', (peer) => postsOf(peer).put(freshKey(), { text: 'a' })],
  ['is put where none may be', '200', (peer) => postsOf(peer).put(freshKey(), { text: 'a' }, { swapRecord: null })],
  ['is read', '200', (peer) => readNew(peer)],
  ['is read by its handle', '200', (peer) => readNew(peer, { repo: peer.ada.handle })],
  ['is read by another id', '400 RecordNotFound', (peer) => readNew(peer, { cid: UNKNOWN_CID })],
  ['that nobody has written is not read', '400 RecordNotFound', (peer) => postsOf(peer).read(freshKey())],
  [
    'without a key is not read',
    '400 InvalidRequest',
    ({ url, ada }) => send(`${url}/xrpc/com.atproto.repo.getRecord?repo=${ada.did}`),
  ],
  ['is put again', '200', (peer) => putTwice(peer, 'a')],
  ['is put again where none may be', '200', (peer) => putTwice(peer, 'a', { swapRecord: null })],
  ['is put otherwise', '200', (peer) => putTwice(peer, 'b')],
  ['is put otherwise where none may be', '400 InvalidSwap', (peer) => putTwice(peer, 'b', { swapRecord: null })],
  ['is put in the place of another', '400 InvalidSwap', (peer) => putTwice(peer, 'b', { swapRecord: UNKNOWN_CID })],
  [
    'is put where there should be one',
    '400 InvalidSwap',
    (peer) => postsOf(peer).put(freshKey(), { text: 'a' }, { swapRecord: UNKNOWN_CID }),
  ],
  [
    'is put in the place of no id',
    '400 InvalidRequest',
    (peer) => postsOf(peer).put(freshKey(), { text: 'a' }, { swapRecord: 'x' }),
  ],
  ['is made twice at a key', '500 InternalServerError', (peer) => createTwice(peer, 'a')],
  ['is made otherwise at a key', '500 InternalServerError', (peer) => createTwice(peer, 'b')],
  [
    'is made after a stale commit',
    '400 InvalidSwap',
    (peer) => postsOf(peer).create({ text: 'a' }, { swapCommit: UNKNOWN_CID }),
  ],
  [
    'is put after a stale commit',
    '400 InvalidSwap',
    (peer) => postsOf(peer).put(freshKey(), { text: 'a' }, { swapCommit: UNKNOWN_CID }),
  ],
])('a post %s: %s', ([, answer, scenario]) => expectSame(scenario, answer));

async function readNew(peer: Peer, more: Record<string, string> = {}) {
  const rkey = freshKey();
  await postsOf(peer).put(rkey, { text: 'a' });
  return postsOf(peer).read(rkey, more);
}

async function putTwice(peer: Peer, text: string, more: object = {}) {
  const rkey = freshKey();
  await postsOf(peer).put(rkey, { text: 'a' });
  return postsOf(peer).put(rkey, { text }, more);
}

async function createTwice(peer: Peer, text: string) {
  const rkey = freshKey();
  await postsOf(peer).create({ text: 'a' }, { rkey });
  return postsOf(peer).create({ text }, { rkey });
}

async function deleteNew(peer: Peer, { times = 1, more = {} }: { times?: number; more?: object } = {}) {
  const rkey = freshKey();
  await postsOf(peer).put(rkey, { text: 'a' });
  for (let left = times; left > 1; left -= 1) await postsOf(peer).remove(rkey, more);
  return { rkey, answer: await postsOf(peer).remove(rkey, more) };
}

test.for<readonly [what: string, answer: string, scenario: Scenario]>([
  ['is deleted', '200', async (peer) => (await deleteNew(peer)).answer],
  ['is deleted again', '200', async (peer) => (await deleteNew(peer, { times: 2 })).answer],
  [
    'is deleted in the place of another',
    '400 InvalidSwap',
    async (peer) => (await deleteNew(peer, { more: { swapRecord: UNKNOWN_CID } })).answer,
  ],
  [
    'is not read after it was deleted',
    '400 RecordNotFound',
    async (peer) => postsOf(peer).read((await deleteNew(peer)).rkey),
  ],
  [
    'comes back when it is put after it was deleted',
    '200',
    async (peer) => postsOf(peer).put((await deleteNew(peer)).rkey, { text: 'a' }, { swapRecord: null }),
  ],
  [
    'comes back when it is made after it was deleted',
    '200',
    async (peer) => postsOf(peer).create({ text: 'a' }, await deleteNew(peer)),
  ],
  ['without a key is not deleted', '400 InvalidRequest', (peer) => postsOf(peer).write('deleteRecord', {})],
])('a post %s: %s', ([, answer, scenario]) => expectSame(scenario, answer));

test.for<readonly [what: string, answer: string, scenario: Scenario]>([
  ['all', '200', listAfterTwo()],
  ['the first page', '200', listAfterTwo({ limit: '1' })],
  ['the oldest first', '200', listAfterTwo({ reverse: 'true' })],
  ['from a key on', '200', listAfterTwo({ cursor: '3mzzzzzzzzzz2' })],
  ['after the last', '200', listAfterTwo({ cursor: '2222222222222' })],
  ['none', '400 InvalidRequest', listAfterTwo({ limit: '0' })],
  ['too many at once', '400 InvalidRequest', listAfterTwo({ limit: '101' })],
  ['of a collection without records', '200', listAfterTwo({ collection: 'app.bsky.feed.repost' })],
  ['of a collection without a name', '400 InvalidRequest', listAfterTwo({ collection: 'x' })],
  ['of an unknown account', '400 InvalidRequest', listAfterTwo({ repo: 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa' })],
  ['of an unknown handle', '400 InvalidRequest', (peer) => postsOf(peer).list({ repo: peer.nobody })],
])('a list of posts, %s: %s', ([, answer, scenario]) => expectSame(scenario, answer));

function listAfterTwo(more: Record<string, string> = {}): Scenario {
  return async (peer) => {
    await postsOf(peer).create({ text: 'a' });
    await postsOf(peer).create({ text: 'b' });
    return postsOf(peer).list(more);
  };
}

const deletion = (rkey: string) => ({ $type: 'com.atproto.repo.applyWrites#delete', collection: POSTS, rkey });
const update = (rkey: string) => ({ ...createWrite('b', rkey), $type: 'com.atproto.repo.applyWrites#update' });

test.for<readonly [what: string, answer: string, scenario: Scenario]>([
  ['make two posts', '200', (peer) => postsOf(peer).apply(createWrite('a'), createWrite('b', freshKey()))],
  ['make a post twice', '500 InternalServerError', (peer) => makeTogether(peer, (rkey) => createWrite('b', rkey))],
  ['make and change a post', '200', (peer) => changeAfterwards(peer, update)],
  ['make and delete a post', '200', (peer) => changeAfterwards(peer, deletion)],
  ['change a post that is not there', '500 InternalServerError', (peer) => postsOf(peer).apply(update(freshKey()))],
  ['delete a post that is not there', '500 InternalServerError', (peer) => postsOf(peer).apply(deletion(freshKey()))],
  ['are 200', '200', (peer) => postsOf(peer).apply(...Array.from({ length: 200 }, () => createWrite('n')))],
  [
    'are 201',
    '400 InvalidRequest',
    (peer) => postsOf(peer).apply(...Array.from({ length: 201 }, () => createWrite('n'))),
  ],
  ['are missing', '200', (peer) => postsOf(peer).apply()],
  ['are of no kind', '400 InvalidRequest', (peer) => postsOf(peer).apply({ collection: POSTS })],
  [
    'hold a wrong post',
    '400 InvalidRequest',
    (peer) => postsOf(peer).apply(createWrite('a'), createWrite('x'.repeat(301))),
  ],
])('several writes that %s: %s', ([, answer, scenario]) => expectSame(scenario, answer));

function makeTogether(peer: Peer, second: (rkey: string) => object) {
  const rkey = freshKey();
  return postsOf(peer).apply(createWrite('a', rkey), second(rkey));
}

async function changeAfterwards(peer: Peer, second: (rkey: string) => object) {
  const rkey = freshKey();
  await postsOf(peer).apply(createWrite('a', rkey));
  return postsOf(peer).apply(second(rkey));
}

async function actOnNew(peer: Peer, collection: string, more: (subject: { uri: string; cid: string }) => object) {
  const post = await postsOf(peer).create({ text: 'a' });
  const record = { ...more({ uri: textAt(post, 'uri'), cid: textAt(post, 'cid') }), createdAt: CREATED_AT };
  return postsOf(peer).write('createRecord', { collection, record });
}

test.for<readonly [what: string, answer: string, scenario: Scenario]>([
  ['a like', '200', (peer) => actOnNew(peer, 'app.bsky.feed.like', (subject) => ({ subject }))],
  ['a like of a text', '400 InvalidRequest', (peer) => actOnNew(peer, 'app.bsky.feed.like', () => ({ subject: 'x' }))],
  ['a repost', '200', (peer) => actOnNew(peer, 'app.bsky.feed.repost', (subject) => ({ subject }))],
  ['a follow', '200', (peer) => actOnNew(peer, 'app.bsky.graph.follow', () => ({ subject: peer.eve.did }))],
  [
    'a follow of a handle',
    '400 InvalidRequest',
    (peer) => actOnNew(peer, 'app.bsky.graph.follow', () => ({ subject: peer.eve.handle })),
  ],
  [
    'a record of an unknown kind',
    '200',
    (peer) => postsOf(peer).write('createRecord', { collection: 'com.example.thing', record: { a: 1 } }),
  ],
  [
    'a record of an unknown kind that is to be checked',
    '400 InvalidRequest',
    (peer) =>
      postsOf(peer).write('createRecord', { collection: 'com.example.thing', record: { a: 1 }, validate: true }),
  ],
  ['a wrong post that is not to be checked', '200', (peer) => postsOf(peer).create({ text: 5 }, { validate: false })],
  [
    'a post by another account',
    '401 AuthenticationRequired',
    (peer) => postsOf(peer).create({ text: 'a' }, { repo: peer.eve.did }),
  ],
  ['a post by nobody', '403 AccountNotFound', (peer) => postsOf(peer).create({ text: 'a' }, { repo: peer.nobody })],
  ['a post by a word', '400 InvalidRequest', (peer) => postsOf(peer).create({ text: 'a' }, { repo: 'ada' })],
  [
    'a post without a token',
    '401 AuthMissing',
    (peer) => procedure(peer, 'com.atproto.repo.createRecord', { repo: peer.ada.did }),
  ],
  [
    'a post of an account that is not here',
    '502 UpstreamFailure',
    (peer) => postsOf(peer).read(freshKey(), { repo: peer.nobody }),
  ],
  ['the repository', '200', (peer) => query(peer, 'com.atproto.repo.describeRepo', { repo: peer.ada.did })],
])('%s: %s', ([, answer, scenario]) => expectSame(scenario, answer));
