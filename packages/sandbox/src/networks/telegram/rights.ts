import type { Form } from '../../http/form.ts';
import { Refusal } from '../../http/route.ts';
import { failure, forbidden, refuse } from './errors.ts';
import { textParam } from './params.ts';
import { countMessage } from './rate-limits.ts';
import type { Chat, TelegramState } from './state.ts';

/** Finds the chat that `chat_id` names by its number or by `@name`. */
export function requireChat(state: TelegramState, form: Form): Chat {
  const id = textParam(form, 'chat_id');
  if (id === undefined || id === '') return refuse('chat_id is empty');
  const name = id.startsWith('@') ? id.slice(1).toLowerCase() : undefined;
  const chat =
    name === undefined
      ? state.chats.get(id)
      : [...state.chats.values()].find(({ type, username }) => type !== 'private' && username?.toLowerCase() === name);
  return chat ?? refuse('chat not found');
}

/** Refuses a chat in which the bot may not write, or has written too much. */
export function requirePosting(state: TelegramState, chat: Chat): Chat {
  const { type, member, migratedTo } = chat;
  if (migratedTo !== undefined) {
    const parameters = { migrate_to_chat_id: Number(migratedTo) };
    throw new Refusal(failure(400, 'Bad Request: group chat was upgraded to a supergroup chat', parameters));
  }
  if (member.status === 'kicked') {
    throw new Refusal(
      forbidden(type === 'private' ? 'bot was blocked by the user' : `bot was kicked from the ${type} chat`),
    );
  }
  if (member.status === 'left') throw new Refusal(forbidden(`bot is not a member of the ${type} chat`));
  if (type === 'channel' && member['can_post_messages'] !== true)
    refuse('not enough rights to send text messages to the chat');
  countMessage(state, chat);
  return chat;
}
