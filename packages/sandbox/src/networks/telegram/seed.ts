import { drawAvatar } from '../../pages/avatar.ts';
import { storedBytesOf } from '../../world/stored-bytes.ts';
import { seedNetwork } from '../seed-network.ts';
import type { Chat, TelegramState } from './state.ts';

/** Ids, names and the bot's token that the simulated Telegram starts with. */
export const telegramSeed = {
  accounts: { sandbox_owner: '7000000011', sandbox_friend: '7000000012', sandbox_private: '7000000013' },
  bot: { id: '7000000001', username: 'sandbox_bot', token: '7000000001:sandbox-bot-token-known-to-everyone' },
  chats: {
    /** The owner's channel `@sandbox_channel`; the bot may post. */
    channel: '-1001000000001',
    /** A group without a public name; the bot is a member. */
    group: '-1001000000002',
    /** The chat of the friend, who started the bot. */
    private: '7000000012',
    /** A channel of the owner; the bot is an administrator without the right to post. */
    readOnlyChannel: '-1001000000003',
    /** The group `@sandbox_forum`, which has topics; the bot is a member. */
    forum: '-1001000000004',
    /** The group's id before it was upgraded to a supergroup. */
    formerGroup: '-5000001',
    /** The chat of a person who blocked the bot. */
    blocked: '7000000013',
  },
  posts: { owner: '1', friend: '2' },
} as const;

/** Adds the people, the chats that the bot knows, and two messages. */
export function seedTelegram(state: TelegramState): void {
  const { world, chats, files, messages, nextMessageId } = state;
  for (const chat of seededChats()) chats.set(chat.id, chat);
  for (const { username } of chats.values()) {
    if (username === undefined) continue;
    files.set(`chat-photo-${username}`, { blob: storedBytesOf(drawAvatar(username)), type: 'image/png' });
  }
  seedNetwork(world, 'telegram', telegramSeed, {
    texts: { owner: 'Welcome to the channel. News about small tools appears here.', friend: '/start' },
    conversations: { owner: telegramSeed.chats.channel, friend: telegramSeed.chats.private },
  });
  for (const post of world.posts.of('telegram')) {
    messages.set(nextMessageId(), { chatId: post.conversationId, post, isDeleted: false });
  }
}

/** The bot as an administrator, without other rights. @see https://core.telegram.org/bots/api#chatmemberadministrator */
const administrator = {
  ...{ status: 'administrator', can_be_edited: false, is_anonymous: false, can_manage_chat: true },
  ...{ can_delete_messages: false, can_manage_video_chats: false, can_restrict_members: false },
  ...{ can_promote_members: false, can_change_info: false, can_invite_users: false },
  ...{ can_post_stories: false, can_edit_stories: false, can_delete_stories: false, can_send_welcome_messages: false },
} as const;

function seededChats(): Chat[] {
  const { channel, group, forum, readOnlyChannel, formerGroup, blocked } = telegramSeed.chats;
  return [
    {
      ...{ id: channel, type: 'channel', title: 'Sandbox Channel', username: 'sandbox_channel' },
      member: { ...administrator, can_post_messages: true },
    },
    { id: group, type: 'supergroup', title: 'Sandbox Group', member: { status: 'member' } },
    {
      ...{ id: forum, type: 'supergroup', title: 'Sandbox Forum', username: 'sandbox_forum' },
      ...{ isForum: true, member: { status: 'member' } },
    },
    {
      ...{ id: telegramSeed.chats.private, type: 'private', username: 'sandbox_friend' },
      ...{ firstName: 'Sandbox', lastName: 'Friend', member: { status: 'member' } },
    },
    {
      ...{ id: readOnlyChannel, type: 'channel', title: 'Sandbox Announcements', username: 'sandbox_announcements' },
      member: { ...administrator, can_post_messages: false },
    },
    { id: formerGroup, type: 'group', title: 'Sandbox Group', member: { status: 'left' }, migratedTo: group },
    {
      ...{ id: blocked, type: 'private', username: 'sandbox_private', firstName: 'Sandbox', lastName: 'Private' },
      member: { status: 'kicked', until_date: 0 },
    },
  ];
}
