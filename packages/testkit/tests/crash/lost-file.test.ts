import { samplePng, startFileServer } from '@social/testkit';
import { expect, test, vi } from 'vitest';
import { createCrashWorld } from './crash-world.ts';

test('a publish that was interrupted before its post was sent ends as failed when its file is gone', async () => {
  await using world = await createCrashWorld({ workspaces: 1 });
  const files = await startFileServer();
  const media = [{ url: files.serve('/picture.png', { body: samplePng(1) }) }];
  // The first checkpoint says that files are sent; the process dies before the second says that the post is.
  const first = await world.start({ SOCIAL_FAULT: 'before-checkpoint:2' });
  const post = { text: 'without a file', platforms: ['mastodon'], media };
  await first.workspaces[0]?.publish(post).catch(() => undefined);
  expect(await first.hasEnded(60_000)).toBe(true);
  await files[Symbol.asyncDispose]();

  const second = await world.start();
  const [target] = await world.query<{ post_id: string }>('select post_id from post_target');
  const ended = await vi.waitFor(async () => {
    const answer = await second.workspaces[0]?.api('GET', `/api/v1/posts/${target?.post_id}`);
    const result = answer?.body.platformResults.mastodon;
    expect(result.state).not.toBe('sending');
    return result;
  }, 60_000);
  expect(ended).toMatchObject({ state: 'failed', code: 'media_unreachable', credits: 0 });
  expect(await world.sandbox.posts()).toEqual([]);
}, 180_000);
