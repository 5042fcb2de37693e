import { sandboxSeed } from '@social/sandbox';
import { samplePng, uniqueText, useStack, type Workspace, watchRequests } from '@social/testkit';
import { beforeAll, describe, expect, test } from 'vitest';

const { stack, workspace } = useStack({
  connect: ['mastodon', 'microblog', 'profnet', 'bluesky', 'socialnet'],
});

beforeAll(async () => {
  const { bot, chats } = sandboxSeed.telegram;
  await connectChat(workspace, { botToken: bot.token, chatId: chats.channel });
});

const poll = { options: ['Dark', 'Light'], minutes: 1440 };
const WITH_POLLS = { mastodon: 'mastodon', microblog: 'x', profnet: 'linkedin', chatbot: 'telegram' } as const;

async function upload({ api }: Workspace): Promise<string> {
  return (await api('POST', '/api/v1/media', { body: samplePng(), headers: { 'content-type': 'image/png' } })).body.url;
}

const dryRun = (body: object, by = workspace) => by.api('POST', '/api/v1/posts?dryRun=true', { body });

async function connectChat({ api }: Workspace, body: object): Promise<void> {
  expect((await api('POST', '/api/connect/chatbot/token', { body })).status).toBe(201);
}

async function withDiscord(): Promise<Workspace> {
  const chats = await stack.createWorkspace();
  const { id, token } = sandboxSeed.discord.webhook;
  await connectChat(chats, { webhookUrl: `${stack.sandboxUrl}/discord/api/webhooks/${id}/${token}` });
  return chats;
}

test('a poll is published wherever the network has polls, with the text as its question', async () => {
  const text = uniqueText('Which one?');
  const { status, body } = await workspace.publish({ text, platforms: Object.keys(WITH_POLLS), poll });
  expect([status, body.status, body.poll]).toEqual([201, 'published', poll]);
  for (const network of Object.values(WITH_POLLS)) {
    const accepted = (await stack.sandbox.posts(network)).filter(({ poll: asked }) => asked?.question === text);
    expect(accepted, network).toMatchObject([{ poll: { options: poll.options, multiple: false } }]);
  }
  expect((await workspace.api('GET', `/api/v1/posts/${body.id}`)).body.poll).toEqual(poll);
});

test('a question of its own stands beside the text', async () => {
  const text = uniqueText('Help us choose.');
  const question = 'Which one?';
  const platforms = ['profnet', 'chatbot'];
  const { body } = await workspace.publish({ text, platforms, poll: { ...poll, question } });
  expect(body.status).toBe('published');
  for (const network of ['linkedin', 'telegram'] as const) {
    const accepted = (await stack.sandbox.posts(network)).filter((post) => post.text === text);
    expect(accepted, network).toMatchObject([{ text, poll: { question } }]);
  }
});

test('Discord shows a poll without saying its question twice, and takes a picture beside it', async () => {
  const chats = await withDiscord();
  const text = uniqueText('Which one?');
  const media = [{ url: await upload(chats), alt: 'Both' }];
  const asked = { ...poll, minutes: 120, multiple: true };
  const { body } = await chats.publish({ text, platforms: ['chatbot'], poll: asked, media });
  expect(body.platformResults.chatbot).toMatchObject({ ok: true });
  const accepted = (await stack.sandbox.posts('discord')).filter(({ poll: shown }) => shown?.question === text);
  expect(accepted).toMatchObject([{ text: '', poll: { multiple: true }, media: [{ type: 'image/png' }] }]);
});

test('a network without polls leaves it out, and says so', async () => {
  const text = uniqueText('Which one?');
  const { body } = await workspace.publish({ text, platforms: ['bluesky', 'socialnet'], poll });
  expect(body.platformResults).toMatchObject({
    bluesky: { ok: true, note: 'Left out on Bluesky: the poll.' },
    socialnet: { ok: true, note: expect.stringContaining('the poll.') },
  });
});

test('the first part of a thread has the poll, and the others have none', async () => {
  const [text, second] = [uniqueText('Which one?'), uniqueText('We ask because')];
  await workspace.publish({ text, thread: [second], platforms: ['mastodon'], poll });
  const accepted = (await stack.sandbox.posts('mastodon')).filter((post) => [text, second].includes(post.text));
  expect(accepted.map((post) => post.poll?.options)).toEqual([poll.options, undefined]);
});

describe('a dry run names the limits of each network', () => {
  test.each([
    ['profnet', { minutes: 60 }, 'lasts 1 hour, and LinkedIn has 1 day, 3 days, 7 days, or 14 days'],
    ['profnet', { options: ['Dark', 'x'.repeat(31)] }, 'of 31 characters, and LinkedIn takes up to 30'],
    [
      'chatbot',
      { question: 'Which?', text: 'x'.repeat(1025) },
      'beside a text of 1025 characters, and Telegram takes up to 1024',
    ],
    ['profnet', { multiple: true }, 'allows several answers, which LinkedIn does not have'],
    ['microblog', { options: ['a', 'b', 'c', 'd', 'e'] }, 'has 5 answers, and X takes up to 4'],
    ['microblog', { minutes: 10_081 }, 'lasts 10081 minutes, and X takes 5 minutes to 7 days'],
    ['mastodon', { minutes: 4 }, 'lasts 4 minutes, and Mastodon takes 5 minutes to'],
    [
      'chatbot',
      { options: Array.from({ length: 13 }, (_, at) => `${at}`) },
      'has 13 answers, and Telegram takes up to 12',
    ],
  ])('of %s for %j', async (platform, changes, problem) => {
    const { text = 'Which one?', ...other } = changes as { text?: string };
    const { body } = await dryRun({ text, platforms: [platform], poll: { ...poll, ...other } });
    expect(body.platformResults[platform]).toMatchObject({ ok: false, state: 'problem', code: 'invalid_request' });
    expect(body.platformResults[platform].error).toContain(problem);
  });

  test('of files beside it', async () => {
    const media = [{ url: await upload(workspace) }];
    const { body } = await dryRun({ text: 'Which one?', platforms: ['mastodon', 'microblog'], poll, media });
    for (const platform of ['mastodon', 'microblog']) {
      expect(body.platformResults[platform].error).toContain('takes a poll or files');
    }
  });

  test('of a text that is too long for a question', async () => {
    const { body } = await dryRun({ text: 'x'.repeat(141), platforms: ['profnet'], poll });
    expect(body.platformResults.profnet.error).toContain('give poll.question');
  });

  test.each([
    ['gotosocial', { options: ['a', 'b', 'c', 'd', 'e', 'f'] }],
    ['akkoma', { minutes: 1, options: ['Dark', 'x'.repeat(200)] }],
  ] as const)("of the connected account's own server, such as %s", async (kind, changes) => {
    await stack.sandbox.settings({ mastodon: { kind } });
    const other = await stack.createWorkspace({ connect: ['mastodon'] });
    await stack.sandbox.settings({ mastodon: { kind: 'mastodon' } });
    const { body } = await dryRun(
      { text: 'Which one?', platforms: ['mastodon'], poll: { ...poll, ...changes } },
      other,
    );
    expect(body.platformResults.mastodon).toMatchObject({ ok: true, state: 'ready' });
  });

  test('without a card that LinkedIn does not show beside it', async () => {
    const text = `Which one? ${stack.sandboxUrl}/`;
    const question = 'Which one?';
    const { body } = await dryRun({ text, platforms: ['profnet'], poll: { ...poll, question } });
    expect(body.platformResults.profnet).toMatchObject({ ok: true, state: 'ready' });
    expect(body.platformResults.profnet).not.toHaveProperty('card');
    expect(body.platformResults.profnet).not.toHaveProperty('note');
  });
});

test.each([
  [{ ...poll, options: ['Dark'] }],
  [{ ...poll, options: ['Dark', 'Dark'] }],
  [{ ...poll, options: ['Dark', ' \u200b'] }],
  [{ ...poll, options: ['Dark', ' Dark '] }],
  [{ ...poll, options: ['\u00e9', 'e\u0301'] }],
  [{ ...poll, options: ['Dark', 'Light\nand bright'] }],
  [{ ...poll, minutes: 0 }],
  [{ ...poll, minutes: 1.5 }],
  [{ options: poll.options }],
  [{ ...poll, question: '   ' }],
  [{ ...poll, colour: 'red' }],
  ['Dark or light'],
  [['Dark', 'Light']],
])('the poll %j is refused, and nothing is sent', async (refused) => {
  const seen = await watchRequests(stack);
  const { status, body } = await workspace.publish({
    text: uniqueText('Which?'),
    platforms: ['mastodon'],
    poll: refused,
  });
  expect([status, body.code]).toEqual([400, 'invalid_request']);
  expect(body.details.field).toMatch(/^poll/);
  expect(await seen('publish')).toEqual([]);
});

test('the same key with another poll is another call', async () => {
  const headers = { 'idempotency-key': uniqueText('key') };
  const body = { text: uniqueText('Which one?'), platforms: ['mastodon'], poll };
  const publish = (changed: object) =>
    workspace.api('POST', '/api/v1/posts', { body: { ...body, ...changed }, headers });
  expect((await publish({})).status).toBe(201);
  expect((await publish({})).status).toBe(201);
  expect((await publish({ poll: { ...poll, minutes: 60 } })).status).toBe(422);
  const sent = (await stack.sandbox.posts('mastodon')).filter(({ text }) => text === body.text);
  expect(sent).toHaveLength(1);
});

test('a scheduled post and a draft keep their poll until they go out', async () => {
  const text = uniqueText('Which one?');
  const draft = await workspace.api('POST', '/api/v1/drafts', { body: { text, platforms: ['mastodon'], poll } });
  expect(draft.body.poll).toEqual(poll);
  const path = `/api/v1/drafts/${draft.body.id}`;
  expect((await workspace.api('PATCH', path, { body: { poll: null } })).body.poll).toBeUndefined();
  expect((await workspace.api('PATCH', path, { body: { poll } })).body.poll).toEqual(poll);
  const { updatedAt } = (await workspace.api('GET', path)).body;
  const { status, body } = await workspace.api('POST', `${path}/approve`, { body: { ifUpdatedAt: updatedAt } });
  expect([status, body.poll]).toEqual([201, poll]);
  const accepted = (await stack.sandbox.posts('mastodon')).filter((post) => post.text === text);
  expect(accepted).toMatchObject([{ poll: { options: poll.options } }]);
});
