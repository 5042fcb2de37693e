import sdk from 'facebook-nodejs-business-sdk';
import { expect } from 'vitest';
import { type Sandbox, sandboxSeed } from '../../../src/index.ts';
import { hashOf, hostMedia, jpeg, mp4, png } from '../../support/media.ts';
import { test } from '../../support/sandbox.ts';
import { signInToFacebook } from './sign-in.ts';

const pageId = sandboxSeed.facebook.accounts.sandbox_owner;
const instagramId = sandboxSeed.instagram.accounts.sandbox_owner;

/** Points Facebook's own SDK at the sandbox, without its crash reporter. */
function use(sandbox: Sandbox, token: string): void {
  for (const name of ['GRAPH', 'GRAPH_VIDEO']) {
    Object.defineProperty(sdk.FacebookAdsApi, name, { get: () => `${sandbox.url}/facebook`, configurable: true });
  }
  sdk.FacebookAdsApi.init(token, 'en_US', false);
}

test('the SDK of Facebook lists pages one after the other', async ({ sandbox }) => {
  for (const username of ['page_two', 'page_three']) {
    await sandbox.addAccount({ network: 'facebook', username, name: username, type: 'page' });
  }
  const { userToken } = await signInToFacebook(sandbox);
  use(sandbox, userToken);
  let pages = await new sdk.User('me').getAccounts(['id', 'name', 'access_token', 'tasks'], { limit: 1 });
  const names = pages.map(({ _data }) => _data['name']);
  while (pages.hasNext()) {
    pages = await pages.next();
    names.push(...pages.map(({ _data }) => _data['name']));
  }
  expect(names).toEqual(['Sandbox Owner', 'page_two', 'page_three']);
});

test('the SDK of Facebook publishes texts, photos and videos, and deletes', async ({ sandbox }) => {
  const base = await hostMedia({ 'a.png': png, 'clip.mp4': mp4(5000) });
  const { pageToken } = await signInToFacebook(sandbox);
  use(sandbox, pageToken);
  const page = new sdk.Page(pageId);
  const feed = await page.createFeed(['id', 'permalink_url'], {
    message: 'from the SDK',
    link: 'https://example.com/',
  });
  expect(feed.id).toMatch(new RegExp(`^${pageId}_\\d+$`));
  const photo = await page.createPhoto([], { url: `${base}/a.png`, caption: 'a photo' });
  expect(photo._data['post_id']).toMatch(/^\d+_\d+$/);
  const kept = await page.createPhoto([], { url: `${base}/a.png`, published: false });
  const several = await page.createFeed([], { message: 'several', attached_media: [{ media_fbid: kept.id }] });
  const video = await page.createVideo([], { file_url: `${base}/clip.mp4`, description: 'a video' });
  const words: unknown[] = [];
  for (let look = 0; look < 3; look += 1) {
    const { _data } = await new sdk.AdVideo(video.id).read(['status']);
    words.push((_data['status'] as Record<string, unknown>)['video_status']);
  }
  expect(words).toEqual(['processing', 'processing', 'ready']);
  await new sdk.PagePost(several.id).delete([]);
  expect(await sandbox.posts('facebook')).toMatchObject([
    { id: feed.id, text: 'from the SDK', card: { url: 'https://example.com/' } },
    { text: 'a photo', media: [{ type: 'image/png', sha256: hashOf(png) }] },
    { id: several.id, media: [{ type: 'image/png', sha256: hashOf(png) }], deletedAt: expect.any(String) },
    { id: video.id, text: 'a video', media: [{ type: 'video/mp4', sha256: hashOf(mp4(5000)) }] },
  ]);
});

test('the SDK of Facebook reads errors as the network words them', async ({ sandbox }) => {
  use(sandbox, 'not a token');
  await expect(new sdk.Page(pageId).createFeed([], { message: 'no' })).rejects.toMatchObject({
    status: 400,
    response: { code: 190, type: 'OAuthException' },
  });
});

test('the SDK of Facebook publishes to Instagram: an image, and a carousel with its children in a list', async ({
  sandbox,
}) => {
  const base = await hostMedia({ 'a.jpg': jpeg(100, 100), 'b.jpg': jpeg(100, 90), 'clip.mp4': mp4(5000) });
  const { userToken } = await signInToFacebook(sandbox);
  use(sandbox, userToken);
  const user = new sdk.IGUser(instagramId);
  const single = await user.createMedia([], { image_url: `${base}/a.jpg`, caption: 'one', alt_text: 'grey' });
  const published = await user.createMediaPublish([], { creation_id: single.id });
  const children = [
    (await user.createMedia([], { image_url: `${base}/b.jpg`, is_carousel_item: true })).id,
    (await user.createMedia([], { media_type: 'VIDEO', video_url: `${base}/clip.mp4`, is_carousel_item: true })).id,
  ];
  const carousel = await user.createMedia([], { media_type: 'CAROUSEL', children, caption: 'two' });
  await expect(user.createMediaPublish([], { creation_id: carousel.id })).rejects.toMatchObject({
    response: { code: 9007, error_subcode: 2_207_027 },
  });
  const words: unknown[] = [];
  for (let look = 0; look < 3; look += 1) {
    words.push((await new sdk.IGMedia(carousel.id).get(['status_code']))._data['status_code']);
  }
  expect(words).toEqual(['IN_PROGRESS', 'IN_PROGRESS', 'FINISHED']);
  await user.createMediaPublish([], { creation_id: carousel.id });
  const [limit] = await user.getContentPublishingLimit(['quota_usage', 'config']);
  expect(limit?._data).toMatchObject({ config: { quota_total: 50, quota_duration: 86_400 } });
  const fields = ['permalink', 'media_type', 'media_product_type', 'media_url', 'alt_text'];
  const { _data } = await new sdk.IGMedia(published.id).get(fields);
  expect(_data).toMatchObject({ media_type: 'IMAGE', media_product_type: 'FEED', alt_text: 'grey' });
  expect((await fetch(String(_data['permalink']))).status).toBe(200);
  const picture = await fetch(String(_data['media_url']));
  expect(hashOf(Buffer.from(await picture.arrayBuffer()))).toBe(hashOf(jpeg(100, 100)));
  expect(await sandbox.posts('instagram')).toMatchObject([
    { id: published.id, text: 'one', media: [{ type: 'image/jpeg', sha256: hashOf(jpeg(100, 100)) }] },
    { text: 'two', media: [{ sha256: hashOf(jpeg(100, 90)) }, { sha256: hashOf(mp4(5000)) }] },
  ]);
});
