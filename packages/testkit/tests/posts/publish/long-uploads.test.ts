import { startCuttingProxy, uniqueText, useResource } from '@social/testkit';
import { expect, test, vi } from 'vitest';
import { createBackupWorld } from '../../operations/backup/backup-world.ts';
import { limitOf, publishThroughCuts, publishVideo, videoResult, videosOf } from './long-uploads.ts';
import { serveVideo } from './video-file.ts';

/** Sent again from its beginning after the kill, so much would show. */
const MEGABYTES = 68;

const world = useResource(createBackupWorld);

test('a video whose upload is cut at 10, 50 and 99 % arrives once and complete', async () => {
  await publishThroughCuts(world, 40);
});

test('the upload of a video continues after its server was killed and restarted, and the video arrives once', {
  timeout: limitOf(MEGABYTES),
}, async () => {
  const text = uniqueText('A film');
  await using film = await serveVideo(MEGABYTES);
  await using proxy = await startCuttingProxy(world.sandboxUrl, []);
  const env = { SOCIAL_VIDEO_API_URL: `${proxy.url}/youtube` };
  const first = await world.serve(world.data, env);
  await first.workspace.connect('video');
  const posting = publishVideo(first, text, film.url).catch(() => undefined);
  const half = film.bytes / 2;
  await vi.waitFor(() => expect(proxy.sentBytes).toBeGreaterThan(half), { timeout: limitOf(MEGABYTES), interval: 5 });
  await first.stop('SIGKILL');
  await posting;
  const [post] = world.query<{ id: string }>(`select id from post where text = '${text}'`);

  await using second = await world.serve(world.data, env);
  await vi.waitFor(
    async () => expect(await videoResult(second, post?.id ?? '')).toMatchObject({ ok: true, credits: 1 }),
    {
      timeout: limitOf(MEGABYTES),
      interval: 200,
    },
  );
  expect(await videosOf(world, text)).toMatchObject([{ media: [{ bytes: film.bytes, sha256: film.sha256 }] }]);
  // Only the part that was being sent at the kill is sent twice.
  expect(proxy.sentBytes).toBeLessThan(film.bytes + 32 * 1024 * 1024);
});
