import { Api, Bot, GrammyError, InputFile } from 'grammy';
import { Telegraf } from 'telegraf';
import { expect, test } from 'vitest';
import { startTimer } from '../../../testkit/src/run/start-timer.ts';
import { sandboxSeed } from '../../src/index.ts';
import { box, gif, hashOf, hostMedia, jpeg, mp4, png } from '../support/media.ts';
import { call, failureOf, formOf, open, send, sendForm } from '../support/sandbox.ts';

const { bot, chats } = sandboxSeed.telegram;
const clip = mp4(3_000_000);

async function openWithApi(options?: Parameters<typeof open>[0]) {
  const sandbox = await open(options);
  const url = `${sandbox.url}/telegram`;
  const api = new Api(bot.token, { apiRoot: url });
  const accepted = () => sandbox.posts('telegram');
  return { sandbox, api, url, methods: `${url}/bot${bot.token}`, accepted };
}

test('a bot of grammY starts, receives a message, and stops', async () => {
  const { url } = await openWithApi();
  const grammy = new Bot(bot.token, { client: { apiRoot: url } });
  const heard = new Promise<string | undefined>((resolve) => {
    grammy.on('message:text', ({ message }) => resolve(message.text));
  });
  const running = grammy.start({ timeout: 1 });
  expect(await heard).toBe('hello bot');
  await grammy.stop();
  await running;
});

test('a bot of telegraf launches, receives a message, and stops', async () => {
  const { url } = await openWithApi();
  const telegraf = new Telegraf(bot.token, { telegram: { apiRoot: `${url}/` } });
  const heard = new Promise<string>((resolve) => {
    telegraf.on('message', ({ text }) => resolve(text ?? ''));
  });
  const running = telegraf.launch({ dropPendingUpdates: false });
  expect(await heard).toBe('hello bot');
  telegraf.stop();
  await running;
});

test('updates cannot be fetched until the webhook is deleted', async () => {
  const { api } = await openWithApi();
  await api.setWebhook('https://example.com/hook');
  expect(await api.getWebhookInfo()).toMatchObject({ url: 'https://example.com/hook', pending_update_count: 3 });
  expect((await failureOf(GrammyError, api.getUpdates())).error_code).toBe(409);
  await api.deleteWebhook({ drop_pending_updates: true });
  expect(await api.getWebhookInfo()).toMatchObject({ url: '', pending_update_count: 0 });
  const isOver = startTimer(900);
  expect(await api.getUpdates({ timeout: 1 })).toEqual([]);
  expect(isOver()).toBe(true);
});

test("grammy counts a chat's members, lists its administrators, and sends a typing action", async () => {
  const { api } = await openWithApi();
  expect(await api.getChatMemberCount(chats.channel)).toBe(2);
  const administrators = await api.getChatAdministrators(chats.channel);
  expect(administrators.map(({ status }) => status)).toEqual(['creator', 'administrator']);
  expect(await api.sendChatAction(chats.channel, 'typing')).toBe(true);
  expect(await api.getChat(chats.channel)).toMatchObject({ accepted_gift_types: { unlimited_gifts: false } });
});

test('grammy names the bot, its chats and its rights there', async () => {
  const { api } = await openWithApi();
  expect(await api.getMe()).toMatchObject({ id: Number(bot.id), is_bot: true, username: 'sandbox_bot' });
  const channel = await api.getChat('@sandbox_channel');
  expect(channel).toMatchObject({ id: Number(chats.channel), type: 'channel', title: 'Sandbox Channel' });
  const { file_path } = await api.getFile(channel.photo?.big_file_id ?? '');
  expect(file_path).toMatch(/^files\//);
  expect(await api.getChatMember(chats.channel, Number(bot.id))).toMatchObject({
    status: 'administrator',
    can_post_messages: true,
  });
  expect(await api.getChatMember(chats.readOnlyChannel, Number(bot.id))).toMatchObject({ can_post_messages: false });
  const updates = await api.getUpdates();
  expect(updates.map((update) => (update.my_chat_member ?? update.message)?.chat.id)).toEqual(
    [chats.channel, chats.group, chats.private].map(Number),
  );
  const [first] = updates;
  expect(await api.getUpdates({ offset: (first?.update_id ?? 0) + 1 })).toHaveLength(2);
});

test('grammy sends a message, keeps its entities, and deletes it', async () => {
  const { sandbox, api, accepted, url } = await openWithApi();
  const entities = [{ type: 'bold' as const, offset: 0, length: 5 }];
  const message = await api.sendMessage('@sandbox_channel', 'hello <b>there</b>', { entities });
  expect(message).toMatchObject({
    chat: { id: Number(chats.channel), username: 'sandbox_channel' },
    sender_chat: { type: 'channel' },
    text: 'hello <b>there</b>',
    entities,
  });
  const id = String(message.message_id);
  const page = `${url}/sandbox_channel/${id}`;
  expect(await accepted()).toMatchObject([{ id, account: 'sandbox_owner', text: 'hello <b>there</b>', url: page }]);
  expect((await call(page)).status).toBe(200);
  const formatted = await api.sendMessage(chats.group, 'a <b>b &amp; c</b> &lt;', { parse_mode: 'HTML' });
  expect(formatted).toMatchObject({ text: 'a b & c <', from: { is_bot: true } });
  expect(formatted.entities).toEqual([{ type: 'bold', offset: 2, length: 5 }]);
  expect((await call(`${url}/c/1000000002/${formatted.message_id}`)).text).toContain('a b &amp; c');
  expect(await api.deleteMessage(chats.channel, message.message_id)).toBe(true);
  expect((await failureOf(GrammyError, api.deleteMessage(chats.channel, message.message_id))).description).toBe(
    'Bad Request: message to delete not found',
  );
  expect(JSON.stringify(await sandbox.requests())).not.toContain(bot.token);
});

test('grammy sends files by upload, by address and by id, and albums of both kinds', async () => {
  const { api, accepted } = await openWithApi();
  const served = `${await hostMedia({ 'a.png': png })}/a.png`;
  const photo = await api.sendPhoto(chats.channel, served, { caption: 'by address' });
  expect(photo.caption).toBe('by address');
  await api.sendPhoto(chats.channel, photo.photo[0]?.file_id ?? '');
  await api.sendVideo(chats.channel, new InputFile(clip, 'v.mp4'), { caption: 'a clip' });
  await api.sendDocument(chats.private, new InputFile(gif, 'a.gif'));
  const album = await api.sendMediaGroup(chats.channel, [
    { type: 'photo', media: served, caption: 'an album' },
    { type: 'video', media: new InputFile(clip, 'v.mp4') },
  ]);
  const media_group_id = String(album[0]?.message_id);
  expect(album).toMatchObject([{ media_group_id, caption: 'an album' }, { media_group_id }]);
  expect(await accepted()).toMatchObject([
    { text: 'by address', media: [{ type: 'image/png', sha256: hashOf(png) }] },
    { text: '', media: [{ sha256: hashOf(png) }] },
    { text: 'a clip', media: [{ type: 'video/mp4', bytes: clip.length, sha256: hashOf(clip) }] },
    { media: [{ type: 'image/gif', sha256: hashOf(gif) }] },
    { text: 'an album', media: [{ sha256: hashOf(png) }, { sha256: hashOf(clip) }] },
  ]);
  const isDeleted = async () => (await accepted())[4]?.deletedAt !== null;
  for (const { message_id } of album) {
    expect(await isDeleted()).toBe(false);
    await api.deleteMessage(chats.channel, message_id);
  }
  expect(await isDeleted()).toBe(true);
});

test('parameters come in the query, as JSON, urlencoded or multipart, and mixed', async () => {
  const { methods, accepted } = await openWithApi();
  expect((await call(`${methods}/SENDMESSAGE?chat_id=@Sandbox_Channel&text=query`)).status).toBe(200);
  expect((await send(`${methods}/sendMessage?chat_id=${chats.channel}`, 'POST', { text: 'json' })).status).toBe(200);
  const fields = { chat_id: chats.channel, text: 'urlencoded' };
  expect((await sendForm(`${methods}/sendMessage`, fields)).status).toBe(200);
  const form = formOf({ photo: png }, 'ünï.png');
  const mixed = `${methods}/sendPhoto?chat_id=${chats.channel}&caption=mixed`;
  expect((await call(mixed, { method: 'POST', body: form })).status).toBe(200);
  expect(await accepted()).toMatchObject([
    { text: 'query' },
    { text: 'json' },
    { text: 'urlencoded' },
    { text: 'mixed' },
  ]);
});

test.each<[string, (api: Api) => Promise<unknown>, number, string]>([
  ['an empty text', (api) => api.sendMessage(chats.channel, ' '), 400, 'message text is empty'],
  ['4097 characters', (api) => api.sendMessage(chats.channel, 'x'.repeat(4097)), 400, 'message is too long'],
  [
    '1025 characters of a caption',
    (api) => api.sendPhoto(chats.channel, new InputFile(png), { caption: 'x'.repeat(1025) }),
    400,
    'message caption is too long',
  ],
  ['an unknown chat', (api) => api.sendMessage('@nowhere', 'a'), 400, 'chat not found'],
  ['a channel without the right', (api) => api.sendMessage(chats.readOnlyChannel, 'a'), 400, 'not enough rights'],
  ['somebody who blocked the bot', (api) => api.sendMessage(chats.blocked, 'a'), 403, 'bot was blocked by the user'],
  [
    'a file that is not a picture',
    (api) => api.sendPhoto(chats.channel, new InputFile(clip)),
    400,
    'IMAGE_PROCESS_FAILED',
  ],
  [
    'a HEIC as a photo',
    (api) => api.sendPhoto(chats.channel, new InputFile(box('ftyp', Buffer.from('heic\0\0\0\0mif1heic')))),
    400,
    'IMAGE_PROCESS_FAILED',
  ],
  [
    'a photo whose sides add up to more than 10,000',
    (api) => api.sendPhoto(chats.channel, new InputFile(jpeg(5001, 5000))),
    400,
    'PHOTO_INVALID_DIMENSIONS',
  ],
  [
    'a photo that is 21 times as wide as tall',
    (api) => api.sendPhoto(chats.channel, new InputFile(jpeg(2100, 100))),
    400,
    'PHOTO_INVALID_DIMENSIONS',
  ],
  [
    'a sound as a video',
    (api) => api.sendVideo(chats.channel, new InputFile(mp4(1000, { handler: 'soun' }))),
    400,
    'wrong file identifier/HTTP URL specified',
  ],
  [
    'a GIF as a video of an album',
    (api) =>
      api.sendMediaGroup(chats.channel, [
        { type: 'video', media: new InputFile(gif) },
        { type: 'photo', media: new InputFile(png) },
      ]),
    400,
    'wrong file identifier/HTTP URL specified',
  ],
  [
    'an unknown file',
    (api) => api.sendPhoto(chats.channel, 'nonsense'),
    400,
    'wrong file identifier/HTTP URL specified',
  ],
  [
    'an address that nobody serves',
    (api) => api.sendPhoto(chats.channel, 'http://127.0.0.1:9/a.png'),
    400,
    'failed to get HTTP URL content',
  ],
  [
    'a photo of more than 10 MB',
    (api) => api.sendPhoto(chats.channel, new InputFile(Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]))),
    413,
    'Request Entity Too Large',
  ],
  [
    'an album of one',
    (api) => api.sendMediaGroup(chats.channel, [{ type: 'photo', media: new InputFile(png) }]),
    400,
    'wrong number of media',
  ],
  [
    'a document among photos',
    (api) =>
      api.sendMediaGroup(chats.channel, [
        { type: 'document', media: new InputFile(gif) },
        { type: 'photo', media: new InputFile(png) },
      ] as never),
    400,
    "documents can't be mixed",
  ],
  ['bad HTML', (api) => api.sendMessage(chats.channel, '<x>', { parse_mode: 'HTML' }), 400, "can't parse entities"],
  [
    'HTML that is not closed',
    (api) => api.sendMessage(chats.channel, '<b>a', { parse_mode: 'HTML' }),
    400,
    "Can't find end tag",
  ],
  [
    'Markdown',
    (api) => api.sendMessage(chats.channel, '*a*', { parse_mode: 'MarkdownV2' }),
    400,
    "can't parse entities",
  ],
])('%s is refused', async (_case, work, code, description) => {
  const { api, accepted } = await openWithApi();
  const error = await failureOf(GrammyError, work(api));
  expect(error.error_code).toBe(code);
  expect(error.description).toContain(description);
  expect(await accepted()).toEqual([]);
});

test('a message, a file and an album answer a message of their chat', async () => {
  const { api, accepted } = await openWithApi();
  const first = await api.sendMessage(chats.channel, 'first');
  const reply_parameters = { message_id: first.message_id };
  const second = await api.sendMessage(chats.channel, 'second', { reply_parameters });
  expect(second.reply_to_message).toEqual(first);
  const file = { reply_parameters: { message_id: second.message_id, chat_id: Number(chats.channel) } };
  const third = await api.sendPhoto(chats.channel, new InputFile(png), file);
  expect(third.reply_to_message).toMatchObject({ message_id: second.message_id, text: 'second' });
  expect(third.reply_to_message).not.toHaveProperty('reply_to_message');
  const photos = [png, png].map((bytes) => ({ type: 'photo' as const, media: new InputFile(bytes) }));
  for (const each of await api.sendMediaGroup(chats.channel, photos, { reply_parameters })) {
    expect(each.reply_to_message).toEqual(first);
  }
  const inGroup = await api.sendMessage(chats.group, 'to you', { reply_parameters: { message_id: 900_001 } });
  expect(inGroup.reply_to_message).toMatchObject({ text: 'hello bot', from: { is_bot: false } });
  const ids = (await accepted()).map(({ replyToId }) => replyToId);
  expect(ids).toEqual([null, String(first.message_id), String(second.message_id), String(first.message_id), null]);
});

test.each([
  ['JSON', (id: number) => ({ reply_parameters: { message_id: id } })],
  ['JSON in a text', (id: number) => ({ reply_parameters: JSON.stringify({ message_id: id }) })],
  ['the former parameter', (id: number) => ({ reply_to_message_id: id })],
])('a reply by %s is found, and one to an unknown message is refused', async (_form, reply) => {
  const { methods, accepted } = await openWithApi();
  const write = (body: object) =>
    send(`${methods}/sendMessage`, 'POST', { chat_id: chats.private, text: 'a', ...body });
  const { body } = await write(reply(2));
  expect(body).toMatchObject({
    result: { reply_to_message: { message_id: 2, text: '/start', from: { is_bot: false } } },
  });
  const description = 'Bad Request: message to be replied not found';
  expect(await write(reply(12_345))).toMatchObject({ status: 400, body: { description } });
  expect(await write(reply(1))).toMatchObject({ status: 400, body: { description } });
  expect(await accepted()).toHaveLength(1);
});

test('a reply may be sent although the message is gone', async () => {
  const { api } = await openWithApi();
  const { message_id } = await api.sendMessage(chats.channel, 'soon gone');
  await api.deleteMessage(chats.channel, message_id);
  const reply_parameters = { message_id, allow_sending_without_reply: true };
  const sent = await api.sendMessage(chats.channel, 'alone', { reply_parameters });
  expect(sent).not.toHaveProperty('reply_to_message');
});

test.each([
  ['reply_markup', { reply_markup: { inline_keyboard: [[{ text: 'a', url: 'https://example.com' }]] } }],
  ['direct_messages_topic_id', { direct_messages_topic_id: 7 }],
  ['reply_parameters.quote', { reply_parameters: { message_id: 1, quote: 'Welcome' } }],
  ['reply_parameters.chat_id', { reply_parameters: { message_id: 2, chat_id: Number(chats.private) } }],
])('%s is refused by name, because it is not simulated', async (name, options) => {
  const { api, accepted } = await openWithApi();
  const error = await failureOf(GrammyError, api.sendMessage(chats.channel, 'a', options));
  expect(error.description).toBe(`Bad Request: the sandbox does not simulate ${name}`);
  expect(await accepted()).toEqual([]);
});

test('a group that was upgraded to a supergroup names its new id', async () => {
  const { api } = await openWithApi();
  const { parameters } = await failureOf(GrammyError, api.sendMessage(chats.formerGroup, 'a'));
  expect(parameters).toEqual({ migrate_to_chat_id: Number(chats.group) });
});

test('tokens and methods are checked', async () => {
  const { url, methods } = await openWithApi();
  const stranger = `${bot.id}:${'x'.repeat(35)}`;
  expect(await call(`${url}/bot${stranger}/getMe`)).toMatchObject({
    status: 401,
    body: { ok: false, error_code: 401, description: 'Unauthorized' },
  });
  expect((await call(`${url}/botnonsense/getMe`)).status).toBe(404);
  expect(await call(`${methods}/getEverything`)).toMatchObject({ status: 404, body: { description: 'Not Found' } });
  expect((await call(`${url}/file/bot${stranger}/files/chat-photo-sandbox_channel`)).status).toBe(404);
  expect((await call(`${url}/file/bot${bot.token}/files/chat-photo-sandbox_channel`)).status).toBe(200);
});

test('the 21st message within a minute is refused until the first one is a minute old', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  const { sandbox, api } = await openWithApi({ clock: () => now });
  await sandbox.settings({ rateLimits: true });
  for (let sent = 0; sent < 20; sent += 1) await api.sendMessage(chats.group, `message ${sent}`);
  now += 25_000;
  const error = await failureOf(GrammyError, api.sendMessage(chats.group, 'one more'));
  expect(error).toMatchObject({ error_code: 429, parameters: { retry_after: 35 } });
  expect(error.description).toBe('Too Many Requests: retry after 35');
  now += 35_000;
  await api.sendMessage(chats.group, 'one more');
});

test('an upload that is cut off posts nothing', async () => {
  const { methods, accepted } = await openWithApi();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from('--b\r\ncontent-disposition: form-data; name="video"; filename=v.mp4\r\n\r\n'));
      controller.enqueue(clip);
    },
    pull: (controller) => controller.error(new Error('cut')),
  });
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
  await expect(fetch(`${methods}/sendVideo?chat_id=${chats.channel}`, init)).rejects.toThrow();
  expect(await accepted()).toEqual([]);
  expect((await call(`${methods}/getMe`)).status).toBe(200);
});
