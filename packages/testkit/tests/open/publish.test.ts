import { randomUUID } from 'node:crypto';
import { AtpAgent, RichText } from '@atproto/api';
import { samplePng, startFileServer, uniqueText, type Workspace } from '@social/testkit';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BlueskyAccount, BlueskyRecord } from '../../src/servers/bluesky-server.ts';
import { connectByPassword, useBlueskyStack } from './bluesky-stack.ts';

const { bluesky, stack } = useBlueskyStack();
let workspace: Workspace;
let ada: BlueskyAccount;

beforeAll(async () => {
  ada = await bluesky.createAccount('ada');
  workspace = await stack.createWorkspace({ connect: ['microblog', 'mastodon'] });
  await connectByPassword(bluesky, workspace, ada);
});

/** Publishes to Bluesky, and reads the posts back that this has made, the first one first. */
async function published(body: object): Promise<BlueskyRecord[]> {
  const before = new Set((await bluesky.readPosts(ada.did)).map(({ uri }) => uri));
  const answer = await workspace.publish({ platforms: ['bluesky'], ...body });
  expect(answer.body.platformResults?.bluesky).toMatchObject({ ok: true, state: 'published' });
  const records = (await bluesky.readPosts(ada.did)).filter(({ uri }) => !before.has(uri));
  return records.sort((one, other) => Date.parse(one.value.createdAt) - Date.parse(other.value.createdAt));
}

describe('a real Bluesky server', () => {
  test('gets one call beside two other networks, and names the post', async () => {
    const text = uniqueText('To three networks');
    const { status, body } = await workspace.publish({ text, platforms: ['microblog', 'bluesky', 'mastodon'] });
    expect(status).toBe(201);
    const [record] = await bluesky.readPosts(ada.did);
    expect(record?.value).toMatchObject({ $type: 'app.bsky.feed.post', text });
    const { uri } = record ?? expect.fail('there is no record');
    const ok = { ok: true, state: 'published' };
    expect(body.platformResults).toMatchObject({
      ...{ microblog: ok, mastodon: ok },
      bluesky: { ...ok, platformPostId: uri, url: expect.stringContaining(`/profile/${ada.did}/post/`) },
    });
  });

  test('shows links, mentions and tags as the network’s own library finds them', async () => {
    const eve = await bluesky.createAccount('eve');
    const text = `👋 @${eve.handle}, see https://example.com/a?b=c and example.org: #größe ${randomUUID()}`;
    const [record] = await published({ text });
    const rich = new RichText({ text });
    await rich.detectFacets(new AtpAgent({ service: bluesky.url }));
    const facets = rich.facets?.map(({ index, features: [{ ...feature } = {}] }) => ({
      $type: 'app.bsky.richtext.facet',
      index,
      features: [feature],
    }));
    expect(record?.value['facets']).toEqual(facets);
    expect(facets).toHaveLength(4);
  });

  test('gets pictures with their descriptions and shapes', async () => {
    const picture = samplePng();
    await using files = await startFileServer();
    const url = files.serve('/a.png', { headers: { 'content-type': 'image/png' }, body: picture });
    const media = ['A circle', 'The circle again'].map((alt) => ({ url, alt }));
    const [record] = await published({ text: uniqueText('Pictures'), media });
    const embed = record?.value['embed'] as { images: { image: { ref: { $link: string }; size: number } }[] };
    expect(embed).toMatchObject({
      $type: 'app.bsky.embed.images',
      images: [
        { alt: 'A circle', aspectRatio: { width: expect.any(Number), height: expect.any(Number) } },
        { alt: 'The circle again' },
      ],
    });
    const cid = embed.images[0]?.image.ref.$link ?? '';
    const { data } = await new AtpAgent({ service: bluesky.url }).com.atproto.sync.getBlob({ did: ada.did, cid });
    expect(Buffer.from(data)).toEqual(picture);
  });

  test('gets a card with the picture of the page that a post links to', async () => {
    await using site = await startFileServer();
    const picture = samplePng();
    site.serve('/card.png', { headers: { 'content-type': 'image/png' }, body: picture });
    const body = '<title>Version 1.4</title><meta property="og:image" content="card.png">';
    const uri = site.serve('/notes', { headers: { 'content-type': 'text/html' }, body });
    const [record] = await published({ text: `${uniqueText('Read')} ${uri}` });
    expect(record?.value['embed']).toMatchObject({
      $type: 'app.bsky.embed.external',
      external: { uri, title: 'Version 1.4', description: '', thumb: { size: picture.length } },
    });
  });

  test('gets a thread whose parts answer each other', async () => {
    const texts = [1, 2, 3].map((part) => uniqueText(`Part ${part}`));
    const [text, ...thread] = texts;
    const [first, second, third] = await published({ text, thread });
    expect([first, second, third].map((record) => record?.value.text)).toEqual(texts);
    const root = { uri: first?.uri, cid: first?.cid };
    expect([first?.value.reply, second?.value.reply, third?.value.reply]).toMatchObject([
      ...[undefined, { root, parent: root }],
      { root, parent: { uri: second?.uri, cid: second?.cid } },
    ]);
  });

  test('takes 300 letters as readers count them, and not one more', async () => {
    const family = '👨‍👩‍👧';
    const text = `${family.repeat(100)}${'x'.repeat(199)}${randomUUID().slice(0, 1)}`;
    const [record] = await published({ text });
    expect(record?.value.text).toBe(text);
    const { body } = await workspace.publish({ text: `${text}x`, platforms: ['bluesky'] });
    expect(body).toMatchObject({ code: 'invalid_request', error: expect.stringContaining('300') });
  });

  test('has one post after the same call, however often it is made', async () => {
    const before = (await bluesky.readPosts(ada.did)).length;
    const key = { 'idempotency-key': randomUUID() };
    const post = { text: uniqueText('Once'), platforms: ['bluesky'] };
    const answers = await Promise.all([1, 2, 3].map(() => workspace.publish(post, key)));
    expect(answers.some(({ status }) => status === 201)).toBe(true);
    expect((await workspace.publish(post, key)).status).toBe(201);
    expect((await bluesky.readPosts(ada.did)).length).toBe(before + 1);
  });
});

test('has three posts after three writes without a key, which is how most programs publish', async () => {
  const eve = await bluesky.createAccount('eve-three-times');
  const agent = new AtpAgent({ service: bluesky.url });
  await agent.login({ identifier: eve.handle, password: eve.password });
  const record = { text: 'The same post', createdAt: new Date().toISOString() };
  for (let time = 0; time < 3; time += 1) await agent.post(record);
  expect((await bluesky.readPosts(eve.did)).map(({ value }) => value.text)).toEqual(Array(3).fill(record.text));
});

describe('an app password', () => {
  test.each([
    ['of nobody', 'abcd-efgh-ijkl-mnop', /does not belong to this account/],
    ['that is the password of the account', null, /not an app password/],
    ['of another form', 'hello', /not an app password/],
  ])('%s is refused, and nothing is connected', async (_what, appPassword, reason) => {
    const other = await bluesky.createAccount(`other-${randomUUID().slice(0, 8)}`);
    const of = await stack.createWorkspace();
    const body = { handle: other.handle, appPassword: appPassword ?? other.password };
    const answer = await of.api('POST', '/api/connect/bluesky/token', { body });
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { code: 'invalid_request', details: { field: 'appPassword' }, error: expect.stringMatching(reason) },
    ]);
    expect(answer.text).not.toContain(other.password);
    expect((await of.connections()).bluesky.connected).toBe(false);
  });
});
