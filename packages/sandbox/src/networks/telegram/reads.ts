import type { Form } from '../../http/form-stream.ts';
import type { Json, Reply } from '../../network.ts';
import { badRequest, refuse } from './errors.ts';
import { success } from './messages.ts';
import { numberParam, textParam } from './params.ts';
import { presentBot, presentChat, presentFullChat } from './present.ts';
import { requireChat } from './rights.ts';
import { telegramSeed } from './seed.ts';
import type { TelegramState } from './state.ts';

const firstUpdateId = 10_001;
const maxUpdates = 100;

/** @see https://core.telegram.org/bots/api#getchat */
export function getChat(state: TelegramState, form: Form): Reply {
  return success(presentFullChat(requireChat(state, form)));
}

/** The sandbox knows the membership of the bot itself. @see https://core.telegram.org/bots/api#getchatmember */
export function getChatMember(state: TelegramState, form: Form): Reply {
  const chat = requireChat(state, form);
  const userId = textParam(form, 'user_id') ?? refuse('user_id is empty');
  if (userId !== telegramSeed.bot.id) return badRequest('PARTICIPANT_ID_INVALID');
  return success({ user: presentBot(), ...chat.member });
}

/** Confirms the updates before `offset`. @see https://core.telegram.org/bots/api#getupdates */
export function getUpdates(state: TelegramState, form: Form): Reply {
  state.confirmedUpdates = Math.max(state.confirmedUpdates, numberParam(form, 'offset') ?? 0);
  const limit = Math.min(numberParam(form, 'limit') ?? maxUpdates, maxUpdates);
  const waiting = seededUpdates(state)
    .map((update, index) => ({ update_id: firstUpdateId + index, ...update }))
    .filter(({ update_id }) => update_id >= state.confirmedUpdates);
  return success(waiting.slice(0, limit));
}

/** @see https://core.telegram.org/bots/api#getfile */
export function getFile(state: TelegramState, form: Form): Reply {
  const fileId = textParam(form, 'file_id') ?? '';
  const file = state.files.get(fileId);
  if (!file) return badRequest('wrong file_id or the file is temporarily unavailable');
  const { bytes } = file.blob;
  return success({
    file_id: fileId,
    file_unique_id: fileId.slice(-16),
    file_size: bytes,
    file_path: `files/${fileId}`,
  });
}

/** How the bot came to know its chats: it was made an administrator, somebody wrote in the group, and the friend started it. */
function seededUpdates(state: TelegramState): { readonly [key: string]: Json }[] {
  const { channel, group, private: friend } = telegramSeed.chats;
  const date = Math.floor(state.world.now() / 1000) - 60;
  const chat = (id: string): Json => presentChat(state.chats.get(id) ?? refuse('chat not found'));
  const person = (id: string): Json => ({ id: Number(id), is_bot: false, first_name: 'Sandbox' });
  const { sandbox_owner: owner } = telegramSeed.accounts;
  const membership = (status: string): Json => ({ status, user: presentBot() });
  return [
    {
      my_chat_member: {
        ...{ chat: chat(channel), from: person(owner), date },
        ...{ old_chat_member: membership('left'), new_chat_member: membership('administrator') },
      },
    },
    { message: { message_id: 900_001, from: person(owner), chat: chat(group), date, text: 'hello bot' } },
    { message: { message_id: 900_002, from: person(friend), chat: chat(friend), date, text: '/start' } },
  ];
}
