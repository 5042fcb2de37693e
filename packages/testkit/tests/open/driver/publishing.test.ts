import { createHash, randomUUID } from 'node:crypto';
import { AtpAgent } from '@atproto/api';
import type { Checkpoint, OutgoingMedia, PublishContext } from '@social/platforms';
import { samplePng, uniqueText, useResource } from '@social/testkit';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BlueskyAccount, startBlueskyServer } from '../../../src/servers/bluesky-server.ts';
import { type Fate, startLosingProxy } from '../losing-proxy.ts';
import {
  type BlueskyDriver,
  blueskyNetwork,
  type Connection,
  connectByPassword,
  connectInBrowser,
  createDriver,
  kindOfError,
  postOf,
} from './connected-driver.ts';

const bluesky = useResource(() => startBlueskyServer({ isBehindProxy: true }));
let fates: readonly Fate['end'][] = [];
const nextFate = (): Fate => {
  const [end = 'passes', ...others] = fates;
  fates = others;
  return { end };
};
useResource(() => startLosingProxy(bluesky, nextFate));
let driver: BlueskyDriver;
let ada: BlueskyAccount;
let connection: Connection;

beforeAll(async () => {
  driver = createDriver(bluesky);
  ada = await bluesky.createAccount('ada');
  connection = await connectByPassword(driver, { server: bluesky, of: ada });
});
afterEach(() => {
  expect(fates).toEqual([]);
});

/** Makes a UUIDv7, whose time the key of the record gets. */
function newPublishId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** A publish that keeps its last checkpoint. */
function keptCall(publishId: string = newPublishId(), checkpoint: Checkpoint | null = null) {
  const kept = { checkpoint };
  const call: PublishContext = {
    publishId,
    checkpoint,
    saveCheckpoint: async (saved) => {
      kept.checkpoint = saved;
    },
  };
  return { call, kept };
}

async function recordsWith(text: string) {
  return (await bluesky.readPosts(ada.did)).filter(({ value }) => value.text === text);
}

const agent = () => new AtpAgent({ service: bluesky.url });

describe('the server of an account', () => {
  const search = () => ({ sandboxUrl: bluesky.url, plcUrl: bluesky.plcUrl, resolverUrl: bluesky.url });

  test('is found by name and by DID', async () => {
    for (const handle of [ada.handle, `@${ada.handle.toUpperCase()}`, ada.did]) {
      expect(await blueskyNetwork().findServer({ handle }, search())).toEqual({
        origin: bluesky.url,
        accountId: ada.did,
      });
    }
  });

  test('is found by its own name', async () => {
    const { host } = new URL(bluesky.url);
    expect(await blueskyNetwork().findServer({ host }, search())).toEqual({ origin: bluesky.url, accountId: null });
  });

  test.each(['nobody.test', 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa'])('is not found for %s', async (handle) => {
    await expect(blueskyNetwork().findServer({ handle }, search())).rejects.toMatchObject({
      ...{ kind: 'rejected', field: 'handle' },
    });
  });
});

describe('a post', () => {
  test('is one record at the network, as another client reads it', async () => {
    const eve = await bluesky.createAccount('eve');
    const text = uniqueText(`Grüße an @${eve.handle}, https://example.com/ #tag`);
    const { platformPostId } = await driver.publish(
      postOf(text, { settings: { langs: ['de'] } }),
      connection.account,
      {},
    );
    const [repo = '', collection = '', rkey = ''] = platformPostId.replace('at://', '').split('/');
    const { data } = await agent().com.atproto.repo.getRecord({ repo, collection, rkey });
    const features = (data.value['facets'] as { features: object[] }[]).flatMap((facet) => facet.features);
    expect(data.value).toMatchObject({ $type: 'app.bsky.feed.post', text, langs: ['de'] });
    expect(features).toEqual([
      { $type: 'app.bsky.richtext.facet#mention', did: eve.did },
      { $type: 'app.bsky.richtext.facet#link', uri: 'https://example.com/' },
      { $type: 'app.bsky.richtext.facet#tag', tag: 'tag' },
    ]);
  });

  test('has one record however often it is published with its checkpoint', async () => {
    const text = uniqueText('Once');
    const { call, kept } = keptCall();
    const first = await driver.publish(postOf(text), connection.account, call);
    const again = keptCall(call.publishId, kept.checkpoint);
    expect(await driver.publish(postOf(text), connection.account, again.call)).toEqual(first);
    expect(await recordsWith(text)).toHaveLength(1);
  });

  test('has one record where it is published again without its checkpoint', async () => {
    const text = uniqueText('Not twice');
    const publishId = newPublishId();
    await driver.publish(postOf(text), connection.account, { publishId });
    expect(await kindOfError(driver.publish(postOf(text), connection.account, { publishId }))).toBe('rejected');
    expect(await recordsWith(text)).toHaveLength(1);
  });

  test('is found where the answer was lost', async () => {
    const text = uniqueText('Lost answer');
    fates = ['loses its answer'];
    const { platformPostId } = await driver.publish(postOf(text), connection.account, keptCall().call);
    expect((await recordsWith(text)).map(({ uri }) => uri)).toEqual([platformPostId]);
  });

  test.each<readonly [what: string, fates: readonly Fate['end'][]]>([
    ['was cut', ['is cut']],
    ['was cut twice', ['is cut', 'is cut']],
    ['was cut, and whose second answer was lost', ['is cut', 'loses its answer']],
  ])('whose request %s is continued from its checkpoint', async (_what, ends) => {
    const text = uniqueText('Cut');
    const publishId = newPublishId();
    let checkpoint: Checkpoint | null = null;
    fates = ends;
    const cuts = ends.filter((end) => end === 'is cut').length;
    for (let attempt = 0; attempt < cuts; attempt += 1) {
      const { call, kept } = keptCall(publishId, checkpoint);
      expect(await kindOfError(driver.publish(postOf(text), connection.account, call))).toBe('outcome-unknown');
      expect(await recordsWith(text)).toEqual([]);
      checkpoint = kept.checkpoint;
    }
    const { platformPostId } = await driver.publish(
      postOf(text),
      connection.account,
      keptCall(publishId, checkpoint).call,
    );
    expect((await recordsWith(text)).map(({ uri }) => uri)).toEqual([platformPostId]);
  });

  test('with a picture whose request was cut is continued with the picture', async () => {
    const text = uniqueText('Cut picture');
    const publishId = newPublishId();
    const content = postOf(text, { media: [pictureOf(samplePng())] });
    fates = ['is cut'];
    const { call, kept } = keptCall(publishId);
    expect(await kindOfError(driver.publish(content, connection.account, call))).toBe('outcome-unknown');
    await driver.publish(content, connection.account, keptCall(publishId, kept.checkpoint).call);
    const embeds = (await recordsWith(text)).map(({ value }) => value['embed']);
    expect(embeds).toMatchObject([{ images: [{ alt: 'A sample', image: { mimeType: 'image/png' } }] }]);
  });

  test('is deleted, and may be deleted again', async () => {
    const text = uniqueText('Gone');
    const { platformPostId } = await driver.publish(postOf(text), connection.account, {});
    for (let times = 0; times < 2; times += 1) {
      await driver.actions.deletePost?.(platformPostId, connection.account, {});
      expect(await recordsWith(text)).toEqual([]);
    }
  });

  test('has its gates and labels, also where the answer was lost, and is deleted with them', async () => {
    const text = uniqueText('Gated');
    const { account } = await connectInBrowser(driver, ada);
    const { call, kept } = keptCall();
    fates = ['loses its answer'];
    const post = postOf(text, { settings: { replies: ['mentioned'], quotes: false, labels: ['nudity'] } });
    const { platformPostId: uri } = await driver.publish(post, account, call);
    expect(await driver.publish(post, account, keptCall(call.publishId, kept.checkpoint).call)).toMatchObject({
      platformPostId: uri,
    });
    const find = async (name: string) => {
      const ids = { repo: ada.did, collection: `app.bsky.feed.${name}`, rkey: uri.split('/').at(-1) ?? '' };
      return (
        await agent()
          .com.atproto.repo.getRecord(ids)
          .catch(() => null)
      )?.data.value;
    };
    expect(await Promise.all(['post', 'threadgate', 'postgate'].map(find))).toMatchObject([
      { text, labels: { values: [{ val: 'nudity' }] } },
      { post: uri, allow: [{ $type: 'app.bsky.feed.threadgate#mentionRule' }] },
      { post: uri, embeddingRules: [{ $type: 'app.bsky.feed.postgate#disableRule' }] },
    ]);
    expect(await driver.actions.deletePost?.(uri, account, {})).toBe('deleted');
    expect(await Promise.all(['post', 'threadgate', 'postgate'].map(find))).toEqual([undefined, undefined, undefined]);
    expect(await driver.actions.deletePost?.(uri, account, {})).toBe('gone');
  });

  test('is listed among the newest', async () => {
    const text = uniqueText('Listed');
    const { platformPostId, url } = await driver.publish(postOf(text), connection.account, {});
    const listed = await driver.listRecentPosts?.(connection.account, {});
    expect(listed).toContainEqual({ id: platformPostId, url, text, createdAt: expect.any(Date) });
  });

  test('that answers another is below it and its root', async () => {
    const publish = (text: string, replyTo?: string) =>
      driver.publish(postOf(text, replyTo === undefined ? {} : { replyTo }), connection.account, {});
    const texts = [1, 2, 3].map((part) => uniqueText(`Part ${part}`));
    let replyTo: string | undefined;
    for (const text of texts) replyTo = (await publish(text, replyTo)).platformPostId;
    const [first, second, third] = (await Promise.all(texts.map(recordsWith))).flat();
    const root = { uri: first?.uri, cid: first?.cid };
    expect([second?.value.reply, third?.value.reply]).toEqual([
      { root, parent: root },
      { root, parent: { uri: second?.uri, cid: second?.cid } },
    ]);
  });
});

function pictureOf(bytes: Buffer): OutgoingMedia {
  return {
    ...{ kind: 'image', contentType: 'image/png', bytes: bytes.length, fileName: 'a.png', publicUrl: null },
    ...{ alt: 'A sample', dimensions: { width: 1, height: 1 }, duration: null, isAnimated: false },
    sha256: createHash('sha256').update(bytes).digest('hex'),
    async *open(fromByte = 0) {
      yield bytes.subarray(fromByte);
    },
  };
}
