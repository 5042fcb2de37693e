import { uniqueText, useStack } from '@social/testkit';
import { expect, test } from 'vitest';

const { stack, workspace } = useStack({ connect: ['bluesky', 'mastodon', 'microblog', 'profnet'] });

test('a post tells each network who may see, answer and quote it, and what it shows', async () => {
  const text = uniqueText('Audience');
  const post = {
    text,
    platforms: ['bluesky', 'mastodon', 'microblog', 'profnet'],
    settings: {
      bluesky: { replies: ['followers'], quotes: false, labels: ['nudity'] },
      mastodon: { visibility: 'unlisted', quotePolicy: 'followers' },
      microblog: { replySettings: 'verified' },
      profnet: { visibility: 'CONNECTIONS' },
    },
    aiGenerated: true,
  };
  expect((await workspace.publish({ ...post, dryRun: true })).body.outcome).toBe('ready');
  expect((await workspace.publish(post)).body.outcome).toBe('published');
  const accepted = (await stack.sandbox.posts()).filter((each) => each.text === text);
  expect(Object.fromEntries(accepted.map(({ network, settings }) => [network, settings]))).toEqual({
    bluesky: { threadgate: ['followerRule'], postgate: 'disableRule', labels: ['nudity'] },
    mastodon: { visibility: 'unlisted', quote_approval_policy: 'followers' },
    x: { reply_settings: 'verified', made_with_ai: true },
    linkedin: { visibility: 'CONNECTIONS' },
  });
});

test('the parts of a thread have what makes sense for answers', async () => {
  const [text, second] = [uniqueText('First'), uniqueText('Second')];
  const settings = {
    bluesky: { replies: ['nobody'], labels: ['!no-unauthenticated'] },
    microblog: { replySettings: 'following', paidPartnership: true },
  };
  const { body } = await workspace.publish({ text, thread: [second], platforms: ['bluesky', 'microblog'], settings });
  expect(body.outcome).toBe('published');
  const settingsOf = async (network: 'bluesky' | 'x') =>
    (await stack.sandbox.posts(network))
      .filter((post) => [text, second].includes(post.text))
      .map((post) => post.settings);
  const labels = ['!no-unauthenticated'];
  expect(await settingsOf('bluesky')).toEqual([{ threadgate: 'nobody', labels }, { labels }]);
  expect(await settingsOf('x')).toEqual([
    { reply_settings: 'following', paid_partnership: true },
    { paid_partnership: true },
  ]);
});

test('nobody beside others is refused for Bluesky alone, in the dry run and before anything is sent', async () => {
  const post = {
    text: uniqueText('Nobody'),
    platforms: ['bluesky', 'profnet'],
    settings: { bluesky: { replies: ['nobody', 'mentioned'] } },
  };
  for (const dryRun of [true, false]) {
    const { body } = await workspace.publish({ ...post, dryRun });
    expect(body.platformResults).toMatchObject({
      bluesky: { ok: false, code: 'invalid_request', error: expect.stringContaining('replies') },
      profnet: { ok: true },
    });
  }
});
