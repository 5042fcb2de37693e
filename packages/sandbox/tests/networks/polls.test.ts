import { Api, GrammyError } from 'grammy';
import { describe, expect, test } from 'vitest';
import { sandboxSeed } from '../../src/index.ts';
import { png } from '../support/media.ts';
import { call, failureOf, open, send, textAt } from '../support/sandbox.ts';
import { article, signInToLinkedin } from './linkedin/sign-in.ts';
import { signInToMastodon } from './mastodon/sign-in.ts';
import { signInToX } from './x/sign-in.ts';

const NOW = '2026-11-20T12:00:00.000Z';
const atNoon = { clock: () => Date.parse(NOW) };
const options = ['Dark', 'Light'];

describe('a poll on Mastodon', () => {
  const ask = { status: 'Which one?', poll: { options, expires_in: 86_400, multiple: true } };

  test('is shown with its status, and on its page', async () => {
    const sandbox = await open(atNoon);
    const { post } = await signInToMastodon(sandbox);
    const { status, body } = await post(ask);
    expect([status, body]).toMatchObject([
      200,
      {
        poll: {
          ...{ expires_at: '2026-11-21T12:00:00.000Z', expired: false, multiple: true, votes_count: 0, voted: true },
          options: options.map((title) => ({ title, votes_count: 0 })),
        },
      },
    ]);
    const [accepted] = await sandbox.posts();
    expect(accepted?.poll).toEqual({
      ...{ question: 'Which one?', options, multiple: true },
      endsAt: '2026-11-21T12:00:00.000Z',
    });
    const page = (await call(accepted?.url ?? '')).text;
    expect(page).toContain('<li>Dark</li><li>Light</li>');
    expect(page).toContain('Choose any');
  });

  test('may come as a form, with white space around its answers', async () => {
    const sandbox = await open(atNoon);
    const { headers } = await signInToMastodon(sandbox);
    const form = new URLSearchParams({ status: 'Which one?', 'poll[expires_in]': '300', 'poll[multiple]': 'false' });
    for (const option of [' Dark ', 'Light', ' ']) form.append('poll[options][]', option);
    const url = `${sandbox.networks.mastodon}/api/v1/statuses`;
    expect((await call(url, { method: 'POST', headers, body: form })).status).toBe(200);
    expect((await sandbox.posts())[0]?.poll).toMatchObject({ options, multiple: false });
  });

  test.each([
    [{ options: ['Dark'], expires_in: 300 }, 'Poll options must have more than one item'],
    [{ options: ['a', 'b', 'c', 'd', 'e'], expires_in: 300 }, "Poll options can't contain more than 4 items"],
    [{ options: ['Dark', 'Dark'], expires_in: 300 }, 'Poll options contain duplicate items'],
    [{ options: ['Dark', 'é'.repeat(51)], expires_in: 300 }, "Poll options can't be longer than 50 characters each"],
    [{ options, expires_in: 299 }, 'Poll expires at is too soon'],
    [{ options, expires_in: 2_629_747 }, 'Poll expires at is too far into the future'],
    [{ options }, "Poll expires at can't be blank"],
  ])('is refused as the network refuses %j', async (poll, error) => {
    const sandbox = await open();
    const { post } = await signInToMastodon(sandbox);
    expect(await post({ status: 'a', poll })).toMatchObject({
      status: 422,
      body: { error: `Validation failed: ${error}` },
    });
    expect(await sandbox.posts()).toEqual([]);
  });

  test('does not go with files', async () => {
    const sandbox = await open();
    const { post, upload } = await signInToMastodon(sandbox);
    const media = textAt((await upload(png)).body, 'id');
    expect(await post({ ...ask, media_ids: [media] })).toMatchObject({
      status: 422,
      body: { error: 'Cannot attach more than 4 files' },
    });
  });

  test.each([
    ['gotosocial', { max_options: 6, max_characters_per_option: 50 }],
    ['akkoma', { max_options: 20, max_option_chars: 200, min_expiration: 0 }],
  ] as const)('has the limits that %s announces', async (kind, limits) => {
    const sandbox = await open();
    await sandbox.settings({ mastodon: { kind } });
    const headers = { 'user-agent': 'social-test' };
    const { body } = await call(`${sandbox.networks.mastodon}/api/v1/instance`, { headers });
    const told = body as { configuration?: { polls: object }; poll_limits?: object };
    expect(told.configuration?.polls ?? told.poll_limits).toMatchObject(limits);
  });
});

describe('a poll on X', () => {
  test('is an attachment of its post, and among its includes', async () => {
    const sandbox = await open(atNoon);
    const { headers } = await signInToX(sandbox);
    const url = `${sandbox.url}/x/2/tweets`;
    const created = await send(url, 'POST', { text: 'Which?', poll: { options, duration_minutes: 90 } }, headers);
    const id = textAt(created.body, 'data', 'id');
    const fields = 'expansions=attachments.poll_ids&poll.fields=end_datetime,duration_minutes,voting_status';
    expect((await call(`${url}/${id}?${fields}`, { headers })).body).toMatchObject({
      data: { attachments: { poll_ids: [id] } },
      includes: {
        polls: [
          {
            ...{ id, end_datetime: '2026-11-20T13:30:00.000Z', duration_minutes: 90, voting_status: 'open' },
            options: [
              { position: 1, label: 'Dark', votes: 0 },
              { position: 2, label: 'Light', votes: 0 },
            ],
          },
        ],
      },
    });
    expect((await sandbox.posts())[0]?.poll).toMatchObject({ options, multiple: false });
  });

  test.each([
    { options: ['Dark'], duration_minutes: 5 },
    { options: ['Dark', 'x'.repeat(26)], duration_minutes: 5 },
    { options, duration_minutes: 4 },
    { options, duration_minutes: 10_081 },
  ])('is refused as %j', async (poll) => {
    const sandbox = await open();
    const { headers } = await signInToX(sandbox);
    expect((await send(`${sandbox.url}/x/2/tweets`, 'POST', { text: 'a', poll }, headers)).status).toBe(400);
  });
});

describe('a poll on LinkedIn', () => {
  const settings = { duration: 'THREE_DAYS', voteSelectionType: 'SINGLE_VOTE', isVoterVisibleToAuthor: true };
  const poll = { question: 'Which one?', options: options.map((text) => ({ text })), settings };

  test('is accepted with its question', async () => {
    const sandbox = await open(atNoon);
    const { headers } = await signInToLinkedin(sandbox);
    const body = { ...article('Help us choose'), content: { poll } };
    expect((await send(`${sandbox.url}/linkedin/rest/posts`, 'POST', body, headers)).status).toBe(201);
    expect(await sandbox.posts()).toMatchObject([
      { text: 'Help us choose', poll: { question: 'Which one?', options, endsAt: '2026-11-23T12:00:00.000Z' } },
    ]);
  });

  test.each([
    { ...poll, question: 'x'.repeat(141) },
    { ...poll, options: [{ text: 'Dark' }] },
    { ...poll, options: [{ text: 'Dark' }, { text: 'x'.repeat(31) }] },
    { ...poll, settings: { ...settings, duration: 'TWO_DAYS' } },
    { ...poll, settings: { ...settings, voteSelectionType: 'MULTIPLE_VOTE' } },
    { ...poll, colour: 'red' },
  ])('is refused as %j', async (content) => {
    const sandbox = await open();
    const { headers } = await signInToLinkedin(sandbox);
    const body = { ...article('a'), content: { poll: content } };
    const { status } = await send(`${sandbox.url}/linkedin/rest/posts`, 'POST', body, headers);
    expect([400, 422]).toContain(status);
    expect(await sandbox.posts()).toEqual([]);
  });
});

describe('a poll on Telegram', () => {
  const { bot, chats } = sandboxSeed.telegram;

  async function openWithApi() {
    const sandbox = await open(atNoon);
    return { sandbox, api: new Api(bot.token, { apiRoot: `${sandbox.url}/telegram` }) };
  }

  test('is sent by grammY, and answered as a message', async () => {
    const { sandbox, api } = await openWithApi();
    const answers = options.map((text) => ({ text }));
    const { poll } = await api.sendPoll(chats.channel, 'Which one?', answers, {
      open_period: 600,
      allows_multiple_answers: true,
    });
    expect(poll).toMatchObject({
      ...{ question: 'Which one?', allows_multiple_answers: true, is_anonymous: true, is_closed: false },
      ...{ open_period: 600, close_date: Date.parse(NOW) / 1000 + 600 },
      options: options.map((text) => ({ text, voter_count: 0 })),
    });
    expect((await sandbox.posts())[0]?.poll).toMatchObject({ question: 'Which one?', options, multiple: true });
  });

  test.each([
    ['x'.repeat(301), options, {}],
    ['Which?', ['Dark', 'x'.repeat(101)], {}],
    ['Which?', Array.from({ length: 13 }, (_, index) => `Answer ${index}`), {}],
    ['Which?', options, { open_period: 4 }],
    ['Which?', options, { open_period: 2_628_001 }],
    ['Which?', options, { is_anonymous: false }],
  ])('is refused in a channel: %s %j %j', async (question, answers, other) => {
    const { sandbox, api } = await openWithApi();
    const asked = api.sendPoll(
      chats.channel,
      question,
      answers.map((text) => ({ text })),
      other,
    );
    expect((await failureOf(GrammyError, asked)).error_code).toBe(400);
    expect(await sandbox.posts()).toEqual([]);
  });
});

describe('a poll on Discord', () => {
  const { webhook } = sandboxSeed.discord;
  const answers = options.map((text) => ({ poll_media: { text } }));
  const poll = { question: { text: 'Which one?' }, answers, duration: 48, allow_multiselect: true };

  async function openWithWebhook() {
    const sandbox = await open(atNoon);
    const url = `${sandbox.url}/discord/api/v10/webhooks/${webhook.id}/${webhook.token}?wait=true`;
    return { sandbox, execute: (body: object) => send(url, 'POST', body) };
  }

  test('goes without a text', async () => {
    const { sandbox, execute } = await openWithWebhook();
    const { status, body } = await execute({ poll });
    expect([status, body]).toMatchObject([
      200,
      {
        poll: {
          ...{ question: { text: 'Which one?' }, allow_multiselect: true, expiry: '2026-11-22T12:00:00.000Z' },
          answers: options.map((text, index) => ({ answer_id: index + 1, poll_media: { text } })),
        },
      },
    ]);
    expect((await sandbox.posts())[0]).toMatchObject({ text: '', poll: { options, multiple: true } });
  });

  test.each([
    { ...poll, question: {} },
    { ...poll, question: { text: 'x'.repeat(301) } },
    { ...poll, answers: [] },
    { ...poll, answers: [{ poll_media: { text: 'x'.repeat(56) } }] },
    { ...poll, answers: Array(11).fill(answers[0]) },
    { ...poll, duration: 769 },
    { ...poll, duration: 1.5 },
  ])('is refused as %j', async (refused) => {
    const { sandbox, execute } = await openWithWebhook();
    expect(await execute({ content: 'a', poll: refused })).toMatchObject({ status: 400, body: { code: 50035 } });
    expect(await sandbox.posts()).toEqual([]);
  });
});
