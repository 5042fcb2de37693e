import { sandboxSeed } from '@social/sandbox';
import { uniqueText, useStack, type Workspace } from '@social/testkit';
import { expect, test } from 'vitest';

const { stack, clock } = useStack({ clock: true });
const { bot, chats } = sandboxSeed.telegram;

/** Connects an account of the chat bot platform under a name. */
async function connect({ api, connections }: Workspace, body: object, name: string): Promise<void> {
  const before = (await connections()).chatbot.accounts.map((account: { name: string }) => account.name);
  expect((await api('POST', '/api/connect/chatbot/token', { body })).status).toBe(201);
  const accounts = (await connections()).chatbot.accounts as { name: string }[];
  const made = accounts.find((account) => !before.includes(account.name));
  await rename({ api }, made?.name ?? '', name);
}

function chat(chatId: string) {
  return { botToken: bot.token, chatId };
}

function webhook() {
  const { id, token } = sandboxSeed.discord.webhook;
  return { webhookUrl: `${stack.sandboxUrl}/discord/api/webhooks/${id}/${token}` };
}

async function rename({ api }: Pick<Workspace, 'api'>, account: string, name: string): Promise<void> {
  clock.advance(1_000);
  expect((await api('PATCH', `/api/connect/chatbot/accounts/${account}`, { body: { name } })).status).toBe(200);
}

/** A workspace with the accounts main and news of Telegram and fans of Discord, and a post to each and to LinkedIn. */
async function withPosts() {
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  await connect(workspace, chat(chats.channel), 'main');
  await connect(workspace, chat(chats.group), 'news');
  await connect(workspace, webhook(), 'fans');
  const texts = {
    main: uniqueText('Main'),
    news: uniqueText('News'),
    fans: uniqueText('Fans'),
    linkedin: uniqueText('LinkedIn'),
  };
  const targets = { main: 'chatbot', news: 'chatbot:news', fans: 'chatbot:fans', linkedin: 'profnet' };
  for (const [name, target] of Object.entries(targets)) {
    const { body } = await workspace.publish({ text: texts[name as keyof typeof texts], platforms: [target] });
    expect(body.outcome).toBe('published');
  }
  return workspace;
}

/** First words of the posts that a filter finds, in the order of the alphabet. */
async function postsFor({ api }: Workspace, query: string): Promise<string[]> {
  const { status, body } = await api('GET', `/api/v1/posts?${query}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.posts.map(({ text }: { text: string }) => text.split(' ')[0]).toSorted();
}

/** The accounts of the log entries about posts that a filter finds. */
async function loggedFor({ api }: Workspace, query: string): Promise<string[]> {
  const { status, body } = await api('GET', `/api/logs?action=post.published&${query}`);
  expect([status, body.total]).toEqual([200, body.logs.length]);
  return body.logs.map(({ metadata }: { metadata: Record<string, string> }) => metadata['target']).toSorted();
}

test.each([
  ['chatbot', ['Fans', 'Main', 'News'], ['fans', 'main', 'news']],
  ['chatbot:main', ['Main'], ['main']],
  ['chatbot:news', ['News'], ['news']],
  ['chatbot:telegram', ['Main', 'News'], ['main', 'news']],
  ['chatbot:discord', ['Fans'], ['fans']],
])('posts and log are filtered by %s', async (target, posts, logged) => {
  const workspace = await withPosts();
  expect(await postsFor(workspace, `platform=${target}`)).toEqual(posts);
  expect(await postsFor(workspace, `platform=${target}&outcome=published&limit=3`)).toEqual(posts);
  expect(await postsFor(workspace, `platform=${target}&from=2020-01-01T00:00:00Z`)).toEqual(posts);
  expect(await postsFor(workspace, `platform=${target}&outcome=failed`)).toEqual([]);
  expect(await loggedFor(workspace, `platform=${target}`)).toEqual(logged);
  expect(await loggedFor(workspace, `platform=${target}&profile=default&status=success`)).toEqual(logged);
  const { body } = await workspace.api('GET', `/api/logs?action=platform.connected&platform=${target}`);
  expect(body.total).toBe(logged.length);
});

test('an account is found by every name that it had, also after it is disconnected', async () => {
  const workspace = await withPosts();
  await rename(workspace, 'news', 'press');
  const { body } = await workspace.publish({ text: uniqueText('Later'), platforms: ['chatbot:press'] });
  expect(body.outcome).toBe('published');
  await workspace.api('POST', '/api/connect/chatbot/disconnect', { body: { account: 'press' } });
  for (const name of ['news', 'press']) {
    expect(await postsFor(workspace, `platform=chatbot:${name}`)).toEqual(['Later', 'News']);
    expect(await loggedFor(workspace, `platform=chatbot:${name}`)).toEqual(['news', 'press']);
  }
  expect(await postsFor(workspace, 'platform=chatbot:telegram')).toEqual(['Later', 'Main', 'News']);
});

test('a post that waits, was canceled or has lost its account is found by its account', async () => {
  const workspace = await withPosts();
  const at = (seconds: number) => new Date(clock.now() + seconds * 1_000).toISOString();
  const post = (text: string, target: string, seconds: number) =>
    workspace.publish({ text: uniqueText(text), platforms: [target], scheduledFor: at(seconds) });
  await post('Waits', 'chatbot:news', 3_600);
  const canceled = await post('Canceled', 'chatbot:news', 3_600);
  expect((await workspace.api('DELETE', `/api/v1/posts/${canceled.body.id}`)).status).toBe(200);
  const lost = await post('Lost', 'chatbot', 60);
  await workspace.api('POST', '/api/connect/chatbot/disconnect', { body: { account: 'main' } });
  clock.advance(61_000);
  await workspace.untilPost(lost.body.id, { platformResults: { chatbot: { code: 'not_connected' } } });
  expect(await postsFor(workspace, 'platform=chatbot:news')).toEqual(['Canceled', 'News', 'Waits']);
  expect(await postsFor(workspace, 'platform=chatbot:main')).toEqual(['Lost', 'Main']);
  expect(await postsFor(workspace, 'platform=chatbot:main&outcome=failed')).toEqual(['Lost']);
  expect(await loggedFor(workspace, 'platform=chatbot:news&status=canceled')).toEqual(['news']);
  expect(await loggedFor(workspace, 'platform=chatbot:main&status=failed')).toEqual(['main']);
  const { body } = await workspace.api('GET', `/api/v1/posts/${canceled.body.id}/timeline`);
  expect(body.events.at(-1)).toMatchObject({ kind: 'canceled', target: 'news' });
});

test.each([
  ['mastodon:', /^platform: must be one of profnet,/],
  [':news', /^platform: must be one of profnet,/],
  ['chatbot:News', /^platform: must be one of profnet,/],
  [`chatbot:${'a'.repeat(33)}`, /^platform: must be one of profnet,/],
  ['telegram:news', /^platform: must be one of profnet,/],
  ['myspace', /^platform: must be one of profnet,/],
  ['chatbot:new', /chatbot:new is not an account.*known are chatbot:fans, chatbot:main, chatbot:news/],
  ['chatbot:nobody', /chatbot:nobody is not an account.*known are chatbot:fans, chatbot:main, chatbot:news/],
  ['profnet:news', /profnet:news is not an account.*profnet:/],
  ['bluesky:news', /bluesky:news is not an account.*no account of bluesky is connected\. Nothing/],
])('a filter by %s is refused', async (target, message) => {
  const workspace = await withPosts();
  for (const list of ['/api/v1/posts', '/api/logs']) {
    const { status, body } = await workspace.api('GET', `${list}?platform=${target}`);
    expect([status, body.error]).toEqual([400, expect.stringMatching(message)]);
    expect(body.details).toMatchObject({ field: 'platform' });
  }
});

test('a name counts in the profiles of the list only', async () => {
  const workspace = await withPosts();
  const { body } = await workspace.api('POST', '/api/profiles', { body: { name: 'Brand' } });
  const connected = { ...webhook(), profileId: body.profile.id };
  expect((await workspace.api('POST', '/api/connect/chatbot/token', { body: connected })).status).toBe(201);
  const posted = await workspace.publish({ text: uniqueText('Brand'), platforms: ['chatbot'], profile: 'brand' });
  expect(posted.body.outcome).toBe('published');
  for (const profile of ['brand', 'nowhere']) {
    expect(await postsFor(workspace, `platform=chatbot:news&profile=${profile}`)).toEqual([]);
    expect(await loggedFor(workspace, `platform=chatbot:news&profile=${profile}`)).toEqual([]);
  }
  // The account is connected in both profiles, so that both have published to it.
  expect(await postsFor(workspace, 'platform=chatbot:fans')).toEqual(['Brand', 'Fans']);
  expect(await postsFor(workspace, 'platform=chatbot:fans&profile=default')).toEqual(['Fans']);
});

test('a key of one profile learns no names of others', async () => {
  const workspace = await withPosts();
  await workspace.api('POST', '/api/profiles', { body: { name: 'Brand' } });
  const made = await workspace.api('POST', '/api/keys', { body: { name: 'Brand', profiles: ['brand'] } });
  const headers = { authorization: `Bearer ${made.body.rawKey}` };
  for (const list of ['/api/v1/posts', '/api/logs']) {
    const found = await stack.anonymous('GET', `${list}?platform=chatbot:news`, { headers });
    const missing = await stack.anonymous('GET', `${list}?platform=chatbot:none`, { headers });
    expect([found.status, found.body.error]).toEqual([400, missing.body.error.replace('chatbot:none', 'chatbot:news')]);
  }
});

test('posts to accounts with one name in many profiles are found page by page', async () => {
  const workspace = await stack.createWorkspace();
  const profileIds: string[] = [];
  for (let number = 1; number <= 12; number++) {
    const made = await workspace.api('POST', '/api/profiles', { body: { name: `Shop ${number}` } });
    const connected = { ...webhook(), profileId: made.body.profile.id };
    profileIds.push(connected.profileId);
    expect((await workspace.api('POST', '/api/connect/chatbot/token', { body: connected })).status).toBe(201);
    const text = uniqueText(`Shop${number}`);
    const { body } = await workspace.publish({ text, platforms: ['chatbot'], profile: `shop-${number}` });
    expect(body.outcome).toBe('published');
  }
  // As if each profile had an account of its own, so that the name means many.
  await stack.query('update account_name set channel = profile_id');
  await stack.query(`update post_target set channel = profile_id where workspace_id = '${workspace.workspaceId}'`);
  const { body: status } = await workspace.api('GET', `/api/connect/status?profileId=${profileIds[0]}`);
  const [{ name }] = status.chatbot.accounts;
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body } = await workspace.api('GET', `/api/v1/posts?platform=chatbot:${name}&limit=5${next}`);
    found.push(...body.posts.map(({ id }: { id: string }) => id));
    cursor = body.nextCursor;
  }
  expect(new Set(found).size).toBe(12);
  expect(found).toHaveLength(12);
});

test('a saved view has an account, and none that is no target', async () => {
  const workspace = await withPosts();
  const views = [{ name: 'News', filters: { platform: 'chatbot:news' } }];
  expect((await workspace.api('PUT', '/api/views', { body: { views } })).body).toEqual({ views });
  expect((await workspace.api('GET', '/api/views')).body).toEqual({ views });
  const wrong = [{ name: 'News', filters: { platform: 'telegram:news' } }];
  expect((await workspace.api('PUT', '/api/views', { body: { views: wrong } })).status).toBe(400);
});
