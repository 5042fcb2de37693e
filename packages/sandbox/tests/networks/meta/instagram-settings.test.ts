import { expect } from 'vitest';
import { sandboxSeed } from '../../../src/index.ts';
import { hostMedia, jpeg, mp4 } from '../../support/media.ts';
import { call, test, textAt } from '../../support/sandbox.ts';
import { bearer, errorOf, signInToFacebook, signInToInstagram } from './sign-in.ts';

const igId = sandboxSeed.instagram.accounts.sandbox_owner;

test('Instagram refuses settings that a container does not take', async ({ sandbox }) => {
  const { token } = await signInToInstagram(sandbox);
  const { pageToken } = await signInToFacebook(sandbox);
  const base = await hostMedia({ 'a.jpg': jpeg(600, 600), 'a.mp4': mp4(2000) });
  const image = { image_url: `${base}/a.jpg` };
  const reel = { media_type: 'REELS', video_url: `${base}/a.mp4` };
  const story = { media_type: 'STORIES', ...image };
  const item = { is_carousel_item: true, ...image };
  const create = (fields: object, at = 'instagram', own = token) =>
    call(`${sandbox.url}/${at}/v25.0/${igId}/media`, bearer(own, fields));
  const tag = { username: 'acme', x: 0.5, y: 1 };
  const refused: readonly (readonly [object, code: number, subcode?: number])[] = [
    [{ ...image, share_to_feed: true }, 100],
    [{ ...image, thumb_offset: 5 }, 100],
    [{ ...reel, thumb_offset: -1 }, 1, 2_207_057],
    [{ ...image, collaborators: ['a', 'b', 'c', 'd'] }, 100],
    [{ ...image, location_id: '0' }, 100],
    [{ ...image, user_tags: [{ username: 'acme' }] }, 100],
    [{ ...image, user_tags: [{ ...tag, x: 1.5 }] }, 100],
    [{ ...image, user_tags: Array.from({ length: 21 }, () => tag) }, 100, 2_207_040],
    [{ ...image, is_paid_partnership: true }, 100],
    [{ ...item, is_ai_generated: true }, 100],
    [{ ...item, collaborators: ['ada'] }, 100],
    [{ ...story, collaborators: ['ada'] }, 100],
    [{ ...story, user_tags: [tag] }, 100],
    [{ ...story, is_carousel_item: true }, 100, 2_207_023],
  ];
  for (const [fields, code, subcode] of refused) {
    expect([fields, ...errorOf(await create(fields))]).toEqual([fields, 400, code, subcode]);
  }
  for (const fields of [{ ...item, user_tags: [tag] }, { ...reel, user_tags: [{ username: 'acme' }] }, story]) {
    expect((await create(fields)).status).toBe(200);
  }
  expect((await create({ ...image, is_paid_partnership: true }, 'facebook', pageToken)).status).toBe(200);
});

test('Instagram cannot process a story of more than a minute, or a cover behind the end', async ({ sandbox }) => {
  const { token } = await signInToInstagram(sandbox);
  const videos = { 'long.mp4': mp4(2000, { seconds: 61 }), 'short.mp4': mp4(2000, { seconds: 10 }) };
  const base = await hostMedia(videos);
  const [long, short] = [`${base}/long.mp4`, `${base}/short.mp4`];
  const cases = [
    [{ media_type: 'STORIES', video_url: long }, 'ERROR', '2207026'],
    [{ media_type: 'STORIES', video_url: short }, 'FINISHED', 'Finished'],
    [{ media_type: 'REELS', video_url: long }, 'FINISHED', 'Finished'],
    [{ media_type: 'REELS', video_url: short, thumb_offset: 10_000 }, 'ERROR', '2207057'],
  ] as const;
  for (const [fields, word, detail] of cases) {
    const { body } = await call(`${sandbox.url}/instagram/v25.0/${igId}/media`, bearer(token, fields));
    const status = () =>
      call(`${sandbox.url}/instagram/v25.0/${textAt(body, 'id')}?fields=status_code,status`, bearer(token));
    await status();
    await status();
    expect((await status()).body).toMatchObject({ status_code: word, status: expect.stringContaining(detail) });
  }
});

test('Instagram shows a story at its own address, without a text', async ({ sandbox }) => {
  const { token } = await signInToInstagram(sandbox);
  const graph = `${sandbox.url}/instagram/v25.0`;
  const base = await hostMedia({ 'a.jpg': jpeg(1080, 1920) });
  const fields = { media_type: 'STORIES', image_url: `${base}/a.jpg`, caption: 'lost' };
  const { body } = await call(`${graph}/${igId}/media`, bearer(token, fields));
  const published = await call(`${graph}/${igId}/media_publish`, bearer(token, { creation_id: textAt(body, 'id') }));
  const id = textAt(published.body, 'id');
  const shown = await call(`${graph}/${id}?fields=permalink,media_product_type,caption`, bearer(token));
  const permalink = `${sandbox.url}/instagram/stories/sandbox_owner/${id}`;
  expect(shown.body).toEqual({ id, permalink, media_product_type: 'STORY', caption: '' });
  expect((await fetch(permalink)).status).toBe(200);
  expect(await sandbox.posts()).toMatchObject([{ url: permalink, settings: { media_type: 'STORIES' } }]);
});
