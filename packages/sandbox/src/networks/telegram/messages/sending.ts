import type { Form } from '../../../http/form.ts';
import { isRecord } from '../../../http/request-body.ts';
import type { JsonObject } from '../../../http/route.ts';
import type { ChatMessage } from '../../../world/chat-message.ts';
import { refuse } from '../errors.ts';
import { flagParam, jsonParam, numberParam } from '../params.ts';
import type { Topic } from '../settings.ts';
import type { Chat, TelegramState } from '../state.ts';
import { findReplied } from './replies.ts';

/** Where and how a message is sent, by the parameters of every method that sends one. */
export interface Sending {
  readonly chat: Chat;
  readonly topic?: Topic;
  /** JSON of the message that it answers. */
  readonly replied?: JsonObject;
  readonly isSilent: boolean;
  readonly isProtected: boolean;
  readonly hasPreview: boolean;
}

/** @see https://core.telegram.org/bots/api#sendmessage */
export function readSending(state: TelegramState, form: Form, chat: Chat): Sending {
  const replied = findReplied(state, form, chat);
  const topic = findTopic(state, form, chat);
  return {
    ...{ chat, ...(topic && { topic }), ...(replied && { replied }) },
    isSilent: flagParam(form, 'disable_notification') === true,
    isProtected: flagParam(form, 'protect_content') === true,
    hasPreview: true,
  };
}

/** Reads whether the links of a text have cards, which those beside files never have. @see https://core.telegram.org/bots/api#linkpreviewoptions */
export function readPreview(form: Form): Pick<Sending, 'hasPreview'> {
  const options = jsonParam(form, 'link_preview_options');
  return { hasPreview: !(isRecord(options) && options['is_disabled'] === true) };
}

/** Members of a message that only its sending tells. */
export function presentSending({ topic, isProtected, hasPreview }: Sending): JsonObject {
  return {
    ...(topic && { message_thread_id: topic.id, is_topic_message: true }),
    ...(isProtected && { has_protected_content: true }),
    ...(!hasPreview && { link_preview_options: { is_disabled: true } }),
  };
}

/** What readers see of the sending; `undefined` for an ordinary one. */
export function chatMessageOf({ topic, isSilent, isProtected, hasPreview }: Sending): ChatMessage | undefined {
  const shown: ChatMessage = {
    ...(topic && { thread: { id: String(topic.id), name: topic.name } }),
    ...(isSilent && { silent: true }),
    ...(isProtected && { protected: true }),
    ...(!hasPreview && { linkPreview: false }),
  };
  return Object.keys(shown).length > 0 ? shown : undefined;
}

/** The network knows no thread of the general topic, whose messages name none. */
function findTopic({ settings }: TelegramState, form: Form, chat: Chat): Topic | undefined {
  const id = numberParam(form, 'message_thread_id') ?? 0;
  if (id === 0) return undefined;
  const topic = chat.isForum ? settings.topics.find((each) => each.id === id) : undefined;
  if (!topic) return refuse('message thread not found');
  return topic.isClosed ? refuse('TOPIC_CLOSED') : topic;
}
