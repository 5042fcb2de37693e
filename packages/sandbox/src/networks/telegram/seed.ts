import { drawAvatar } from '../../view/avatar.ts';
import { blobOf } from '../../world/blobs.ts';
import type { Chat, TelegramState } from './state.ts';

/** Ids, names and the bot's token that the simulated Telegram starts with. */
export const telegramSeed = {
  accounts: { sandbox_owner: '7000000011', sandbox_friend: '7000000012', sandbox_private: '7000000013' },
  bot: { id: '7000000001', username: 'sandbox_bot', token: '7000000001:sandbox-bot-token-known-to-everyone' },
  chats: {
    /** `@sandbox_channel`, of the owner; the bot may post. */
    channel: '-1001000000001',
    /** Without a public name; the bot is a member. */
    group: '-1001000000002',
    /** Of the friend, who started the bot. */
    private: '7000000012',
    /** Of the owner; the bot is an administrator who may not post. */
    readOnlyChannel: '-1001000000003',
    /** What the group was before it became a supergroup. */
    formerGroup: '-5000001',
    /** Of somebody who blocked the bot. */
    blocked: '7000000013',
  },
  posts: { owner: '1', friend: '2' },
} as const;

/** Fills the network with its people, the owner's bot and the chats that the bot knows. */
export function seedTelegram(state: TelegramState): void {
  const { accounts, posts, now } = state.world;
  const { sandbox_owner: owner, sandbox_friend: friend, sandbox_private: hidden } = telegramSeed.accounts;
  const people = [
    { id: owner, username: 'sandbox_owner', name: 'Sandbox Owner', type: 'person' },
    { id: friend, username: 'sandbox_friend', name: 'Sandbox Friend', type: 'person' },
    { id: hidden, username: 'sandbox_private', name: 'Sandbox Private', type: 'private' },
  ];
  for (const person of people) accounts.add({ network: 'telegram', ...person });
  for (const chat of seededChats()) state.chats.set(chat.id, chat);
  for (const chat of state.chats.values()) {
    if (chat.username === undefined) continue;
    state.files.set(`chat-photo-${chat.username}`, { blob: blobOf(drawAvatar(chat.username)), type: 'image/png' });
  }
  const seeds = [
    {
      chat: telegramSeed.chats.channel,
      accountId: owner,
      text: 'Welcome to the channel. News about small tools appear here.',
    },
    { chat: telegramSeed.chats.private, accountId: friend, text: '/start' },
  ];
  for (const [index, { chat, accountId, text }] of seeds.entries()) {
    const id = String(state.nextMessageId());
    const createdAt = now() - (seeds.length - index) * 60_000;
    const base = { network: 'telegram', media: [], hidden: false, seeded: true, conversationId: chat } as const;
    const post = { ...base, id, accountId, text, createdAt };
    posts.add(post);
    state.messages.set(Number(id), { chatId: chat, post, isDeleted: false });
  }
}

function seededChats(): Chat[] {
  const { channel, group, readOnlyChannel, formerGroup, blocked } = telegramSeed.chats;
  const admin = { status: 'administrator', can_be_edited: false, can_manage_chat: true } as const;
  return [
    {
      ...{ id: channel, type: 'channel', title: 'Sandbox Channel', username: 'sandbox_channel' },
      member: { ...admin, can_post_messages: true },
    },
    { id: group, type: 'supergroup', title: 'Sandbox Group', member: { status: 'member' } },
    {
      ...{ id: telegramSeed.chats.private, type: 'private', username: 'sandbox_friend' },
      ...{ firstName: 'Sandbox', lastName: 'Friend', member: { status: 'member' } },
    },
    {
      ...{ id: readOnlyChannel, type: 'channel', title: 'Sandbox Announcements', username: 'sandbox_announcements' },
      member: { ...admin, can_post_messages: false },
    },
    { id: formerGroup, type: 'group', title: 'Sandbox Group', member: { status: 'left' }, migratedTo: group },
    {
      ...{ id: blocked, type: 'private', username: 'sandbox_private', firstName: 'Sandbox', lastName: 'Private' },
      member: { status: 'kicked' },
    },
  ];
}
