import { sandboxSeed } from '@social/sandbox';
import { type ApiAnswer, uniqueText, useStack, type Workspace } from '@social/testkit';
import { expect, test } from 'vitest';

const { stack, clock } = useStack({ clock: true });
const { bot, chats } = sandboxSeed.telegram;

const connectChat = ({ api }: Workspace, chatId: string) =>
  api('POST', '/api/connect/chatbot/token', { body: { botToken: bot.token, chatId } });

const connectWebhook = ({ api }: Workspace) => {
  const { id, token } = sandboxSeed.discord.webhook;
  const webhookUrl = `${stack.sandboxUrl}/discord/api/webhooks/${id}/${token}`;
  return api('POST', '/api/connect/chatbot/token', { body: { webhookUrl } });
};

const change = ({ api }: Workspace, account: string, body: object): Promise<ApiAnswer> =>
  api('PATCH', `/api/connect/chatbot/accounts/${account}`, { body });

async function namesOf(workspace: Workspace): Promise<string[]> {
  return (await workspace.connections()).chatbot.accounts.map(({ name }: { name: string }) => name);
}

/** A workspace with two chats of Telegram and a webhook of Discord, by their short names; the first one is the default. */
async function withThree() {
  const workspace = await stack.createWorkspace();
  await connectChat(workspace, chats.channel);
  await connectChat(workspace, chats.group);
  await connectWebhook(workspace);
  return { workspace, names: await namesOf(workspace) };
}

/** Chats and channels in which a text stands, by the network's account. */
async function placesOf(text: string): Promise<string[]> {
  return (await stack.sandbox.posts()).filter((post) => post.text === text).map(({ account }) => account);
}

test('a second account is added, the first stays the default, and the same one again renews it', async () => {
  const { workspace, names } = await withThree();
  expect(names).toHaveLength(3);
  expect(new Set(names).size).toBe(3);
  const { chatbot, mastodon } = await workspace.connections();
  expect(chatbot).toMatchObject({ connected: true, network: 'telegram', displayName: 'Sandbox Channel' });
  expect(chatbot.accounts.map(({ isDefault }: { isDefault: boolean }) => isDefault)).toEqual([true, false, false]);
  expect(mastodon.accounts).toEqual([]);
  expect((await connectChat(workspace, chats.group)).status).toBe(201);
  expect(await namesOf(workspace)).toEqual(names);
});

test('one call publishes to several accounts of a platform, with a result and an own text for each', async () => {
  const { workspace, names } = await withThree();
  const [, second, third] = names;
  const text = uniqueText('Everywhere');
  const own = uniqueText('For the group');
  const platforms = ['chatbot', `chatbot:${second}`, `chatbot:${third}`];
  const { status, body } = await workspace.publish({
    text,
    platforms,
    overrides: { [`chatbot:${second}`]: { text: own } },
  });
  expect([status, body.outcome, body.platforms]).toEqual([201, 'published', platforms]);
  expect(Object.keys(body.platformResults)).toEqual(platforms);
  expect(await placesOf(text)).toHaveLength(2);
  expect(await placesOf(own)).toHaveLength(1);
  expect(await workspace.readPost(body.id)).toEqual(body);
  const logged = (await workspace.readLog({ postId: body.id })).map(({ metadata }) => metadata['target']);
  expect(logged.toSorted()).toEqual(names.toSorted());
  const { body: steps } = await workspace.api('GET', `/api/v1/posts/${body.id}/timeline`);
  const published = steps.events.filter(({ kind }: { kind: string }) => kind === 'published');
  expect(published.map(({ target }: { target: string }) => target).toSorted()).toEqual(names.toSorted());
});

test('one account fails, is sent again alone, and another is taken back alone', async () => {
  const { workspace, names } = await withThree();
  const third = `chatbot:${names[2]}`;
  await stack.sandbox.fault({ network: 'discord', operation: 'publish', kind: 'forbidden', times: 1 });
  const text = uniqueText('One of them fails');
  const { body } = await workspace.publish({ text, platforms: ['chatbot', `chatbot:${names[1]}`, third] });
  expect(body).toMatchObject({ outcome: 'partial', platformResults: { [third]: { ok: false, state: 'failed' } } });
  const again = await workspace.api('POST', `/api/v1/posts/${body.id}/retry`);
  expect(again.body.outcome).toBe('published');
  expect(await placesOf(text)).toHaveLength(3);
  const platforms = [`chatbot:${names[1]}`];
  const taken = await workspace.api('POST', `/api/v1/posts/${body.id}/unpublish`, { body: { platforms } });
  expect(taken.body).toMatchObject({ ok: true, results: { [platforms[0] as string]: { state: 'deleted' } } });
  expect((await stack.sandbox.posts()).filter((post) => post.text === text && !post.deletedAt)).toHaveLength(2);
});

test('the name of a network means its default account', async () => {
  const { workspace } = await withThree();
  const text = uniqueText('By the network');
  const { body } = await workspace.publish({ text, platforms: ['chatbot:telegram', 'chatbot:discord'] });
  expect(body.outcome).toBe('published');
  expect((await stack.sandbox.posts('telegram')).filter((post) => post.text === text)).toHaveLength(1);
  expect((await stack.sandbox.posts('discord')).filter((post) => post.text === text)).toHaveLength(1);
  const renamed = await change(workspace, (await namesOf(workspace))[1] ?? '', { name: 'discord' });
  expect([renamed.status, renamed.body.details.field]).toEqual([400, 'name']);
});

test('a network without its default account names the others of that network alone', async () => {
  const { workspace, names } = await withThree();
  await workspace.api('POST', '/api/connect/chatbot/disconnect', { body: { account: names[0] } });
  const { body } = await workspace.publish({ text: uniqueText('None'), platforms: ['chatbot:telegram'] });
  const { code, error } = body.platformResults['chatbot:telegram'];
  expect([code, error]).toEqual(['not_connected', expect.stringContaining(`choose one of chatbot:${names[1]},`)]);
});

test('an article that another system sends goes to the accounts that it names', async () => {
  const { workspace, names } = await withThree();
  const body = { title: uniqueText('Article'), body: 'Words' };
  const platforms = `chatbot:${names[1]},chatbot:discord`;
  const path = `/api/webhooks/incoming?platforms=${encodeURIComponent(platforms)}`;
  const answer = await workspace.api('POST', path, { body });
  expect([answer.status, answer.body.outcome]).toEqual([201, 'published']);
  expect(Object.keys(answer.body.platforms).toSorted()).toEqual(platforms.split(',').toSorted());
});

test('the status lists all targets that mean an account', async () => {
  const { workspace, names } = await withThree();
  const [first, second, third] = names.map((name) => `chatbot:${name}`);
  const targets = async () => {
    const accounts: { targets: string[] }[] = (await workspace.connections()).chatbot.accounts;
    return accounts.map((account) => account.targets);
  };
  expect(await targets()).toEqual([[first, 'chatbot:telegram', 'chatbot'], [second], [third, 'chatbot:discord']]);
  await change(workspace, names[2] ?? '', { isDefault: true });
  expect((await targets()).find((each) => each.includes('chatbot:telegram'))).toContain(first);
  clock.advance(1_000);
  const { body } = await change(workspace, names[2] ?? '', { name: 'alerts' });
  expect(body.targets).toEqual(['chatbot:alerts', third, 'chatbot:discord', 'chatbot']);
  for (const target of body.targets) {
    const text = uniqueText(target);
    expect((await workspace.publish({ text, platforms: [target] })).body.outcome).toBe('published');
    expect((await stack.sandbox.posts('discord')).filter((post) => post.text === text)).toHaveLength(1);
  }
});

test('an old name keeps leading to its account, and no other account gets it', async () => {
  const { workspace, names } = await withThree();
  const [first = '', second = ''] = names;
  clock.advance(1_000);
  expect((await change(workspace, second, { name: 'press' })).body).toMatchObject({ name: 'press', isDefault: false });
  for (const name of [second, 'press']) {
    const text = uniqueText(name);
    const { body } = await workspace.publish({ text, platforms: [`chatbot:${name}`] });
    expect([body.outcome, await placesOf(text)]).toEqual(['published', [expect.anything()]]);
  }
  expect((await change(workspace, first, { name: second })).status).toBe(409);
  await workspace.api('POST', '/api/connect/chatbot/disconnect', { body: { account: 'press' } });
  expect((await change(workspace, first, { name: 'press' })).status).toBe(409);
  await connectChat(workspace, chats.group);
  expect(await namesOf(workspace)).toContain('press');
  const { status } = await workspace.api('POST', '/api/connect/mastodon/disconnect', { body: { account: 'press' } });
  expect(status).toBe(400);
});

test.each([
  [['chatbot:nobody'], /chatbot:nobody is not a connected account.*chatbot:/],
  [
    ['mastodon:news'],
    /mastodon:news is not a connected account of this profile; no account of mastodon is connected\./,
  ],
  [['chatbot', 'FIRST'], /names one account twice: chatbot and chatbot:/],
  [['chatbot', 'chatbot:telegram'], /names one account twice: chatbot and chatbot:telegram/],
  [['myspace:news'], /must be one of profnet,/],
  [['chatbot:No Such'], /must be one of profnet,/],
])('%j is refused before anything is sent', async (platforms, message) => {
  const { workspace, names } = await withThree();
  const asked = platforms.map((target) => target.replace('FIRST', `chatbot:${names[0]}`));
  const { status, body } = await workspace.publish({ text: 'Nothing', platforms: asked });
  expect([status, body.error]).toEqual([400, expect.stringMatching(message)]);
});

test('a post is taken back by any name of its account', async () => {
  const { workspace, names } = await withThree();
  const { body } = await workspace.publish({ text: uniqueText('Renamed'), platforms: [`chatbot:${names[1]}`] });
  clock.advance(1_000);
  await change(workspace, names[1] ?? '', { name: 'press' });
  const unpublish = (platforms: string[]) =>
    workspace.api('POST', `/api/v1/posts/${body.id}/unpublish`, { body: { platforms } });
  expect((await unpublish(['chatbot'])).status).toBe(400);
  expect((await unpublish(['chatbot:press'])).body).toMatchObject({
    ok: true,
    results: { [`chatbot:${names[1]}`]: { state: 'deleted' } },
  });
});

test('a scheduled post stays with its account when another becomes the default, and fails when its account is gone', async () => {
  const { workspace, names } = await withThree();
  const scheduledFor = new Date(clock.now() + 60_000).toISOString();
  const [stays, goes] = [uniqueText('Stays'), uniqueText('Goes')];
  const first = await workspace.publish({ text: stays, platforms: ['chatbot'], scheduledFor });
  const other = await workspace.publish({ text: goes, platforms: [`chatbot:${names[2]}`], scheduledFor });
  await change(workspace, names[1] ?? '', { isDefault: true });
  await workspace.api('POST', '/api/connect/chatbot/disconnect', { body: { account: names[2] } });
  clock.advance(61_000);
  await workspace.untilPost(first.body.id, {
    outcome: 'published',
    platformResults: { chatbot: { account: '@sandbox_channel' } },
  });
  await workspace.untilPost(other.body.id, {
    platformResults: {
      [`chatbot:${names[2]}`]: {
        ok: false,
        code: 'not_connected',
        error: expect.stringContaining(`chatbot:${names[2]}, the account of this post, is not connected`),
      },
    },
  });
  expect(await placesOf(goes)).toEqual([]);
});

test('without its default account a platform has none until one is chosen', async () => {
  const { workspace, names } = await withThree();
  await workspace.api('POST', '/api/connect/chatbot/disconnect', { body: { account: names[0] } });
  expect((await workspace.connections()).chatbot).toMatchObject({ connected: false, state: 'not_connected' });
  const { body } = await workspace.publish({ text: uniqueText('Nowhere'), platforms: ['chatbot'] });
  expect(body.platformResults.chatbot).toMatchObject({ ok: false, code: 'not_connected' });
  expect(body.platformResults.chatbot.error).toContain(`chatbot:${names[1]}`);
  await change(workspace, names[1] ?? '', { isDefault: true });
  expect((await workspace.publish({ text: uniqueText('Here'), platforms: ['chatbot'] })).body.outcome).toBe(
    'published',
  );
  await workspace.api('POST', '/api/connect/chatbot/disconnect', { body: {} });
  expect((await workspace.connections()).chatbot).toMatchObject({ connected: false, accounts: [] });
});

test('a retry sends to no account twice, and to no other account than the one that the post waited for', async () => {
  const { workspace, names } = await withThree();
  const disconnect = (account: string | undefined) =>
    workspace.api('POST', '/api/connect/chatbot/disconnect', { body: { account } });
  await disconnect(names[0]);
  const text = uniqueText('Once');
  const second = `chatbot:${names[1]}`;
  const { body } = await workspace.publish({ text, platforms: ['chatbot', second] });
  expect(body.platformResults).toMatchObject({ chatbot: { code: 'not_connected' }, [second]: { ok: true } });
  await change(workspace, names[1] ?? '', { isDefault: true });
  const again = await workspace.api('POST', `/api/v1/posts/${body.id}/retry`);
  expect(again.body.platformResults.chatbot).toMatchObject({ ok: false, error: expect.stringContaining(second) });
  expect(await placesOf(text)).toHaveLength(1);

  const scheduledFor = new Date(clock.now() + 60_000).toISOString();
  const waits = await workspace.publish({ text: uniqueText('Waits'), platforms: ['chatbot'], scheduledFor });
  await disconnect(names[1]);
  clock.advance(61_000);
  await workspace.untilPost(waits.body.id, { platformResults: { chatbot: { code: 'not_connected' } } });
  await change(workspace, names[2] ?? '', { isDefault: true });
  const retried = await workspace.api('POST', `/api/v1/posts/${waits.body.id}/retry`);
  expect(retried.body.platformResults.chatbot).toMatchObject({ ok: false, code: 'not_connected' });
  expect(await placesOf(waits.body.text)).toEqual([]);
});
