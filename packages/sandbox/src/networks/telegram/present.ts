import type { Json, JsonObject } from '../../http/route.ts';
import { telegramSeed } from './seed.ts';
import type { Chat } from './state.ts';

export function presentBot(): Json {
  const { id, username } = telegramSeed.bot;
  return {
    ...{ id: Number(id), is_bot: true, first_name: 'Sandbox Bot', username },
    ...{ can_join_groups: true, can_read_all_group_messages: false, supports_inline_queries: false },
  };
}

/** The bot as a member of a chat. */
export function presentMember(member: Chat['member']): JsonObject {
  return { ...member, user: presentBot() };
}

/** The owner as a member of a channel or group. */
export function presentOwner(): JsonObject {
  const user = { ...presentPerson(telegramSeed.accounts.sandbox_owner), username: 'sandbox_owner' };
  return { user, status: 'creator', is_anonymous: false };
}

/** A person as the sender of a message. */
export function presentPerson(id: string): JsonObject {
  return { id: Number(id), is_bot: false, first_name: 'Sandbox' };
}

/** A chat as messages and updates show it. */
export function presentChat({ id, type, title, username, firstName, lastName, isForum }: Chat): JsonObject {
  return {
    ...{ id: Number(id), type },
    ...(title !== undefined && { title }),
    ...(username !== undefined && { username }),
    ...(firstName !== undefined && { first_name: firstName }),
    ...(lastName !== undefined && { last_name: lastName }),
    ...(isForum && { is_forum: true }),
  };
}

const noGifts = {
  ...{ unlimited_gifts: false, limited_gifts: false, unique_gifts: false },
  ...{ premium_subscription: false, gifts_from_channels: false },
};

/** A chat as `getChat` shows it. */
export function presentFullChat(chat: Chat): Json {
  const fileId = chat.username && `chat-photo-${chat.username}`;
  const photo = fileId && {
    small_file_id: fileId,
    small_file_unique_id: fileId,
    big_file_id: fileId,
    big_file_unique_id: fileId,
  };
  return {
    ...presentChat(chat),
    accent_color_id: 3,
    max_reaction_count: 11,
    accepted_gift_types: noGifts,
    ...(photo && { photo }),
  };
}

/** The sender of a message: the channel itself, or in other chats the bot. */
export function presentSender(chat: Chat): JsonObject {
  return chat.type === 'channel' ? { sender_chat: presentChat(chat) } : { from: presentBot() };
}
