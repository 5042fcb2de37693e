import { expect } from 'vitest';
import { type Sandbox, sandboxSeed } from '../../../src/index.ts';
import { hashOf, hostMedia, mp4, png } from '../../support/media.ts';
import { call, formOf, test, textAt } from '../../support/sandbox.ts';
import { bearer, errorOf, signInToFacebook } from './sign-in.ts';

const pageId = sandboxSeed.facebook.accounts.sandbox_owner;
const edges = ['video_reels', 'video_stories'] as const;

/** Calls a connection of the page, and starts an upload there. */
async function uploader(sandbox: Sandbox, edge: string) {
  const { pageToken, userToken } = await signInToFacebook(sandbox);
  const graph = `${sandbox.url}/facebook/v25.0`;
  const post = (fields: object) => call(`${graph}/${pageId}/${edge}`, bearer(pageToken, fields));
  const start = await post({ upload_phase: 'start' });
  const videoId = textAt(start.body, 'video_id');
  const send = (headers: Record<string, string>, body?: Buffer, token = pageToken) =>
    call(textAt(start.body, 'upload_url'), {
      ...{ method: 'POST', headers: { authorization: `OAuth ${token}`, ...headers } },
      ...(body && { body: new Uint8Array(body) }),
    });
  const status = () => call(`${graph}/${videoId}?fields=status,published`, bearer(pageToken));
  const published = { upload_phase: 'finish', video_id: videoId, video_state: 'PUBLISHED' };
  return { post, send, status, videoId, userToken, finish: published };
}

test('a page publishes a reel and a story in three phases', async ({ sandbox }) => {
  for (const edge of edges) {
    const { post, send, status, finish, videoId } = await uploader(sandbox, edge);
    const video = mp4(5000);
    expect((await status()).body).toMatchObject({ published: false, status: { video_status: 'uploading' } });
    expect((await send({ offset: '0', file_size: '5000' }, video)).body).toEqual({ success: true });
    expect((await status()).body).toMatchObject({
      published: false,
      status: { video_status: 'upload_complete', publishing_phase: { status: 'not_started' } },
    });
    const { body } = await post({ ...finish, description: 'A tour' });
    const isReel = edge === 'video_reels';
    const id = isReel ? videoId : textAt(body, 'post_id');
    expect(body).toEqual(isReel ? { success: true } : { success: true, post_id: id });
    expect(errorOf(await post(finish))).toEqual([400, 6001, 1_363_041]);
    expect((await sandbox.posts('facebook')).at(-1)).toMatchObject({
      ...{ id, text: isReel ? 'A tour' : '', media: [{ sha256: hashOf(video) }], settings: { edge } },
    });
    expect((await status()).body).toMatchObject({ published: true });
  }
});

test('Facebook takes whole files of the page for reels, also by their address', async ({ sandbox }) => {
  const { post, send, finish, userToken } = await uploader(sandbox, 'video_reels');
  const video = mp4(5000);
  expect(errorOf(await post(finish))).toEqual([400, 6001, 1_363_033]);
  for (const headers of [{ file_size: '5000' }, { offset: '10', file_size: '5000' }, { offset: '0', file_size: '9' }]) {
    expect((await send(headers as Record<string, string>, video)).body).toMatchObject({
      debug_info: { retriable: false, type: 'ProcessingFailedError' },
    });
  }
  expect((await send({ offset: '0', file_size: '5000' }, video, userToken)).status).toBe(403);
  const file_url = `${await hostMedia({ 'a.mp4': video })}/a.mp4`;
  expect((await send({ file_url })).body).toEqual({ success: true });
  expect(errorOf(await post({ ...finish, video_state: 'SCHEDULED' }))).toEqual([400, 100, undefined]);
  expect(errorOf(await post({ upload_phase: 'transfer' }))).toEqual([400, 100, undefined]);
  expect((await post(finish)).status).toBe(200);
});

test('Facebook cannot process long stories, and reels that are long, wide or small', async ({ sandbox }) => {
  const cases = [
    ['video_reels', mp4(5000, { seconds: 91 }), 'error'],
    ['video_reels', mp4(5000, { seconds: 90 }), 'ready'],
    ['video_reels', mp4(5000, { width: 1280, height: 720 }), 'error'],
    ['video_reels', mp4(5000, { width: 360, height: 640 }), 'error'],
    ['video_stories', mp4(5000, { seconds: 61 }), 'error'],
    ['video_stories', mp4(5000, { width: 1280, height: 720 }), 'ready'],
  ] as const;
  for (const [edge, video, word] of cases) {
    const { post, send, status, finish } = await uploader(sandbox, edge);
    await send({ offset: '0', file_size: '5000' }, video);
    await post(finish);
    await status();
    await status();
    expect((await status()).body).toMatchObject({ status: { video_status: word } });
  }
  expect(await sandbox.posts('facebook')).toHaveLength(2);
});

test('a page publishes an uploaded photo as a story once', async ({ sandbox }) => {
  const { pageToken } = await signInToFacebook(sandbox);
  const graph = `${sandbox.url}/facebook/v25.0/${pageId}`;
  const headers = { authorization: `Bearer ${pageToken}` };
  const form = formOf({ published: 'false', source: png });
  const photo = await call(`${graph}/photos`, { method: 'POST', headers, body: form });
  const story = () => call(`${graph}/photo_stories`, bearer(pageToken, { photo_id: textAt(photo.body, 'id') }));
  const { body } = await story();
  expect(body).toEqual({ success: true, post_id: expect.stringMatching(new RegExp(`^${pageId}_`)) });
  expect(errorOf(await story())).toEqual([400, 100, 1_366_051]);
  expect(await sandbox.posts('facebook')).toMatchObject([{ text: '', settings: { edge: 'photo_stories' } }]);
});
