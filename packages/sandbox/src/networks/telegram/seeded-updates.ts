import type { Json, JsonObject } from '../../http/route.ts';
import { refuse } from './errors.ts';
import { presentChat, presentMember, presentPerson } from './present.ts';
import { telegramSeed } from './seed.ts';
import type { TelegramState } from './state.ts';

/** The updates about the bot's chats: it was made an administrator, a member wrote in the group, and the friend started it. */
export function seededUpdates(state: TelegramState): JsonObject[] {
  const { channel, group, private: friend } = telegramSeed.chats;
  const date = Math.floor(state.world.now() / 1000) - 60;
  const find = (id: string) => state.chats.get(id) ?? refuse('chat not found');
  const chat = (id: string): Json => presentChat(find(id));
  const { sandbox_owner: owner } = telegramSeed.accounts;
  return [
    {
      my_chat_member: {
        ...{ chat: chat(channel), from: presentPerson(owner), date },
        old_chat_member: presentMember({ status: 'left' }),
        new_chat_member: presentMember(find(channel).member),
      },
    },
    { message: { message_id: 900_001, from: presentPerson(owner), chat: chat(group), date, text: 'hello bot' } },
    { message: { message_id: 900_002, from: presentPerson(friend), chat: chat(friend), date, text: '/start' } },
  ];
}
