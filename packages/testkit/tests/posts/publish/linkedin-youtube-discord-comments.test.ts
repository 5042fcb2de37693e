import { sandboxSeed } from '@social/sandbox';
import { uniqueText, useStack, watchRequests } from '@social/testkit';
import { beforeAll, describe, expect, test } from 'vitest';
import { serveVideo } from './video-file.ts';

const SOCIAL_PROFNET_SCOPES =
  'openid profile email w_member_social w_member_social_feed w_organization_social rw_organization_admin';
const { stack, workspace } = useStack({ env: { SOCIAL_PROFNET_SCOPES }, connect: ['profnet', 'video'] });
const { webhook, threads } = sandboxSeed.discord;

beforeAll(async () => {
  const webhookUrl = `${stack.sandboxUrl}/discord/api/webhooks/${webhook.id}/${webhook.token}`;
  expect((await workspace.api('POST', '/api/connect/chatbot/token', { body: { webhookUrl } })).status).toBe(201);
});

const linkedin = { network: 'linkedin', platform: 'profnet' } as const;
const youtube = { network: 'youtube', platform: 'video' } as const;
const discord = { network: 'discord', platform: 'chatbot' } as const;

describe.each([linkedin, youtube, discord])('comments on $network', ({ network, platform }) => {
  /** Publishes a post with two comments; `next` runs while the post is on its way. */
  async function publish(next?: () => Promise<void>) {
    const [text, comments] = [uniqueText('Post'), [uniqueText('First comment'), uniqueText('Second comment')]];
    await using video = network === 'youtube' ? await serveVideo(1) : null;
    const media = video && { media: [{ url: video.url }] };
    const settings = { chatbot: { threadId: threads.releases, silent: true } };
    const post = { text, comments, platforms: [platform], ...media, ...(network === 'discord' && { settings }) };
    const answer = workspace.publish(post);
    await next?.();
    return { body: (await answer).body, texts: [text, ...comments] };
  }
  const there = async (texts: readonly string[]) =>
    (await stack.sandbox.posts(network)).filter((post) => texts.includes(post.text) && post.deletedAt === null);
  const states = (body: { platformResults: Record<string, { comments: { state: string }[] }> }) =>
    body.platformResults[platform]?.comments.map(({ state }) => state);

  test('stand below the post in order, and are taken back with it', async () => {
    const { body, texts } = await publish();
    expect([body.outcome, states(body)]).toEqual(['published', ['published', 'published']]);
    expect(body.platformResults[platform].note).toBeUndefined();
    const [post, ...comments] = await there(texts);
    expect([post, ...comments].map((each) => each?.text)).toEqual(texts);
    const answered = network === 'discord' ? null : post?.id;
    for (const comment of comments) expect([comment.replyToId, comment.chat]).toEqual([answered, post?.chat]);
    const { body: removed } = await workspace.api('POST', `/api/v1/posts/${body.id}/unpublish`);
    expect([removed.outcome, removed.credits]).toEqual(['unpublished', network === 'discord' ? 3 : 1]);
    expect(await there(texts)).toEqual([]);
  });

  test('are sent once when an answer is lost, and go on when a person names the comment', async () => {
    const fault = { network, operation: 'publish', times: 1 } as const;
    await stack.sandbox.fault({ ...fault, kind: 'slow', delayMs: 400 });
    const seen = await watchRequests(stack);
    const { body, texts } = await publish(async () => {
      await expect.poll(() => seen('publish')).not.toEqual([]);
      await stack.sandbox.fault({ ...fault, kind: 'accept-then-drop' });
    });
    const comments = [{ state: 'unknown' }, { state: 'failed' }];
    await workspace.untilPost(body.id, { platformResults: { [platform]: { comments } } });
    const followed = (await workspace.readPost(body.id)).platformResults[platform].comments[1];
    expect(followed.error).toMatch(/^comment 1 has an unknown outcome; .*; what follows was not sent$/);
    const [, lost] = await there(texts);
    const resolved = await workspace.api('POST', `/api/v1/posts/${body.id}/resolve`, {
      body: { platform, part: 2, published: lost?.url },
    });
    expect(states(resolved.body)).toEqual(['published', 'failed']);
    const retried = await workspace.api('POST', `/api/v1/posts/${body.id}/retry`);
    expect(states(retried.body)).toEqual(['published', 'published']);
    expect((await there(texts)).map(({ text }) => text)).toEqual(texts);
  });
});

test('a dry run looks for no card below a comment that is no post', async () => {
  const comments = [`Read on: http://10.0.0.1/${uniqueText('page')}`];
  const { body } = await workspace.publish({ text: 'Post', platforms: ['profnet'], comments, dryRun: true });
  expect(body.platformResults.profnet).toMatchObject({ ok: true, comments: [{ ok: true, state: 'ready' }] });
  expect(body.platformResults.profnet.comments[0]).not.toHaveProperty('noCard');
});

test('a dry run names the permission that the comments of a page need, and the post goes out without them', async () => {
  const browser = await workspace.browser();
  await browser.authorize('profnet');
  const { options } = (await browser.visit('GET', '/api/connect/profnet/options')).body;
  await browser.visit('POST', '/api/connect/profnet/confirm', { body: { option: options[1] } });
  const platforms = ['profnet', 'profnet:sandbox-company'];
  const { body } = await workspace.publish({ text: 'Post', platforms, comments: ['Comment'], dryRun: true });
  expect(body.platformResults['profnet']).toMatchObject({ ok: true, comments: [{ state: 'ready' }] });
  const [comment] = body.platformResults['profnet:sandbox-company'].comments;
  expect(comment).toMatchObject({ state: 'problem', code: 'network_forbidden' });
  expect(comment.error).toContain('w_organization_social_feed');
  const post = { text: uniqueText('Post'), platforms: ['profnet:sandbox-company'], comments: ['Comment'] };
  const sent = await workspace.publish(post);
  expect(sent.body.outcome).toBe('partial');
  const result = { platformPostId: expect.any(String), comments: [{ state: 'failed', code: 'network_forbidden' }] };
  expect(sent.body.platformResults['profnet:sandbox-company']).toMatchObject(result);
});

test('a post that is deleted by an action is taken back with its comments', async () => {
  const comments = [uniqueText('First comment'), uniqueText('Second comment')];
  const { body } = await workspace.publish({ text: uniqueText('Post'), platforms: ['profnet'], comments });
  const post_urn = body.platformResults.profnet.platformPostId;
  expect((await workspace.api('DELETE', '/api/v1/profnet/post', { body: { post_urn } })).status).toBe(200);
  const { outcome, platformResults } = await workspace.readPost(body.id);
  const removed = { removedAt: expect.any(String) };
  expect([outcome, platformResults.profnet.comments]).toMatchObject(['unpublished', [removed, removed]]);
});

test('a comment is not sent below a post that was taken back meanwhile', async () => {
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'slow', delayMs: 1, times: 2 });
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'forbidden', times: 1 });
  const comments = [uniqueText('First comment'), uniqueText('Second comment')];
  const { body } = await workspace.publish({ text: uniqueText('Post'), platforms: ['profnet'], comments });
  await stack.query(`update post_target set removed_at = updated_at where part = 1 and post_id = '${body.id}'`);
  const { profnet } = (await workspace.api('POST', `/api/v1/posts/${body.id}/retry`)).body.platformResults;
  const error = 'the post was taken back; what follows was not sent';
  expect(profnet.comments).toMatchObject([{ ok: true }, { code: 'earlier_part_missing', error }]);
});

test('a dry run refuses comments below a text at YouTube, which takes them below videos only', async () => {
  await using video = await serveVideo(1);
  const post = { text: 'Post', platforms: ['video'], comments: ['Comment'], dryRun: true };
  const withVideo = await workspace.publish({ ...post, media: [{ url: video.url }] });
  expect(withVideo.body.platformResults.video).toMatchObject({ ok: true, comments: [{ state: 'ready' }] });
  const alone = await workspace.publish(post);
  const refused = { state: 'problem', code: 'network_refused', error: expect.stringContaining('on videos only') };
  expect(alone.body.platformResults.video).toMatchObject({ parts: [{ state: 'ready' }], comments: [refused] });
});
