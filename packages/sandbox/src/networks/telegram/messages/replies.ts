import type { Form } from '../../../http/form.ts';
import { isRecord } from '../../../http/request-body.ts';
import type { JsonObject } from '../../../http/route.ts';
import { refuse } from '../errors.ts';
import { flagParam, jsonParam, numberParam } from '../params.ts';
import { presentChat, presentPerson, presentSender } from '../present.ts';
import { seededUpdates } from '../seeded-updates.ts';
import type { Chat, TelegramState } from '../state.ts';

/** Parameters that change who sees a message and where, or what it is. */
const notSimulated = [
  ...['direct_messages_topic_id', 'business_connection_id'],
  ...['reply_markup', 'message_effect_id', 'suggested_post_parameters'],
];
const knownInReply = new Set(['message_id', 'chat_id', 'allow_sending_without_reply']);

/**
 * Finds the message that a new one answers.
 *
 * @returns Its JSON; `undefined` for a message that is no reply.
 * @see https://core.telegram.org/bots/api#replyparameters
 */
export function findReplied(state: TelegramState, form: Form, chat: Chat): JsonObject | undefined {
  for (const name of notSimulated) if (isGiven(form.fields[name])) refuseByName(name);
  const reply = readReply(form, chat);
  if (!reply) return undefined;
  const found = findMessage(state, reply.id, chat);
  return found ?? (reply.isOptional ? undefined : refuse('message to be replied not found'));
}

function readReply(form: Form, chat: Chat): { id: number; isOptional: boolean } | undefined {
  const parameters = jsonParam(form, 'reply_parameters');
  if (!isGiven(parameters)) {
    const id = numberParam(form, 'reply_to_message_id');
    return id === undefined || id === 0 ? undefined : { id, isOptional: flagParam(form, allowance) === true };
  }
  if (!isRecord(parameters)) return refuse("can't parse reply parameters JSON object");
  for (const [name, value] of Object.entries(parameters)) {
    if (isGiven(value) && !knownInReply.has(name)) refuseByName(`reply_parameters.${name}`);
  }
  const chatId = parameters['chat_id'] ?? chat.id;
  if (String(chatId) !== chat.id && chatId !== `@${chat.username}`) refuseByName('reply_parameters.chat_id');
  const given = { fields: parameters, files: {} };
  return { id: numberParam(given, 'message_id') ?? 0, isOptional: flagParam(given, allowance) === true };
}

const allowance = 'allow_sending_without_reply';

/** A message as a reply shows it, without the one that it answers itself. */
function findMessage(state: TelegramState, id: number, chat: Chat): JsonObject | undefined {
  const found = state.messages.get(id);
  if (!found) {
    const received = seededUpdates(state).map(({ message }) => message as JsonObject | undefined);
    return received.find((message) => message?.['message_id'] === id && Number(chat.id) === idOf(message['chat']));
  }
  if (found.isDeleted || found.chatId !== chat.id) return undefined;
  const { accountId, createdAt, text } = found.post;
  const sender = chat.type === 'channel' ? presentSender(chat) : { from: presentPerson(accountId) };
  const date = Math.floor(createdAt / 1000);
  return found.answer ?? { message_id: id, ...sender, chat: presentChat(chat), date, text };
}

function idOf(chat: JsonObject[string]): unknown {
  return isRecord(chat) ? chat['id'] : undefined;
}

/** Clients also send parameters that they do not use, as empty values. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && !['', '{}', '0', 0].includes(value as string);
}

function refuseByName(name: string): never {
  return refuse(`the sandbox does not simulate ${name}`);
}
