import { Api, GrammyError, InputFile } from 'grammy';
import { expect, test } from 'vitest';
import { sandboxSeed } from '../../src/index.ts';
import { png } from '../support/media.ts';
import { call, failureOf, open } from '../support/sandbox.ts';

const { bot, chats } = sandboxSeed.telegram;

async function openWithApi() {
  const sandbox = await open();
  const api = new Api(bot.token, { apiRoot: `${sandbox.url}/telegram` });
  return { sandbox, api, accepted: () => sandbox.posts('telegram') };
}

test('every method that sends puts its message in the topic', async () => {
  const { sandbox, api, accepted } = await openWithApi();
  const into = { message_thread_id: 5 };
  const photo = () => new InputFile(png);
  const sent = [
    await api.sendMessage(chats.forum, 'a', into),
    await api.sendPhoto(chats.forum, photo(), into),
    await api.sendDocument(chats.forum, photo(), into),
    await api.sendPoll(chats.forum, 'Why?', [{ text: 'yes' }, { text: 'no' }], into),
    ...(await api.sendMediaGroup(
      chats.forum,
      [1, 2].map(() => ({ type: 'photo' as const, media: photo() })),
      into,
    )),
  ];
  for (const message of sent) expect(message).toMatchObject({ ...into, is_topic_message: true });
  expect(sent[0]?.chat).toMatchObject({ is_forum: true });
  const posts = await accepted();
  expect(posts).toHaveLength(5);
  for (const { id, chat, url } of posts) {
    expect(chat).toEqual({ thread: { id: '5', name: 'Releases' } });
    expect(url).toBe(`${sandbox.url}/telegram/sandbox_forum/5/${id}`);
    expect((await call(url)).text).toContain('in <strong>Releases</strong>');
  }
});

test.each([
  ['a topic that is not there', chats.forum, 7, 'message thread not found'],
  ['the general topic, which has no thread', chats.forum, 1, 'message thread not found'],
  ['a closed topic', chats.forum, 6, 'TOPIC_CLOSED'],
  ['a topic of a chat without topics', chats.group, 5, 'message thread not found'],
])('%s is refused', async (_case, chatId, message_thread_id, description) => {
  const { api, accepted } = await openWithApi();
  const error = await failureOf(GrammyError, api.sendMessage(chatId, 'a', { message_thread_id }));
  expect(error).toMatchObject({ error_code: 400, description: `Bad Request: ${description}` });
  expect(await accepted()).toEqual([]);
});

test('the settings name the topics', async () => {
  const { sandbox, api, accepted } = await openWithApi();
  await sandbox.settings({ telegram: { topics: [{ id: 9, name: 'News', isClosed: false }] } });
  await api.sendMessage(chats.forum, 'a', { message_thread_id: 9 });
  await failureOf(GrammyError, api.sendMessage(chats.forum, 'a', { message_thread_id: 5 }));
  expect(await accepted()).toMatchObject([{ chat: { thread: { id: '9', name: 'News' } } }]);
});

test('a message is silent and protected, and its link has no card', async () => {
  const { api, accepted } = await openWithApi();
  const how = { disable_notification: true, protect_content: true };
  const preview = { link_preview_options: { is_disabled: true } };
  const message = await api.sendMessage(chats.channel, 'https://example.com', { ...how, ...preview });
  expect(message).toMatchObject({ has_protected_content: true, ...preview });
  const plain = await api.sendMessage(chats.channel, 'https://example.com');
  expect(plain).not.toHaveProperty('has_protected_content');
  const [quiet, loud] = await accepted();
  expect(quiet?.chat).toEqual({ silent: true, protected: true, linkPreview: false });
  expect(loud).not.toHaveProperty('chat');
  const { text } = await call(quiet?.url ?? '');
  for (const mark of ['silent', 'protected', 'no preview']) expect(text).toContain(`>${mark}</span>`);
});
