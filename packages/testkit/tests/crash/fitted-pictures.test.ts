import { samplePng, startFileServer } from '@social/testkit';
import { expect, test, vi } from 'vitest';
import { largePng } from '../media/photos.ts';
import { createCrashWorld } from './crash-world.ts';

test('a publish that is resumed after its process was killed sends the picture that was made to fit before', async () => {
  await using world = await createCrashWorld({ workspaces: 1 });
  await using files = await startFileServer();
  const media = [
    { url: files.serve('/large.png', { body: await largePng() }) },
    { url: files.serve('/small.png', { body: samplePng(1) }) },
  ];
  const connecting = await world.start();
  await connecting.workspaces[0]?.connect('socialnet');
  await connecting.kill('SIGTERM');

  // The first checkpoint names the large picture; the process dies before it stores the second.
  const first = await world.start({ SOCIAL_FAULT: 'before-checkpoint:2' });
  const post = { text: 'resumed', platforms: ['socialnet'], media };
  await first.workspaces[0]?.publish(post).catch(() => undefined);
  expect(await first.hasEnded(60_000)).toBe(true);
  const [target] = await world.query<{ state: string; fitted: string; post_id: string }>('select * from post_target');
  const [fitted] = JSON.parse(target?.fitted ?? '[]') as { sha256: string }[];
  expect(target?.state).toBe('sending');

  // The address has another picture by now.
  files.serve('/large.png', { body: await largePng() });
  const second = await world.start();
  await vi.waitFor(async () => expect(await world.sandbox.posts()).toHaveLength(1), 30_000);
  const [accepted] = await world.sandbox.posts();
  expect(accepted?.media[0]?.sha256).toBe(fitted?.sha256);
  const uploads = (await world.sandbox.requests('facebook')).filter(({ path }) => path.endsWith('/photos'));
  expect(uploads).toHaveLength(3);
  const done = await second.workspaces[0]?.untilPost(target?.post_id ?? '', { status: 'published' });
  expect(done?.platformResults.socialnet.note).toContain('Picture 1 was made smaller');
});
