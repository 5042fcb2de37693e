import { sandboxSeed } from '@social/sandbox';
import { uniqueText, useStack, watchRequests } from '@social/testkit';
import { describe, expect, test } from 'vitest';

const { stack, workspace } = useStack({ connect: ['mastodon', 'bluesky', 'microblog', 'socialnet'] });
const REPLYING = { mastodon: 'mastodon', bluesky: 'bluesky', microblog: 'x' } as const;

const twoComments = () => [uniqueText('First comment'), uniqueText('Second comment')];

describe('comments on platforms with replies', () => {
  test('answer the post in order, each with its state and its price', async () => {
    const [text, comments] = [uniqueText('Post'), twoComments()];
    const { status, body } = await workspace.publish({ text, platforms: Object.keys(REPLYING), comments });
    expect([status, body.outcome, body.comments]).toEqual([201, 'published', comments]);
    for (const [platform, network] of Object.entries(REPLYING)) {
      const result = body.platformResults[platform];
      expect(result.parts, platform).toMatchObject([{ part: 1, ok: true }]);
      expect(result.comments, platform).toMatchObject([
        { part: 2, ok: true, state: 'published', url: expect.stringContaining('http') },
        { part: 3, ok: true, state: 'published' },
      ]);
      const price = result.parts[0].credits;
      expect(result.credits, platform).toBe(3 * price);
      const posts = await stack.sandbox.posts(network);
      const [post, first, second] = [text, ...comments].map((one) => posts.find((each) => each.text === one));
      expect([first?.replyToId, second?.replyToId], platform).toEqual([post?.id, first?.id]);
    }
  });

  test('follow the parts of a thread', async () => {
    const [text, part, comments] = [uniqueText('One'), uniqueText('Two'), [uniqueText('Comment')]];
    const { body } = await workspace.publish({ text, thread: [part], platforms: ['mastodon'], comments });
    expect(body.platformResults.mastodon).toMatchObject({ parts: [{ part: 1 }, { part: 2 }], comments: [{ part: 3 }] });
  });

  test('that fail make the post partial, say which, and are sent alone by a retry', async () => {
    const [text, comments] = [uniqueText('Post'), twoComments()];
    const fault = { network: 'x', operation: 'publish', times: 1 } as const;
    await stack.sandbox.fault({ ...fault, kind: 'slow', delayMs: 400 });
    const seen = await watchRequests(stack);
    const answer = workspace.publish({ text, platforms: ['microblog'], comments });
    await expect.poll(() => seen('publish')).not.toEqual([]);
    await stack.sandbox.fault({ ...fault, kind: 'rate-limit', retryAfterSeconds: 600 });
    const { body } = await answer;
    expect(body.outcome).toBe('partial');
    const { microblog } = body.platformResults;
    expect(microblog).toMatchObject({ ok: false, state: 'failed', platformPostId: expect.any(String) });
    expect(microblog.error).toContain('comment 1 of 2: ');
    expect(microblog.comments).toMatchObject([{ state: 'failed' }, { state: 'failed', code: 'earlier_part_missing' }]);
    await stack.sandbox.clearFaults();
    const retried = await workspace.api('POST', `/api/v1/posts/${body.id}/retry`);
    expect(retried.body.outcome).toBe('published');
    const sent = (await stack.sandbox.posts('x')).filter((post) => [text, ...comments].includes(post.text));
    expect(sent).toHaveLength(3);
  });

  test('are taken back with their post', async () => {
    const [text, comments] = [uniqueText('Post'), twoComments()];
    const { body } = await workspace.publish({ text, platforms: ['bluesky'], comments });
    const { body: removed } = await workspace.api('POST', `/api/v1/posts/${body.id}/unpublish`);
    expect([removed.ok, removed.outcome]).toEqual([true, 'unpublished']);
    const left = (await stack.sandbox.posts('bluesky')).filter(
      (post) => [text, ...comments].includes(post.text) && post.deletedAt === null,
    );
    expect(left).toEqual([]);
  });

  test('that cannot be deleted keep their post, which says which one it is', async () => {
    const { body } = await workspace.publish({
      text: uniqueText('Post'),
      platforms: ['bluesky'],
      comments: twoComments(),
    });
    await stack.sandbox.fault({ network: 'bluesky', operation: 'delete', kind: 'forbidden', times: 1 });
    const { bluesky } = (await workspace.api('POST', `/api/v1/posts/${body.id}/unpublish`)).body.results;
    expect(bluesky.error).toMatch(/^comment 2: /);
    expect(bluesky.parts[0].error).toContain('comment 2 may still be there');
  });

  test('are named in what a resolve refuses', async () => {
    const { body } = await workspace.publish({
      text: uniqueText('Post'),
      platforms: ['bluesky'],
      comments: ['Comment'],
    });
    const published = body.platformResults.bluesky.platformPostId;
    const resolve = { platform: 'bluesky', part: 2, published };
    const refused = await workspace.api('POST', `/api/v1/posts/${body.id}/resolve`, { body: resolve });
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringMatching(/^comment 1 of bluesky has no/)]);
  });
});

test('a dry run counts comments with their own limits, and names one that is too long', async () => {
  const comments = ['x'.repeat(8_001)];
  const { body } = await workspace.publish({ text: 'Hello', platforms: ['socialnet'], comments, dryRun: true });
  const { characters, comments: checked } = body.platformResults.socialnet;
  expect(characters).toEqual({ count: 5, max: 63_206 });
  expect(checked).toMatchObject([{ state: 'problem', characters: { count: 8_001, max: 8_000 } }]);
  const refused = await workspace.publish({ text: 'Hello', platforms: ['socialnet'], comments });
  expect([refused.status, refused.body.details.field]).toEqual([400, 'comments[0]']);
});

test('a network without comments leaves them out with a note, and costs nothing for them', async () => {
  const chats = await stack.createWorkspace();
  const { bot, chats: seed } = sandboxSeed.telegram;
  const given = { botToken: bot.token, chatId: seed.channel };
  expect((await chats.api('POST', '/api/connect/chatbot/token', { body: given })).status).toBe(201);
  const post = { text: uniqueText('Post'), platforms: ['chatbot'], comments: ['A comment'] };
  for (const dryRun of [true, false]) {
    const { body } = await chats.publish({ ...post, dryRun });
    const { note, credits, comments } = body.platformResults.chatbot;
    expect([note, credits, comments]).toEqual(['Left out on Telegram: the comments.', 1, undefined]);
  }
});

test.each([
  [[''], 'comments[0]'],
  [['  '], 'comments[0]'],
  [Array.from({ length: 11 }, () => 'x'), 'comments'],
  ['A comment', 'comments'],
  [[{ text: 'A comment' }], 'comments[0]'],
])('the comments %j are refused, and nothing is sent', async (comments, field) => {
  const seen = await watchRequests(stack);
  const { status, body } = await workspace.publish({ text: 'Never sent', platforms: ['mastodon'], comments });
  expect([status, body.details.field]).toEqual([400, field]);
  expect(await seen('publish')).toEqual([]);
});

test('a draft keeps its comments until it goes out', async () => {
  const [text, comments] = [uniqueText('Post'), [uniqueText('Comment')]];
  const draft = await workspace.api('POST', '/api/v1/drafts', { body: { text, platforms: ['mastodon'], comments } });
  expect(draft.body.comments).toEqual(comments);
  const path = `/api/v1/drafts/${draft.body.id}`;
  const body = { ifUpdatedAt: (await workspace.api('GET', path)).body.updatedAt };
  const approved = await workspace.api('POST', `${path}/approve`, { body });
  expect(approved.body).toMatchObject({ outcome: 'published', comments });
});

test('a comment whose permission is missing is named by the dry run, and fails alone, with an entry of the log', async () => {
  const post = { text: uniqueText('Post'), platforms: ['socialnet'], comments: [uniqueText('Comment')] };
  const { body: checked } = await workspace.publish({ ...post, dryRun: true });
  const missing = { code: 'network_forbidden', error: expect.stringContaining('pages_manage_engagement') };
  expect(checked.platformResults.socialnet).toMatchObject({ parts: [{ state: 'ready' }], comments: [missing] });
  const { body } = await workspace.publish(post);
  expect(body.outcome).toBe('partial');
  expect(body.platformResults.socialnet).toMatchObject({ parts: [{ state: 'published' }], comments: [missing] });
  const { body: log } = await workspace.api('GET', '/api/logs?status=failed');
  expect(log.logs[0].metadata).toMatchObject({ postId: body.id, part: 2, code: 'network_forbidden' });
});

test('a retry does not send comments to a network that has none', async () => {
  const chats = await stack.createWorkspace();
  const post = { text: uniqueText('Post'), platforms: ['chatbot'], comments: [uniqueText('Comment')] };
  const { body } = await chats.publish(post);
  expect(body.outcome).toBe('failed');
  const { bot, chats: seed } = sandboxSeed.telegram;
  const given = { botToken: bot.token, chatId: seed.channel };
  expect((await chats.api('POST', '/api/connect/chatbot/token', { body: given })).status).toBe(201);
  await chats.api('POST', `/api/v1/posts/${body.id}/retry`);
  const sent = (await stack.sandbox.posts('telegram')).map(({ text }) => text);
  expect([sent.includes(post.text), sent.includes(post.comments[0] ?? '')]).toEqual([true, false]);
});

test('a comment that is longer than one network takes is no problem where another is connected', async () => {
  const chats = await stack.createWorkspace();
  const { bot, chats: seed } = sandboxSeed.telegram;
  const given = { botToken: bot.token, chatId: seed.channel };
  expect((await chats.api('POST', '/api/connect/chatbot/token', { body: given })).status).toBe(201);
  const post = { text: uniqueText('Post'), platforms: ['chatbot'], comments: ['x'.repeat(2_500)] };
  for (const dryRun of [true, false]) {
    const { body } = await chats.publish({ ...post, dryRun });
    expect(body.platformResults.chatbot).toMatchObject({ ok: true, note: 'Left out on Telegram: the comments.' });
  }
});

test('a comment at Discord is counted as Discord counts messages', async () => {
  const chats = await stack.createWorkspace();
  const { id, token } = sandboxSeed.discord.webhook;
  const webhookUrl = `${stack.sandboxUrl}/discord/api/webhooks/${id}/${token}`;
  expect((await chats.api('POST', '/api/connect/chatbot/token', { body: { webhookUrl } })).status).toBe(201);
  const post = { text: uniqueText('Post'), platforms: ['chatbot'], comments: ['*'.repeat(1_500)], dryRun: true };
  const { body } = await chats.publish(post);
  expect(body.platformResults.chatbot.comments).toMatchObject([{ state: 'problem', characters: { count: 3_000 } }]);
});

test('comments below a refused post are refused with it, and reserve nothing', async () => {
  const post = { platforms: ['socialnet'], settings: { socialnet: { type: 'reel' } }, comments: ['A comment'] };
  const { body } = await workspace.publish({ text: uniqueText('Post'), ...post });
  expect(body.outcome).toBe('failed');
  const { parts, comments } = body.platformResults.socialnet;
  expect(parts).toMatchObject([{ state: 'failed' }]);
  expect(comments).toMatchObject([{ state: 'failed', code: 'earlier_part_missing' }]);
});

test('the address of a comment does not settle a lost post: taking it back would delete the comment', async () => {
  const members = await stack.createWorkspace({ connect: ['profnet'] });
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'accept-then-drop', times: 1 });
  const { body } = await members.publish({ text: uniqueText('Post'), platforms: ['profnet'] });
  expect(body.outcome).toBe('unknown');
  const resolve = (published: string) =>
    members.api('POST', `/api/v1/posts/${body.id}/resolve`, { body: { platform: 'profnet', published } });
  const refused = await resolve('urn:li:comment:(urn:li:activity:7141138937766391808,7141138937766391809)');
  expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('names a comment')]);
  const [post] = (await stack.sandbox.posts('linkedin')).filter(({ text }) => text === body.text);
  expect((await resolve(post?.id ?? '')).body.outcome).toBe('published');
});

test('a comment that failed is sent by a retry once its account has another name', async () => {
  const fault = { network: 'mastodon', operation: 'publish', times: 1 } as const;
  await stack.sandbox.fault({ ...fault, kind: 'slow', delayMs: 400 });
  const seen = await watchRequests(stack);
  const post = { text: uniqueText('Post'), platforms: ['mastodon'], comments: [uniqueText('Comment')] };
  const answer = workspace.publish(post);
  await expect.poll(() => seen('publish')).not.toEqual([]);
  await stack.sandbox.fault({ ...fault, kind: 'forbidden' });
  const { id, outcome } = (await answer).body;
  expect(outcome).toBe('partial');
  await stack.query(`update post_target set account = '@earlier_name' where post_id = '${id}'`);
  expect((await workspace.api('POST', `/api/v1/posts/${id}/retry`)).body.outcome).toBe('published');
});

test('a canceled post does not list comments that its network lacks', async () => {
  const chats = await stack.createWorkspace();
  const { bot, chats: seed } = sandboxSeed.telegram;
  const given = { botToken: bot.token, chatId: seed.channel };
  expect((await chats.api('POST', '/api/connect/chatbot/token', { body: given })).status).toBe(201);
  const scheduledFor = new Date(Date.now() + 3_600_000).toISOString();
  const { body } = await chats.publish({ text: 'Later', platforms: ['chatbot'], comments: ['Comment'], scheduledFor });
  const { chatbot } = (await chats.api('DELETE', `/api/v1/posts/${body.id}`)).body.platformResults;
  expect([chatbot.state, chatbot.comments]).toEqual(['canceled', undefined]);
});
