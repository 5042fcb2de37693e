import type { Form } from '../../../http/form.ts';
import type { Fields } from '../../../http/input.ts';
import { isRecord } from '../../../http/request-body.ts';
import { type Json, type JsonObject, Refusal, type Reply } from '../../../http/route.ts';
import { createMedia, type Poll } from '../../../world/posts.ts';
import { acceptPost } from '../../../world/world.ts';
import { badRequest, refuse } from '../errors.ts';
import { mediaLimits } from '../media-limits.ts';
import { jsonParam, numberParam, textParam } from '../params.ts';
import { presentChat, presentSender } from '../present.ts';
import { requireChat, requirePosting } from '../rights.ts';
import { telegramSeed } from '../seed.ts';
import type { TelegramState } from '../state.ts';
import { type FileKind, findFile, presentFile, type SentFile } from './files.ts';
import { type FormattedText, readHtml } from './formatted-text.ts';
import { chatMessageOf, presentSending, readPreview, readSending, type Sending } from './sending.ts';

const { maxFiles } = mediaLimits;
const maxTextLength = 4096;
const maxCaptionLength = 1024;
const deletableMs = 48 * 60 * 60 * 1000;

/** @see https://core.telegram.org/bots/api#sendmessage */
export function sendMessage(state: TelegramState, form: Form): Reply {
  const chat = requirePosting(state, requireChat(state, form));
  const { text, entities } = readText(form.fields, { text: 'text', entities: 'entities' });
  if (text.trim() === '') refuse('message text is empty');
  if (text.length > maxTextLength) refuse('message is too long');
  const sending = { ...readSending(state, form, chat), ...readPreview(form) };
  const [messageId = 0] = addPost(state, sending, { text, files: [] });
  const content = { text, ...(entities.length > 0 && { entities }) };
  return success(message(state, sending, { messageId, content }));
}

/** @see https://core.telegram.org/bots/api#sendphoto */
export async function sendFile(state: TelegramState, form: Form, kind: FileKind): Promise<Reply> {
  const chat = requirePosting(state, requireChat(state, form));
  const caption = readCaption(form.fields);
  const sending = readSending(state, form, chat);
  const file = await findFile(state, form, { kind, name: kind, value: textParam(form, kind) });
  const [messageId = 0] = addPost(state, sending, { text: caption.text, files: [file] });
  const content = { ...presentFile(file), ...presentCaption(caption) };
  return success(message(state, sending, { messageId, content }));
}

/** @see https://core.telegram.org/bots/api#sendmediagroup */
export async function sendMediaGroup(state: TelegramState, form: Form): Promise<Reply> {
  const chat = requirePosting(state, requireChat(state, form));
  const media = jsonParam(form, 'media');
  if (!Array.isArray(media) || !media.every(isRecord)) return refuse("can't parse media JSON object");
  if (media.length < 2 || media.length > maxFiles) refuse(`wrong number of media: an album has from 2 to ${maxFiles}`);
  const kinds = new Set(media.map((item) => readKind(item['type'])));
  if (kinds.has('document') && kinds.size > 1) refuse("documents can't be mixed with other media types");
  const captions = media.map((item) => readCaption(item));
  const sending = readSending(state, form, chat);
  const files: SentFile[] = [];
  for (const item of media) {
    files.push(await findFile(state, form, { kind: readKind(item['type']), name: '', value: item['media'] }));
  }
  const text = captions
    .map((caption) => caption.text)
    .join('\n')
    .trimEnd();
  const ids = addPost(state, sending, { text, files });
  const album = String(ids[0]);
  return success(
    files.map((file, index) => {
      const caption = presentCaption(captions[index] ?? { text: '', entities: [] });
      const content = { media_group_id: album, ...presentFile(file), ...caption };
      return message(state, sending, { messageId: ids[index] ?? 0, content });
    }),
  );
}

/** @see https://core.telegram.org/bots/api#deletemessage */
export function deleteMessage(state: TelegramState, form: Form): Reply {
  const chat = requireChat(state, form);
  const found = state.messages.get(numberParam(form, 'message_id') ?? 0);
  if (!found || found.chatId !== chat.id || found.isDeleted) return badRequest('message to delete not found');
  const isOld = state.world.now() - found.post.createdAt > deletableMs;
  if (isOld && chat.type !== 'channel') return badRequest("message can't be deleted for everyone");
  found.isDeleted = true;
  const isWhole = [...state.messages.values()].every(({ post, isDeleted }) => post !== found.post || isDeleted);
  if (isWhole) found.post.deletedAt = state.world.now();
  return success(true);
}

/** Accepts an action such as typing, which the sandbox does not show. @see https://core.telegram.org/bots/api#sendchataction */
export function sendChatAction(state: TelegramState, form: Form): Reply {
  requireChat(state, form);
  if (textParam(form, 'action') === undefined) refuse('wrong parameter action in request');
  return success(true);
}

export function success(result: Json): Reply {
  return { status: 200, json: { ok: true, result } };
}

function readKind(type: unknown): FileKind {
  return type === 'photo' || type === 'video' || type === 'document' ? type : refuse('unsupported media type');
}

function readCaption(fields: Fields): FormattedText {
  const caption = readText(fields, { text: 'caption', entities: 'caption_entities' });
  if (caption.text.length > maxCaptionLength) refuse('message caption is too long');
  return caption;
}

function presentCaption({ text, entities }: FormattedText): JsonObject {
  return text === '' ? {} : { caption: text, ...(entities.length > 0 && { caption_entities: entities }) };
}

/** Reads a text with its entities; text without a parse mode is literal. The sandbox reads HTML, not Markdown. */
export function readText(fields: Fields, names: { text: string; entities: string }): FormattedText {
  const form = { fields, files: {} };
  const text = textParam(form, names.text) ?? '';
  const mode = textParam(form, 'parse_mode')?.toLowerCase();
  if (mode === 'html') return readHtml(text);
  if (mode) refuse("can't parse entities: the sandbox reads the parse mode HTML only");
  const entities = jsonParam(form, names.entities);
  return { text, entities: Array.isArray(entities) ? (entities as Json[]) : [] };
}

/** Adds one post, and a message for each of its files. @returns The messages' ids. */
export function addPost(
  state: TelegramState,
  sending: Sending,
  content: { text: string; files: readonly SentFile[]; poll?: Poll },
): number[] {
  const { chat, replied } = sending;
  const replyToId = state.messages.get(Number(replied?.['message_id']))?.post.id;
  const chatMessage = chatMessageOf(sending);
  const ids = Array.from({ length: Math.max(1, content.files.length) }, state.nextMessageId);
  const post = acceptPost(state.world, {
    ...{ network: 'telegram', id: String(ids[0]), accountId: telegramSeed.accounts.sandbox_owner, text: content.text },
    media: content.files.map(({ blob, found, fileName }) => {
      return { ...createMedia(blob, found.type), ...(found.shows === 'nothing' && { fileName }) };
    }),
    conversationId: chat.id,
    ...(replyToId !== undefined && { replyToId }),
    ...(content.poll && { poll: content.poll }),
    ...(chatMessage && { chat: chatMessage }),
  });
  for (const id of ids) state.messages.set(id, { chatId: chat.id, post, isDeleted: false });
  return ids;
}

export function message(
  state: TelegramState,
  sending: Sending,
  { messageId, content }: { messageId: number; content: JsonObject },
): Json {
  const { chat, replied } = sending;
  const stored = state.messages.get(messageId);
  if (!stored) throw new Refusal({ status: 500 });
  const date = Math.floor(state.world.now() / 1000);
  const head = { message_id: messageId, ...presentSender(chat), chat: presentChat(chat), date };
  stored.answer = { ...head, ...presentSending(sending), ...content };
  return replied ? { ...stored.answer, reply_to_message: replied } : stored.answer;
}
