import type * as api from 'grammy/types';
import { expect, test } from 'vitest';
import { sandboxSeed } from '../../src/index.ts';
import { mp4, png } from '../support/media.ts';
import { call, formOf, open, send } from '../support/sandbox.ts';

const { bot, chats, accounts } = sandboxSeed.telegram;

/** The fields of an object that its documentation does not call optional. */
type Required<T> = T extends unknown ? { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T] : never;

/** An object's required fields, each with the kind of object that is in it; the compiler holds them against grammY's types. */
type Fields<T> = Readonly<Record<Required<T> & string, string>>;

const user = { id: 'number', is_bot: 'boolean', first_name: 'string' };
const chatOf = { id: 'number', type: 'string' };
const member = { status: 'string', user: 'User' };
const file = { file_id: 'string', file_unique_id: 'string' };
const sides = { width: 'number', height: 'number' };
const titled = { ...chatOf, title: 'string' };
const full = { accent_color_id: 'number', max_reaction_count: 'number', accepted_gift_types: 'AcceptedGiftTypes' };

const required = {
  Update: { update_id: 'number' } satisfies Fields<api.Update>,
  User: user satisfies Fields<api.User>,
  PrivateChat: { ...chatOf, first_name: 'string' } satisfies Fields<api.Chat.PrivateChat>,
  GroupChat: titled satisfies Fields<api.Chat.ChannelChat>,
  FullPrivateChat: { ...chatOf, first_name: 'string', ...full } satisfies Fields<api.ChatFullInfo.PrivateChat>,
  FullGroupChat: { ...titled, ...full } satisfies Fields<api.ChatFullInfo.ChannelChat>,
  ChatPhoto: {
    ...{ small_file_id: 'string', small_file_unique_id: 'string' },
    ...{ big_file_id: 'string', big_file_unique_id: 'string' },
  } satisfies Fields<api.ChatPhoto>,
  AcceptedGiftTypes: {
    ...{ unlimited_gifts: 'boolean', limited_gifts: 'boolean', unique_gifts: 'boolean' },
    ...{ premium_subscription: 'boolean', gifts_from_channels: 'boolean' },
  } satisfies Fields<api.AcceptedGiftTypes>,
  Message: { message_id: 'number', date: 'number', chat: 'Chat' } satisfies Fields<api.Message.ServiceMessage>,
  MessageEntity: {
    ...{ type: 'string', offset: 'number', length: 'number' },
  } satisfies Fields<api.MessageEntity.CommonMessageEntity>,
  PhotoSize: { ...file, ...sides } satisfies Fields<api.PhotoSize>,
  Video: { ...file, ...sides, duration: 'number' } satisfies Fields<api.Video>,
  Document: file satisfies Fields<api.Document>,
  File: file satisfies Fields<api.File>,
  WebhookInfo: {
    ...{ has_custom_certificate: 'boolean', pending_update_count: 'number' },
  } satisfies Fields<api.WebhookInfo>,
  ChatMemberUpdated: {
    ...{ chat: 'Chat', from: 'User', date: 'number', old_chat_member: 'ChatMember', new_chat_member: 'ChatMember' },
  } satisfies Fields<api.ChatMemberUpdated>,
  creator: { ...member, is_anonymous: 'boolean' } satisfies Fields<api.ChatMemberOwner>,
  administrator: {
    ...{ ...member, can_be_edited: 'boolean', is_anonymous: 'boolean', can_manage_chat: 'boolean' },
    ...{ can_delete_messages: 'boolean', can_manage_video_chats: 'boolean', can_restrict_members: 'boolean' },
    ...{ can_promote_members: 'boolean', can_change_info: 'boolean', can_invite_users: 'boolean' },
    ...{ can_post_stories: 'boolean', can_edit_stories: 'boolean', can_delete_stories: 'boolean' },
    can_send_welcome_messages: 'boolean',
  } satisfies Fields<api.ChatMemberAdministrator>,
  member: member satisfies Fields<api.ChatMemberMember>,
  left: member satisfies Fields<api.ChatMemberLeft>,
  kicked: { ...member, until_date: 'number' } satisfies Fields<api.ChatMemberBanned>,
} as const;

/** The kinds of objects that are not required where they stand. */
const optional: Readonly<Record<string, string>> = {
  ...{ message: 'Message', my_chat_member: 'ChatMemberUpdated', from: 'User', sender_chat: 'Chat' },
  ...{ entities: 'MessageEntity', caption_entities: 'MessageEntity', video: 'Video', document: 'Document' },
};

type Values = Readonly<Record<string, unknown>>;

/** Names what an object and those in it lack, by their path. */
function lacksOf(value: unknown, kind: string, path = kind): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => lacksOf(item, kind, path));
  const values = value as Values;
  const fields: Readonly<Record<string, string>> = required[kindOf(values, kind)];
  const lacks = Object.entries(fields).flatMap(([name, type]) => {
    if (/^[A-Z]/.test(type)) return values[name] === undefined ? [`${path}.${name}`] : [];
    return typeof values[name] === type ? [] : [`${path}.${name}`];
  });
  const kinds = { ...optional, ...fields, photo: kind === 'FullChat' ? 'ChatPhoto' : 'PhotoSize' };
  const inner = Object.entries(kinds).flatMap(([name, type]) =>
    /^[A-Z]/.test(type) && values[name] !== undefined ? lacksOf(values[name], type, `${path}.${name}`) : [],
  );
  return [...lacks, ...inner];
}

function kindOf(values: Values, kind: string): keyof typeof required {
  if (kind === 'ChatMember') return values['status'] as keyof typeof required;
  const isGroup = values['type'] !== 'private';
  if (kind === 'Chat') return isGroup ? 'GroupChat' : 'PrivateChat';
  if (kind === 'FullChat') return isGroup ? 'FullGroupChat' : 'FullPrivateChat';
  return kind as keyof typeof required;
}

const anyChat = Object.values(chats);
const read: readonly [string, string, readonly object[]][] = [
  ['getMe', 'User', [{}]],
  ['getUpdates', 'Update', [{}]],
  ['getWebhookInfo', 'WebhookInfo', [{}]],
  ['getChat', 'FullChat', anyChat.map((chat_id) => ({ chat_id }))],
  ['getChatMember', 'ChatMember', anyChat.map((chat_id) => ({ chat_id, user_id: bot.id }))],
  ['getChatMember', 'ChatMember', [{ chat_id: chats.channel, user_id: accounts.sandbox_owner }]],
  ['getChatAdministrators', 'ChatMember', [chats.channel, chats.group].map((chat_id) => ({ chat_id }))],
  ['getFile', 'File', [{ file_id: 'chat-photo-sandbox_channel' }]],
  ['sendMessage', 'Message', [chats.channel, chats.private].map((chat_id) => ({ chat_id, text: 'a' }))],
  ['sendMessage', 'Message', [{ chat_id: chats.group, text: '<b>a</b>', parse_mode: 'HTML' }]],
];

test.each(read)('%s answers a %s with every field that is not optional', async (method, kind, bodies) => {
  const { url } = await open();
  for (const body of bodies) {
    const { body: answer, status } = await send(`${url}/telegram/bot${bot.token}/${method}`, 'POST', body);
    expect(status).toBe(200);
    expect(lacksOf((answer as { result: unknown }).result, kind)).toEqual([]);
  }
});

test.each([
  ['photo', png],
  ['video', mp4(1000)],
  ['document', png],
])('a message with a %s has every field that is not optional', async (kind, bytes) => {
  const { url } = await open();
  const body = formOf({ chat_id: chats.channel, caption: 'a', [kind]: bytes });
  const answer = await call(`${url}/telegram/bot${bot.token}/send${kind}`, { method: 'POST', body });
  const { result } = answer.body as { result: Values };
  expect(result[kind]).toBeDefined();
  expect(lacksOf(result, 'Message')).toEqual([]);
});
