import { type Sandbox, sandboxSeed, startSandbox } from '@social/sandbox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OutgoingPost } from '../../src/index.ts';
import { connectPasted } from '../suite/pasting.ts';
import { sampleImage, sampleVideo } from '../support/media-samples.ts';
import { registrationOf, rejectionOf, stubAccount, useStubbedDriver } from '../support/stub-network.ts';

const { bot, chats } = sandboxSeed.telegram;
const poll = { options: ['yes', 'no'], minutes: 60 };
const ALBUM = [sampleImage({ shade: 1 }), sampleVideo(20_000)];

describe('settings at the sandbox', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 });
  });
  beforeEach(() => sandbox.reset());
  afterAll(() => sandbox.close());

  const app = { clientId: '', clientSecret: '' };
  async function publish(settings: OutgoingPost['settings'], post: Partial<OutgoingPost> = {}, chatId = chats.forum) {
    const bases = { apiUrl: sandbox.networks.telegram, oauthUrl: sandbox.networks.telegram };
    const driver = registrationOf('telegram').create({ ...app, ...bases });
    const { account } = await connectPasted(driver, { botToken: bot.token, chatId });
    const published = await driver.publish({ text: 'https://example.com', media: [], ...post, settings }, account, {});
    return { driver, account, ...published };
  }
  const accepted = () => sandbox.posts('telegram');

  it.each<[string, Partial<OutgoingPost>]>([
    ['a text', {}],
    ['an image', { media: [sampleImage({ shade: 1 })] }],
    ['a video', { media: [sampleVideo(20_000)] }],
    ['a GIF', { media: [{ ...sampleImage({ shade: 1 }), contentType: 'image/gif' }] }],
    ['an album', { media: ALBUM }],
    ['a poll', { poll }],
  ])('%s goes to its topic, silent and protected, and can be deleted', async (_kind, post) => {
    const settings = { topic: 5, silent: true, protected: true };
    const { driver, account, url, platformPostId } = await publish(settings, post);
    const [sent] = await accepted();
    expect(sent).toMatchObject({ chat: { thread: { id: '5', name: 'Releases' }, silent: true, protected: true } });
    expect(sent?.chat).not.toHaveProperty('linkPreview');
    expect(url).toBe(sent?.url);
    expect(new URL(url).pathname).toBe(`/telegram/sandbox_forum/5/${sent?.id}`);
    expect(driver.ownPosts.findId(url, account)).toBe(sent?.id);
    expect(await driver.actions.deletePost?.(platformPostId, account, {})).toBe('deleted');
    expect((await accepted())[0]?.deletedAt).not.toBeNull();
  });

  it('switches off the card of a text', async () => {
    await publish({ linkPreview: false });
    await publish({ linkPreview: true });
    expect((await accepted()).map(({ chat }) => chat)).toEqual([{ linkPreview: false }, undefined]);
  });

  it('sends to the general topic without a thread, as the network demands', async () => {
    const { url } = await publish({ topic: 1 });
    expect(url).toMatch(/\/sandbox_forum\/\d+$/);
    expect(await accepted()).toHaveLength(1);
  });

  it.each([
    [7, 'Telegram knows no such topic in this chat; check the topic, or leave it out', 'invalid_request'],
    [6, 'the topic is closed in Telegram; reopen it, or choose another topic', 'network_forbidden'],
  ])('explains why topic %i takes no post', async (topic, message, code) => {
    expect(await rejectionOf(publish({ topic }))).toMatchObject({ kind: 'rejected', code, message });
    expect(await accepted()).toEqual([]);
  });
});

describe('settings on the wire', () => {
  const used = useStubbedDriver('telegram', { oauthUrl: 'https://t.me' });
  const account = stubAccount('-1001234567890', { accessToken: `110201543:${'x'.repeat(35)}` });
  const chat = { id: -1001234567890, type: 'supergroup', title: 'Team', is_forum: true };

  it('are parameters of the request that publishes, and a private forum links through the topic', async () => {
    used.stub.reply = { status: 200, body: { ok: true, result: { message_id: 12, chat } } };
    const settings = { silent: true, protected: true, topic: 5, linkPreview: false };
    const published = await used.driver.publish({ text: 'hello', media: [], settings }, account, {});
    expect(published).toEqual({ platformPostId: '12', url: 'https://t.me/c/1234567890/5/12' });
    expect(used.stub.requests.map(({ body }) => JSON.parse(body))).toEqual([
      {
        ...{ chat_id: '-1001234567890', text: 'hello', message_thread_id: 5 },
        ...{ disable_notification: true, protect_content: true, link_preview_options: '{"is_disabled":true}' },
      },
    ]);
  });

  it('that say what Telegram does anyway add nothing', async () => {
    used.stub.reply = { status: 200, body: { ok: true, result: { message_id: 12, chat } } };
    const settings = { silent: false, protected: false, linkPreview: true };
    await used.driver.publish({ text: 'hello', media: [], settings }, account, {});
    expect(used.stub.requests.map(({ body }) => body)).toEqual(['{"chat_id":"-1001234567890","text":"hello"}']);
  });
});
