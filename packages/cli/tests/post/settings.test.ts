import { describe, expect, it } from 'vitest';
import { accounts } from '../support/connections.ts';
import { POST_ID, PUBLISHED, postWith } from '../support/posts.ts';
import { json, startStandIn } from '../support/stand-in-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const POST = postWith({ mastodon: PUBLISHED });
const ROUTES = {
  'POST /api/v1/posts': json(201, POST),
  [`GET /api/v1/posts/${POST_ID}`]: json(200, POST),
  'GET /api/v1/posts': json(200, { posts: [], total: 0 }),
  'GET /api/connect/status': json(200, {
    ...accounts('mastodon', { name: 'news' }, { name: 'press' }),
    ...accounts('chatbot', { name: 'releases', network: 'telegram' }, { name: 'team', network: 'discord' }),
  }),
};
const settingsOf = (server: { posts(): readonly { body: object }[] }) =>
  server.posts().map(({ body }) => Reflect.get(body, 'settings'));

describe('social post --set', () => {
  it.each([
    [
      'youtube',
      ['youtube.madeForKids=false', 'youtube.tags=one, two', 'youtube.tags=three', 'video.title=A=B'],
      {
        video: { madeForKids: false, tags: ['one', 'two', 'three'], title: 'A=B' },
      },
    ],
    [
      'mastodon:*',
      ['mastodon.visibility=unlisted', 'mastodon:press.sensitive=yes'],
      {
        'mastodon:news': { visibility: 'unlisted' },
        'mastodon:press': { visibility: 'unlisted', sensitive: true },
      },
    ],
    [
      'mastodon,mastodon:news',
      ['mastodon:news.sensitive=true', 'mastodon.visibility=private'],
      { mastodon: { visibility: 'private' }, 'mastodon:news': { visibility: 'private', sensitive: true } },
    ],
    ['telegram', ['telegram.topic=12', 'chatbot.silent=true'], { 'chatbot:telegram': { topic: 12, silent: true } }],
    [
      'telegram,discord',
      ['discord.mentions=users,roles', 'chatbot.silent=true'],
      {
        'chatbot:telegram': { silent: true },
        'chatbot:discord': { silent: true, mentions: ['users', 'roles'] },
      },
    ],
  ])('to %s: %j', async (to, set, settings) => {
    await using server = await startStandIn(ROUTES);
    const args = ['post', 'hello', '--to', to, '--allow-left-out', ...set.flatMap((one) => ['--set', one])];
    const { code, stderr } = await server.social(args);
    expect([code, stderr]).toEqual([0, expect.anything()]);
    expect(settingsOf(server)).toEqual([settings]);
  });

  it.each([
    ['madeForKids=false', 'is not platform.name=value'],
    ['youtube.madeForKid=false', 'did you mean madeForKids?'],
    ['youtube.constructor=x', 'There is no setting'],
    ['youtub.madeForKids=false', 'not a platform: did you mean youtube?'],
    ['youtube.madeForKids=perhaps', 'true or false'],
    ['youtube.madeForKids=constructor', 'true or false'],
    ['youtube.madeForKids=__proto__', 'true or false'],
    ['telegram.topic=third', 'a whole number'],
    ['mastodon.visibility=public', 'which the post is not for'],
    ['all.visibility=public', 'all platforms at once'],
  ])('refuses %s before anything is sent', async (set, words) => {
    await using server = await startStandIn(ROUTES);
    const { code, stderr } = await server.social(['post', 'hello', '--to', 'youtube', '--set', set]);
    expect([code, server.posts()]).toEqual([2, []]);
    expect(stderr).toContain(words);
  });

  it('names the flag where the server refuses its value', async () => {
    const error = 'settings.video.privacyStatus: must be one of public, unlisted, private';
    const answer = {
      error,
      code: 'invalid_request',
      details: { field: 'settings.video.privacyStatus' },
      requestId: 'r',
    };
    await using server = await startStandIn({ ...ROUTES, 'POST /api/v1/posts': json(400, answer) });
    const { code, stderr } = await server.social([
      'post',
      'hi',
      '--to',
      'youtube',
      '--set',
      'youtube.privacyStatus=all',
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain('--set video.privacyStatus must be one of public, unlisted, private');
  });
});

it('asks for labels of AI and paid partnerships', async () => {
  await using server = await startStandIn(ROUTES);
  expect((await server.social(['post', 'hello', '--to', 'x', '--ai-generated', '--paid-partnership'])).code).toBe(0);
  expect(server.posts()).toMatchObject([{ body: { aiGenerated: true, paidPartnership: true } }]);
});

describe('settings in a file', () => {
  const fileOf = (fields: string) => ({
    'posts/a.md': `---\nplatforms: [youtube, "mastodon:news"]\n${fields}---\nHello\n`,
  });

  it.each([
    ['settings: [a]\n', 'settings has settings by platform'],
    ['settings: {youtube: yes}\n', 'youtube has names and values'],
    ['settings:\n  youtube:\n    madeForKid: false\n', 'did you mean madeForKids?'],
    ['settings: {tiktok: {pull: true}}\n', 'which the post is not for'],
    ['aiGenerated: perhaps\n', 'aiGenerated is true or false'],
    ['settings: {youtube: {title: 1180000000000000031}}\n', 'put it in quotes'],
    ['comments: one\n', 'comments is a list of texts'],
  ])('%j is refused with its line', async (fields, words) => {
    await using directory = await temporaryDirectory(fileOf(fields));
    await using server = await startStandIn(ROUTES);
    const { code, stderr } = await server.social(['apply', 'posts', '--yes'], { cwd: directory.path });
    expect([code, server.posts()]).toEqual([2, []]);
    expect(stderr).toMatch(/posts\/a\.md:\d+/);
    expect(stderr).toContain(words);
  });
});

it('shows each comment with its state, and a command that sends the failed one again', async () => {
  const parts = [{ part: 1, ok: true, state: 'published', credits: 1, url: 'https://m.example/1' }];
  const comments = [
    { part: 2, ok: true, state: 'published', credits: 1, url: 'https://m.example/2' },
    { part: 3, ok: false, state: 'failed', credits: 0, error: 'the network refused it', retryable: true },
  ];
  const error = 'comment 2 of 2: the network refused it';
  const post = postWith({
    mastodon: { ...PUBLISHED, ok: false, state: 'failed', error, retryable: true, parts, comments },
  });
  await using server = await startStandIn({
    ...ROUTES,
    [`GET /api/v1/posts/${POST_ID}`]: json(200, post),
    [`GET /api/v1/posts/${POST_ID}/timeline`]: json(200, { events: [] }),
  });
  const { stdout } = await server.social(['post', 'show', POST_ID, '--output', 'text']);
  expect(stdout).toContain('post  published  https://m.example/1');
  expect(stdout).toContain('comment 1/2  published  https://m.example/2');
  expect(stdout).toContain('comment 2/2  failed  the network refused it');
});

it('has another key with other settings of one network, however they are named', async () => {
  const keys = new Set<unknown>();
  for (const silent of ['true', 'false']) {
    await using server = await startStandIn(ROUTES);
    const set = ['--set', `telegram.silent=${silent}`, '--set', 'chatbot.linkPreview=false'];
    expect((await server.social(['post', 'hello', '--to', 'telegram', ...set])).code).toBe(0);
    for (const { key } of server.posts()) keys.add(key);
  }
  expect(keys.size).toBe(2);
});

it('asks for the network that a setting names', async () => {
  await using server = await startStandIn({
    ...ROUTES,
    'GET /api/connect/status': json(200, accounts('chatbot', { name: 'team', network: 'discord' })),
  });
  const { code, stderr } = await server.social(['post', 'hello', '--to', 'chatbot', '--set', 'telegram.silent=true']);
  expect([code, server.posts()]).toEqual([2, []]);
  expect(stderr).toContain('Discord here, not Telegram');
});
