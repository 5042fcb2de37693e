import { type NetworkId, sandboxSeed } from '@social/sandbox';
import { uniqueText, useStack } from '@social/testkit';
import { beforeAll, expect, test } from 'vitest';

const { stack } = useStack();
const { webhook, threads, guild } = sandboxSeed.discord;
const { bot, chats } = sandboxSeed.telegram;
let telegram: Awaited<ReturnType<typeof stack.createWorkspace>>;
let discord: typeof telegram;

async function connected(body: object) {
  const workspace = await stack.createWorkspace();
  expect((await workspace.api('POST', '/api/connect/chatbot/token', { body })).status).toBe(201);
  return workspace;
}

beforeAll(async () => {
  telegram = await connected({ botToken: bot.token, chatId: chats.forum });
  discord = await connected({ webhookUrl: `${stack.sandboxUrl}/discord/api/webhooks/${webhook.id}/${webhook.token}` });
});

const postOf = (settings: object) => ({
  ...{ text: `${uniqueText('Told')} *<@12>*`, platforms: ['chatbot'] },
  settings: { chatbot: settings },
});
const there = async (network: NetworkId, text: string) =>
  (await stack.sandbox.posts(network)).find((post) => post.text === text) ?? expect.fail(`${network} lacks ${text}`);

test('a post goes to a topic of Telegram, and can be taken back', async () => {
  const post = postOf({ topic: 5, silent: true, protected: true, linkPreview: false });
  const { body } = await telegram.publish(post);
  const sent = await there('telegram', post.text);
  expect(sent.chat).toMatchObject({ thread: { name: 'Releases' }, silent: true, protected: true, linkPreview: false });
  expect(body.platformResults.chatbot).toMatchObject({ ok: true, platformPostId: sent.id, url: sent.url });
  await telegram.api('POST', `/api/v1/posts/${body.id}/unpublish`);
  expect((await there('telegram', post.text)).deletedAt).not.toBeNull();
});

test('a post in a thread of Discord whose answer was lost is named by its link, and can be taken back', async () => {
  await stack.sandbox.fault({ network: 'discord', operation: 'publish', kind: 'accept-then-drop' });
  const post = postOf({ threadId: threads.releases, mentions: ['users'] });
  const { id } = (await discord.publish(post)).body;
  await discord.untilPost(id, { platformResults: { chatbot: { state: 'unknown' } } });
  const sent = await there('discord', post.text);
  expect(sent.chat).toMatchObject({ thread: { id: threads.releases }, mentions: ['users'] });
  const published = `https://discord.com/channels/${guild}/${threads.releases}/${sent.id}`;
  const { body } = await discord.api('POST', `/api/v1/posts/${id}/resolve`, {
    body: { platform: 'chatbot', published },
  });
  const platformPostId = `${threads.releases}/${sent.id}`;
  expect(body.platformResults.chatbot).toMatchObject({ ok: true, platformPostId, url: sent.url });
  const taken = await discord.api('POST', `/api/v1/posts/${id}/unpublish`);
  expect(taken.body.results.chatbot).toMatchObject({ ok: true, state: 'deleted' });
  expect((await there('discord', post.text)).deletedAt).not.toBeNull();
});

test('settings of Discord that exclude each other fail in the dry run', async () => {
  const { body } = await discord.publish({ ...postOf({ threadId: '1', threadName: 'A' }), dryRun: true });
  expect(JSON.stringify(body.platformResults.chatbot)).toContain('leave one of them out');
});
