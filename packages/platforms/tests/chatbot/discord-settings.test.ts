import { type Sandbox, type SettingsChanges, sandboxSeed, startSandbox } from '@social/sandbox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contentProblem, type OutgoingPost, type Published } from '../../src/index.ts';
import { connectPasted } from '../suite/pasting.ts';
import { sampleImage } from '../support/media-samples.ts';
import { registrationOf, rejectionOf, stubAccount, useStubbedDriver } from '../support/stub-network.ts';

const { webhook, channel, guild, threads, tags } = sandboxSeed.discord;
const FORUM = { isForum: true };

/** A driver and an account of a fresh sandbox. */
async function connectTo(sandbox: Sandbox, discord: NonNullable<SettingsChanges['discord']> = {}) {
  await sandbox.settings({ discord });
  const bases = { apiUrl: sandbox.networks.discord, oauthUrl: sandbox.networks.discord };
  const driver = registrationOf('discord').create({ clientId: '', clientSecret: '', ...bases });
  const webhookUrl = `https://discord.com/api/webhooks/${webhook.id}/${webhook.token}`;
  const { account } = await connectPasted(driver, { webhookUrl });
  const publish = (settings: OutgoingPost['settings'], post: Partial<OutgoingPost> = {}) =>
    driver.publish({ text: 'hello', media: [], ...post, settings }, account, {});
  return { driver, account, publish };
}

describe('settings at the sandbox', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 });
  });
  beforeEach(() => sandbox.reset());
  afterAll(() => sandbox.close());

  const accepted = () => sandbox.posts('discord');
  const publishes = async () =>
    (await sandbox.requests('discord')).filter(({ operation }) => operation === 'publish').length;

  /** Reads, finds, counts and deletes a post by what its publish returned. */
  async function handle(
    { driver, account }: Awaited<ReturnType<typeof connectTo>>,
    { platformPostId, url }: Published,
  ) {
    const { ownPosts, actions, counters } = driver;
    const read = await ownPosts.read?.(platformPostId, account, {});
    const counted = 'read' in counters ? await counters.read(platformPostId, account, {}) : null;
    const found = [ownPosts.findId(platformPostId, account), await ownPosts.lookUp?.(url, account, {})];
    const deletions = [];
    for (const _ of [1, 2]) deletions.push(await actions.deletePost?.(platformPostId, account, {}));
    return { read, counted, found, deletions, readAgain: await ownPosts.read?.(platformPostId, account, {}) };
  }

  it.each<[string, Partial<OutgoingPost>]>([
    ['a text', {}],
    ['an image', { media: [sampleImage({ shade: 1 })] }],
    ['a poll', { poll: { question: 'Why?', options: ['yes', 'no'], minutes: 60 } }],
  ])('%s goes to its thread, and is read, found, counted and deleted there', async (_kind, post) => {
    const connected = await connectTo(sandbox);
    const published = await connected.publish({ threadId: threads.releases }, post);
    const { platformPostId, url } = published;
    const [sent] = await accepted();
    expect(sent).toMatchObject({ chat: { thread: { id: threads.releases, name: 'Releases' } }, url });
    expect(platformPostId).toBe(`${threads.releases}/${sent?.id}`);
    expect(await handle(connected, published)).toEqual({
      read: { id: platformPostId, url, text: 'hello', createdAt: expect.any(Date) },
      ...{ counted: { reactions: 0 }, found: [platformPostId, platformPostId] },
      ...{ deletions: ['deleted', 'gone'], readAgain: null },
    });
    expect((await accepted())[0]?.deletedAt).not.toBeNull();
  });

  it('writes a comment as a further message in the channel', async () => {
    const connected = await connectTo(sandbox);
    const { platformPostId: replyTo } = await connected.publish({});
    const comment = await connected.publish({ silent: true }, { text: 'more', replyTo });
    expect(await accepted()).toMatchObject([
      { text: 'hello' },
      { text: 'more', url: comment.url, chat: { silent: true } },
    ]);
    expect(await handle(connected, comment)).toMatchObject({ deletions: ['deleted', 'gone'] });
  });

  it.each<[string, object, OutgoingPost['settings']]>([
    ['that its post has named', {}, { threadId: threads.releases }],
    ['that its post has begun in a forum', FORUM, { threadName: 'Version 2', tagIds: [tags.release] }],
  ])('writes a comment in the thread %s', async (_thread, changes, settings) => {
    const connected = await connectTo(sandbox, changes);
    const { platformPostId: replyTo } = await connected.publish(settings);
    const comment = await connected.publish(settings, { text: 'more', replyTo });
    const [threadId] = replyTo.split('/');
    expect(comment.platformPostId).toMatch(new RegExp(`^${threadId}/\\d+$`));
    expect(await accepted()).toMatchObject([
      { chat: { thread: { id: threadId } } },
      { chat: { thread: { id: threadId } } },
    ]);
    expect(await handle(connected, comment)).toMatchObject({ deletions: ['deleted', 'gone'] });
  });

  it('begins a post in a forum with its tags, which takes further messages', async () => {
    const connected = await connectTo(sandbox, FORUM);
    const first = await connected.publish({ threadName: 'Version 2', tagIds: [tags.release] });
    const [threadId = ''] = first.platformPostId.split('/');
    const second = await connected.publish({ threadId }, { text: 'more' });
    expect(second.platformPostId).toMatch(new RegExp(`^${threadId}/\\d+$`));
    const thread = { id: threadId, name: 'Version 2', tags: ['release'] };
    expect(await accepted()).toMatchObject([{ chat: { thread } }, { text: 'more', chat: { thread } }]);
    const link = `https://discord.com/channels/${guild}/${threadId}`;
    expect(await connected.driver.ownPosts.lookUp?.(link, connected.account, {})).toBe(first.platformPostId);
    expect(await handle(connected, first)).toMatchObject({ deletions: ['deleted', 'gone'], readAgain: null });
  });

  it('finds a message of the channel in its link, and none of another server or of another site', async () => {
    const { driver, account, publish } = await connectTo(sandbox);
    const { platformPostId, url } = await publish({});
    const lookUp = (address: string) => driver.ownPosts.lookUp?.(address, account, {});
    expect(platformPostId).toMatch(/^\d+$/);
    expect(await lookUp(url)).toBe(platformPostId);
    expect(await lookUp(`https://ptb.discord.com/channels/${guild}/${channel}/${platformPostId}`)).toBe(platformPostId);
    expect(await lookUp(`https://discord.com/channels/41/${channel}/${platformPostId}`)).toBeNull();
    expect(await lookUp(`https://discord.com/invite/${guild}/${channel}/${platformPostId}`)).toBeNull();
    expect(await lookUp(`https://example.com/channels/${guild}/${channel}/${platformPostId}`)).toBeNull();
  });

  it('does not take a message for deleted whose thread is not found, and says why it may be', async () => {
    const { driver, account } = await connectTo(sandbox);
    const unproven = { kind: 'not-found', upstreamCode: '10003', status: 404 };
    expect(await rejectionOf(driver.ownPosts.read?.('41/42', account, {}))).toMatchObject(unproven);
    expect(await rejectionOf(driver.actions.deletePost?.('41/42', account, {}))).toMatchObject({
      ...unproven,
      message:
        'the thread is gone, or the webhook was moved to another channel; if you deleted the thread, nothing is left to take back',
    });
    expect('read' in driver.counters && (await driver.counters.read('41/42', account, {}))).toBeNull();
  });

  it('notifies only those whom the settings allow, and shows other names literally', async () => {
    const { publish } = await connectTo(sandbox);
    const text = '<@11> <@!12> <@&13> @everyone *a*';
    await publish({}, { text });
    await publish({ mentions: ['users'] }, { text });
    await publish({ mentions: ['everyone', 'roles'] }, { text });
    const posts = await accepted();
    expect(posts.map((post) => post.chat)).toEqual([
      undefined,
      { mentions: ['users'] },
      { mentions: ['roles', 'everyone'] },
    ]);
    expect(posts.map((post) => post.text)).toEqual([text, text, text]);
  });

  it('is silent, and without a card of its link', async () => {
    const { publish } = await connectTo(sandbox);
    for (const settings of [{ silent: true }, { linkPreview: false }, { silent: true, linkPreview: false }, {}]) {
      await publish(settings);
    }
    expect((await accepted()).map(({ chat }) => chat)).toEqual([
      { silent: true },
      { linkPreview: false },
      { silent: true, linkPreview: false },
      undefined,
    ]);
  });

  const both = { threadName: 'A', threadId: '1' };
  it.each([
    [both, 'threadName begins a new post in a forum, and threadId names one that is there; leave one of them out'],
    [{ tagIds: ['1'] }, 'tagIds are for a new post in a forum; give threadName as well, or leave them out'],
  ])('refuses %j before anything is sent', async (settings, message) => {
    const { publish } = await connectTo(sandbox, FORUM);
    const expected = { kind: 'rejected', code: 'invalid_request', message, status: null };
    expect(await rejectionOf(publish(settings))).toMatchObject(expected);
    const checked = { text: 'hello', settings, hasMedia: false, limits: null };
    expect(contentProblem({ platform: 'chatbot', network: 'discord' }, checked)).toMatchObject(expected);
    expect(await publishes()).toBe(0);
  });

  it.each([
    [FORUM, {}, '220001'],
    [{}, { threadName: 'A' }, '220003'],
    [{ ...FORUM, requiresTag: true }, { threadName: 'A' }, '40067'],
    [{ ...FORUM, tags: [] }, { threadName: 'A', tagIds: ['1'] }, '40066'],
    [FORUM, { threadName: 'A', tagIds: ['1'] }, '10087'],
    [{}, { threadId: '1' }, '10003'],
    [{}, { threadId: threads.archive }, '160005'],
  ])('is refused by the network: channel %j, settings %j', async (discord, settings, upstreamCode) => {
    const { publish } = await connectTo(sandbox, discord);
    expect(await rejectionOf(publish(settings))).toMatchObject({ upstreamCode });
    expect(await accepted()).toEqual([]);
  });
});

describe('settings on the wire', () => {
  const used = useStubbedDriver('discord', { oauthUrl: 'https://discord.com' });
  const account = stubAccount('11', { accountUrn: '22' });
  const publish = (settings: OutgoingPost['settings']) =>
    used.driver.publish({ text: 'hello', media: [], settings }, account, {});

  it('are in the request that publishes', async () => {
    used.stub.reply = { status: 200, body: { id: '7', channel_id: '7' } };
    const forum = { threadName: 'A', tagIds: ['5'], silent: true, linkPreview: false, mentions: ['roles'] };
    expect(await publish(forum)).toEqual({ platformPostId: '7/7', url: 'https://discord.com/channels/22/7/7' });
    used.stub.reply = { status: 200, body: { id: '8', channel_id: '7' } };
    expect(await publish({ threadId: '7' })).toMatchObject({ platformPostId: '7/8' });
    const [begun, further] = used.stub.requests;
    expect(begun?.path).toMatch(/\?wait=true$/);
    expect(JSON.parse(begun?.body ?? '')).toEqual({
      ...{ content: 'hello', allowed_mentions: { parse: ['roles'] }, flags: 4 | 4096 },
      ...{ thread_name: 'A', applied_tags: ['5'] },
    });
    expect(further?.path).toMatch(/\?wait=true&thread_id=7$/);
    expect(JSON.parse(further?.body ?? '')).toEqual({ content: 'hello', allowed_mentions: { parse: [] } });
  });

  it('that say what Discord does anyway add nothing', async () => {
    used.stub.reply = { status: 200, body: { id: '7', channel_id: '6' } };
    expect(await publish({ silent: false, linkPreview: true, tagIds: [], mentions: [] })).toMatchObject({
      platformPostId: '7',
    });
    expect(used.stub.requests.map(({ body }) => body)).toEqual(['{"content":"hello","allowed_mentions":{"parse":[]}}']);
  });
});
