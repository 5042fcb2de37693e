import { expect, test } from 'vitest';
import { sandboxSeed } from '../../../src/index.ts';
import { mp4 } from '../../support/media.ts';
import { call, open, send, textAt } from '../../support/sandbox.ts';
import { allYoutubeScopes, signInToYoutube } from './sign-in.ts';

const channelId = sandboxSeed.youtube.accounts.sandbox_owner;

async function openWithVideo(status: object = {}) {
  const sandbox = await open();
  const { headers } = await signInToYoutube(sandbox);
  const api = `${sandbox.url}/youtube`;
  const upload = `${api}/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status`;
  const session = await send(upload, 'POST', { snippet: { title: 'A film' }, status }, headers);
  const put = { method: 'PUT', body: new Uint8Array(mp4(1000)), headers: { 'content-range': 'bytes 0-999/1000' } };
  const videoId = textAt((await call(session.headers.get('location') ?? '', put)).body, 'id');
  const threads = `${api}/youtube/v3/commentThreads?part=snippet`;
  const comment = (changes: object = {}, textOriginal: unknown = 'A comment', own = headers) => {
    const snippet = { channelId, videoId, topLevelComment: { snippet: { textOriginal } }, ...changes };
    return send(threads, 'POST', { snippet }, own);
  };
  return { sandbox, headers, api, videoId, comment };
}

const reason = (code: number, text: string) => ({ status: code, body: { error: { errors: [{ reason: text }] } } });

test.each([{ privacyStatus: 'private' }, { selfDeclaredMadeForKids: true }])(
  'a video with %j takes no comments',
  async (status) => {
    const { comment } = await openWithVideo(status);
    expect(await comment()).toMatchObject(reason(403, 'forbidden'));
  },
);

test('a comment needs its scope, a video, its channel, and a text of at most 10000 characters', async () => {
  const { sandbox, comment } = await openWithVideo();
  expect(await comment({ videoId: 'aaaaaaaaaaa' })).toMatchObject(reason(404, 'videoNotFound'));
  expect(await comment({ channelId: 'UCother' })).toMatchObject(reason(404, 'channelNotFound'));
  expect(await comment({ channelId: undefined })).toMatchObject(reason(400, 'channelOrVideoIdMissing'));
  expect(await comment({}, ' ')).toMatchObject(reason(400, 'commentTextRequired'));
  expect(await comment({}, 'x'.repeat(10_001))).toMatchObject(reason(400, 'commentTextTooLong'));
  expect((await comment({}, '🙂'.repeat(10_000))).status).toBe(200);
  const scope = allYoutubeScopes.filter((name) => !name.endsWith('force-ssl')).join(' ');
  const { headers } = await signInToYoutube(sandbox, { scope });
  expect(await comment({}, 'A comment', headers)).toMatchObject(reason(403, 'insufficientPermissions'));
});

test('a comment is deleted by its author and by the channel of the video, and with the video', async () => {
  const { sandbox, comment, api, headers, videoId } = await openWithVideo();
  await sandbox.settings({ authorizeAs: 'sandbox_friend' });
  const friend = (await signInToYoutube(sandbox)).headers;
  const remove = (path: string, id: string, own: Record<string, string>) =>
    call(`${api}/youtube/v3/${path}?id=${id}`, { method: 'DELETE', headers: own });
  const owners = textAt((await comment()).body, 'id');
  const friends = textAt((await comment({}, 'From a friend', friend)).body, 'id');
  expect(await remove('comments', owners, friend)).toMatchObject(reason(403, 'forbidden'));
  expect((await remove('comments', friends, headers)).status).toBe(204);
  expect((await remove('videos', videoId, headers)).status).toBe(204);
  expect(await remove('comments', owners, headers)).toMatchObject(reason(404, 'commentNotFound'));
  expect((await sandbox.posts('youtube')).every(({ deletedAt }) => deletedAt !== null)).toBe(true);
});
