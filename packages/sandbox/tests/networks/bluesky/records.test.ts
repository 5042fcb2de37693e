import { expect } from 'vitest';
import { call, open, test, textAt } from '../../support/sandbox.ts';
import { ask, createdAt, friend, owner, postCollection, refusalOf, run, signInToBluesky } from './sign-in.ts';

const key = '3mabcdefghij2';
const uri = `at://${owner}/${postCollection}/${key}`;
const strangeRecord = {
  ...{ text: 'x', createdAt },
  extra: {
    l: { $link: 'bafyreicsol76rwie2lqlut2hkhvcv3foovcflyw73xuzncdq5tinyqqb4e' },
    ...{ b: { $bytes: 'YWJj' }, n: null, i: -12345678901, t: true, a: [1, [2]] },
  },
};
const tagged = {
  ...{ $type: postCollection, text: 'Grüße 👨‍👩‍👧‍👦 #a', createdAt, langs: ['de'] },
  facets: [{ index: { byteStart: 34, byteEnd: 36 }, features: [{ $type: 'app.bsky.richtext.facet#tag', tag: 'a' }] }],
};

// The ids come from version 0.5.35 of the reference server.
test.each([
  ['a short post', { text: 'hello', createdAt }, 'bafyreietfwosu5d24i6edalomxtnqkessnl7iazjdc2vw5gdgcix6jzi7a'],
  ['a post with facets', tagged, 'bafyreiezcbqpj2u63c5mggfbuv3koesb3a5xc64r6dbbeaulk5mn5zdbme'],
  ['half a character', { text: '\ud800', createdAt }, 'bafyreicqi5vgkoppvnamheenksjupiki7gwwn3oeojqdvkbfl6j3cvf5qq'],
  ['links, bytes and numbers', strangeRecord, 'bafyreidygxejeewdiytzgqybrqhi6ki7h2g4z6ypwwzk7lrpwgyoujahym'],
])('the id of %s is that of the reference server', async (_name, record, cid) => {
  const { post } = await signInToBluesky(await open());
  expect((await post(record)).body).toMatchObject({ cid, validationStatus: 'valid' });
});

test('creating a key again is an internal error and changes nothing', async ({ sandbox }) => {
  const { post, read } = await signInToBluesky(sandbox);
  expect((await post({ text: 'a' }, { rkey: key })).body).toMatchObject({ uri, commit: { rev: expect.any(String) } });
  for (const text of ['a', 'b']) {
    const again = await post({ text }, { rkey: key });
    expect(refusalOf(again)).toEqual([500, 'InternalServerError', 'Internal Server Error']);
  }
  expect((await read(key)).body).toMatchObject({ uri, value: { text: 'a' } });
  expect(await sandbox.posts('bluesky')).toMatchObject([{ id: uri, text: 'a' }]);
});

test('five creations of a key at once make one post', async ({ sandbox }) => {
  const { post, put } = await signInToBluesky(sandbox);
  const created = await Promise.all([1, 2, 3, 4, 5].map(() => post({ text: 'a' }, { rkey: key })));
  expect(created.map(({ status }) => status).sort()).toEqual([200, 500, 500, 500, 500]);
  const other = '3mabcdefghik2';
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => put(other, { text: 'b' }, { swapRecord: null })));
  expect(answers.map(({ body }) => 'commit' in (body as object)).sort()).toEqual([false, false, false, false, true]);
  expect(await sandbox.posts('bluesky')).toHaveLength(2);
});

test('putting the same record again answers alike without a commit, even when none is expected there', async ({
  sandbox,
}) => {
  const { put } = await signInToBluesky(sandbox);
  const first = await put(key, { text: 'a' }, { swapRecord: null });
  const cid = textAt(first.body, 'cid');
  for (const more of [{}, { swapRecord: null }]) {
    expect((await put(key, { text: 'a' }, more)).body).toEqual({ uri, cid, validationStatus: 'valid' });
  }
  const other = await put(key, { text: 'b' }, { swapRecord: null });
  expect(refusalOf(other)).toEqual([400, 'InvalidSwap', `Record was at ${cid}`]);
  expect(await sandbox.posts('bluesky')).toHaveLength(1);
});

test('putting another record overwrites it, and the former version counts as deleted', async ({ sandbox }) => {
  const { put, read } = await signInToBluesky(sandbox);
  const cid = textAt((await put(key, { text: 'a' })).body, 'cid');
  const wrong = 'bafyreicsol76rwie2lqlut2hkhvcv3foovcflyw73xuzncdq5tinyqqb4e';
  expect(refusalOf(await put(key, { text: 'b' }, { swapRecord: wrong }))[1]).toBe('InvalidSwap');
  expect((await put(key, { text: 'b' }, { swapRecord: cid })).status).toBe(200);
  expect((await read(key)).body).toMatchObject({ value: { text: 'b' } });
  expect(await sandbox.posts('bluesky')).toMatchObject([
    { id: uri, text: 'a', deletedAt: expect.any(String) },
    { id: uri, text: 'b', deletedAt: null },
  ]);
});

test('deleting twice succeeds, and putting it once more brings the post back', async ({ sandbox }) => {
  const { put, write, read } = await signInToBluesky(sandbox);
  const cid = textAt((await put(key, { text: 'a' }, { swapRecord: null })).body, 'cid');
  const changed = await put(key, { text: 'b' });
  const refused = await write('deleteRecord', { rkey: key, swapRecord: cid });
  expect(refusalOf(refused)).toEqual([400, 'InvalidSwap', `Record was at ${textAt(changed.body, 'cid')}`]);
  expect((await write('deleteRecord', { rkey: key })).body).toHaveProperty('commit.rev');
  expect((await write('deleteRecord', { rkey: key })).body).toEqual({});
  expect(refusalOf(await read(key))).toEqual([400, 'RecordNotFound', `Could not locate record: ${uri}`]);
  expect((await put(key, { text: 'b' }, { swapRecord: null })).status).toBe(200);
  expect((await sandbox.posts('bluesky')).filter(({ deletedAt }) => deletedAt === null)).toHaveLength(1);
});

test('a stale commit is refused', async ({ sandbox }) => {
  const { post } = await signInToBluesky(sandbox);
  const commit = textAt((await post({ text: 'a' })).body, 'commit', 'cid');
  const newest = textAt((await post({ text: 'b' }, { swapCommit: commit })).body, 'commit', 'cid');
  const stale = await post({ text: 'c' }, { swapCommit: commit });
  expect(refusalOf(stale)).toEqual([400, 'InvalidSwap', `Commit was at ${newest}`]);
});

test('several changes happen together or not at all', async ({ sandbox }) => {
  const { access } = await signInToBluesky(sandbox);
  const apply = (writes: readonly object[]) =>
    run(sandbox, 'com.atproto.repo.applyWrites', { repo: owner, writes }, access);
  const create = (text: string, rkey?: string) => ({
    $type: 'com.atproto.repo.applyWrites#create',
    ...{ collection: postCollection, rkey, value: { text, createdAt } },
  });
  const made = await apply([create('a', key), create('b')]);
  expect(made.body).toMatchObject({
    commit: { cid: expect.any(String) },
    results: [{ uri, $type: 'com.atproto.repo.applyWrites#createResult' }, { validationStatus: 'valid' }],
  });
  expect((await apply([create('c'), create('d', key)])).status).toBe(500);
  expect((await apply([create('c'), create('d', '3mabcdefghik2'), create('e', '3mabcdefghik2')])).status).toBe(500);
  expect(refusalOf(await apply(Array.from({ length: 201 }, () => create('n'))))[2]).toBe('Too many writes. Max: 200');
  expect(await sandbox.posts('bluesky')).toHaveLength(2);
  const gone = { $type: 'com.atproto.repo.applyWrites#delete', collection: postCollection, rkey: key };
  expect((await apply([gone])).body).toMatchObject({
    results: [{ $type: 'com.atproto.repo.applyWrites#deleteResult' }],
  });
  expect((await apply([gone])).status).toBe(500);
});

test('a second like of a post replaces the first', async ({ sandbox }) => {
  const { access, post } = await signInToBluesky(sandbox);
  const { body } = await post({ text: 'a' });
  const subject = { uri: textAt(body, 'uri'), cid: textAt(body, 'cid') };
  const collection = 'app.bsky.feed.like';
  const like = () =>
    run(sandbox, 'com.atproto.repo.createRecord', { repo: owner, collection, record: { subject, createdAt } }, access);
  const [, second] = [await like(), await like()];
  const listed = await ask(sandbox, 'com.atproto.repo.listRecords', { repo: owner, collection });
  expect(listed.body).toMatchObject({ records: [{ uri: textAt(second.body, 'uri') }] });
  expect((listed.body as { records: unknown[] }).records).toHaveLength(1);
  expect((await sandbox.requests('bluesky')).map(({ operation }) => operation)).toEqual([
    ...['token', 'publish', 'action', 'action', 'read'],
  ]);
});

test('another account cannot be written to', async ({ sandbox }) => {
  const { write } = await signInToBluesky(sandbox);
  const record = { text: 'a', createdAt };
  const other = await write('createRecord', { repo: friend, record });
  expect(refusalOf(other)).toEqual([401, 'AuthenticationRequired', 'Authentication Required']);
  const unknown = await write('createRecord', { repo: 'nobody.bsky.test', record });
  expect(refusalOf(unknown)).toEqual([403, 'AccountNotFound', 'Account not found']);
  expect((await write('createRecord', { repo: 'sandbox-owner.bsky.test', record })).status).toBe(200);
});

test('records are listed by key, the greatest first, page by page', async ({ sandbox }) => {
  const { post } = await signInToBluesky(sandbox);
  for (const [text, rkey] of Object.entries({ b: '3nbbbbbbbbbb2', c: '3ncccccccccc2', a: '3naaaaaaaaaa2' })) {
    await post({ text }, { rkey });
  }
  const page = async (query: Record<string, string>) => {
    const { body } = await ask(sandbox, 'com.atproto.repo.listRecords', {
      ...{ repo: owner, collection: postCollection, limit: '2', ...query },
    });
    const { records, cursor } = body as { records: { value: { text: string } }[]; cursor?: string };
    return { texts: records.map(({ value }) => value.text).join(''), cursor };
  };
  const first = await page({});
  expect(first).toEqual({ texts: 'cb', cursor: '3nbbbbbbbbbb2' });
  expect((await page({ cursor: first.cursor ?? '' })).texts).toMatch(/^a/);
  expect((await page({ reverse: 'true', cursor: '3naaaaaaaaaa2' })).texts).toBe('bc');
});

test('pages show posts with the links that facets mark, cards, and replies', async ({ sandbox }) => {
  const { post } = await signInToBluesky(sandbox);
  const facet = (byteStart: number, byteEnd: number, feature: object) => ({
    index: { byteStart, byteEnd },
    features: [feature],
  });
  const first = await post({
    text: 'Grüße: hier entlang, https://not.linked.example',
    facets: [
      facet(9, 13, { $type: 'app.bsky.richtext.facet#link', uri: 'https://linked.example/a?b=1' }),
      facet(14, 999, { $type: 'app.bsky.richtext.facet#link', uri: 'https://beyond.example' }),
      facet(3, 5, { $type: 'app.bsky.richtext.facet#link', uri: 'https://inside-a-character.example' }),
    ],
    embed: {
      $type: 'app.bsky.embed.external',
      external: { uri: 'https://card.example', title: 'A card', description: 'What it is about' },
    },
  });
  const root = { uri: textAt(first.body, 'uri'), cid: textAt(first.body, 'cid') };
  await post({ text: 'a reply', reply: { root, parent: root } });
  const { text } = await call(`${sandbox.url}/?network=bluesky`);
  expect(text).toContain('<a href="https://linked.example/a?b=1" rel="nofollow noopener noreferrer">hier</a>');
  expect(text).toContain('A card');
  expect(text).toContain('What it is about');
  expect(text).toContain('in reply to @sandbox_owner');
  expect(text).not.toMatch(/href="https:\/\/(?:not\.linked|beyond|inside-a-character)/);
  const [{ url } = { url: '' }] = await sandbox.posts('bluesky');
  expect(url).toContain('/bluesky/profile/sandbox-owner.bsky.test/post/');
  expect((await call(url)).text).toContain('A card');
});

test('a threadgate of the author hides replies', async ({ sandbox }) => {
  const { access, post } = await signInToBluesky(sandbox);
  const { body } = await post({ text: 'a' });
  const root = { uri: textAt(body, 'uri'), cid: textAt(body, 'cid') };
  const reply = await post({ text: 'hide me', reply: { root, parent: root } });
  const gate = { post: root.uri, createdAt, hiddenReplies: [textAt(reply.body, 'uri')] };
  const collection = 'app.bsky.feed.threadgate';
  const rkey = root.uri.split('/').at(-1);
  await run(sandbox, 'com.atproto.repo.putRecord', { repo: owner, collection, rkey, record: gate }, access);
  expect((await call(`${sandbox.url}/?network=bluesky`)).text).toContain('<span class="mark hidden">hidden</span>');
});
