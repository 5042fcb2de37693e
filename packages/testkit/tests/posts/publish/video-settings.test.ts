import { uniqueText, useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { serveVideo } from './video-file.ts';

const { stack, workspace } = useStack({ connect: ['video', 'shortvideo'] });
const platforms = ['video', 'shortvideo'];

test('a label of the post and the settings of each platform reach YouTube and TikTok', async () => {
  await using video = await serveVideo(1);
  const text = uniqueText('Settings');
  const settings = {
    video: { madeForKids: false, notifySubscribers: false, paidPartnership: false },
    shortvideo: { disableDuet: true, autoAddMusic: true },
  };
  const labels = { aiGenerated: true, paidPartnership: true };
  const media = [{ url: video.url }];
  const { body } = await workspace.publish({ text, platforms, media, settings, ...labels });
  expect(body).toMatchObject({ outcome: 'published', platformResults: { video: { ok: true } } });
  expect(body.platformResults.shortvideo.note).toContain('autoAddMusic has no effect on videos of TikTok.');
  const accepted = (await stack.sandbox.posts()).filter((post) => post.text === text);
  expect(Object.fromEntries(accepted.map((post) => [post.network, post.settings]))).toMatchObject({
    youtube: {
      ...{ selfDeclaredMadeForKids: false, notifySubscribers: false },
      ...{ containsSyntheticMedia: true, hasPaidProductPlacement: false },
    },
    tiktok: { disable_duet: true, is_aigc: true, brand_content_toggle: true },
  });
});

test('a paid partnership that only the account would see is refused at TikTok alone, by the dry run and the publish', async () => {
  await using video = await serveVideo(1);
  const post = {
    ...{ text: uniqueText('Settings'), platforms, media: [{ url: video.url }] },
    ...{ paidPartnership: true, settings: { shortvideo: { privacyLevel: 'SELF_ONLY' } } },
  };
  for (const dryRun of [true, false]) {
    const { body } = await workspace.publish({ ...post, dryRun });
    expect(body.platformResults).toMatchObject({
      video: { ok: true },
      shortvideo: { ok: false, code: 'invalid_request', error: expect.stringContaining('no paid partnership') },
    });
  }
});
