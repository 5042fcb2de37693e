import type { AccountOption, CallContext, CredentialCapability, TokenSet } from '../../driver.ts';
import { asId, asRecord, type JsonObject } from '../../http/lossless-json.ts';
import { forbidden, invalidField } from '../../meanings.ts';
import { PlatformError } from '../../platform-error.ts';
import { BOT_TOKEN, callTelegram, type TelegramApi } from './api.ts';
import { optionOf, readChat, type TelegramChat } from './chats.ts';

const CHAT_ID = /^(?:-?\d{1,20}|@[A-Za-z][A-Za-z0-9_]{2,63})$/;
/** Kinds of updates that name a chat in which the bot is. */
const UPDATES_WITH_CHAT = ['message', 'channel_post', 'my_chat_member'] as const;
const GONE = ['left', 'kicked'];

interface BotSession {
  readonly token: string;
  readonly call: CallContext;
}

/** Connects by a bot's token and the chat it posts to. */
export function createTelegramCredential(api: TelegramApi): CredentialCapability {
  return {
    accepts: ({ botToken }) => botToken !== undefined && BOT_TOKEN.test(botToken.trim()),
    async connect({ botToken = '', chatId }, call) {
      const session = { token: botToken.trim(), call };
      const botId = await identifyBot(api, session);
      if (chatId === undefined || chatId.trim() === '') return { choices: await listSeenChats(api, session) };
      const chat = await findChat(api, chatId.trim(), session);
      if (chat.type !== 'private') await requirePostingRight(api, { chat, botId }, session);
      return { account: optionOf(chat), tokens: tokensOf(session.token) };
    },
  };
}

/** Bot tokens do not expire. */
function tokensOf(token: string): TokenSet {
  return { accessToken: token, refreshToken: null, accessExpiresAt: null, refreshExpiresAt: null, scopes: [] };
}

async function identifyBot(api: TelegramApi, session: BotSession): Promise<string> {
  const answer = await callTelegram(api, { method: 'getMe', effect: 'none' }, session).catch(refuseToken);
  const id = asId(asRecord(answer.result)?.['id'], /^\d{1,20}$/);
  if (id === null) throw answer.broken();
  return id;
}

/** Turns "connect again" into a refusal: nothing is connected yet. */
function refuseToken(error: unknown): never {
  if (!(error instanceof PlatformError && error.kind === 'reconnect')) throw error;
  const problem = 'Telegram knows no bot with this token; copy the whole line that @BotFather gave you';
  throw new PlatformError('chatbot', { ...invalidField('botToken', problem), cause: error });
}

/**
 * Lists the chats that the bot's pending updates name. Confirms no update, so that another program of the bot still gets them.
 * @see https://core.telegram.org/bots/api#getupdates
 */
async function listSeenChats(api: TelegramApi, session: BotSession): Promise<AccountOption[]> {
  const answer = await callTelegram(api, { method: 'getUpdates', params: { limit: 100 }, effect: 'none' }, session);
  if (!Array.isArray(answer.result)) throw answer.broken();
  const chats = new Map<string, TelegramChat>();
  for (const update of answer.result.map(asRecord)) {
    for (const kind of UPDATES_WITH_CHAT) {
      const event = asRecord(update?.[kind]);
      const chat = readChat(event?.['chat']);
      if (!chat) continue;
      const status = asRecord(event?.['new_chat_member'])?.['status'];
      if (typeof status === 'string' && GONE.includes(status)) chats.delete(chat.id);
      else chats.set(chat.id, chat);
    }
  }
  return [...chats.values()].map(optionOf);
}

async function findChat(api: TelegramApi, chatId: string, session: BotSession): Promise<TelegramChat> {
  if (!CHAT_ID.test(chatId)) {
    const problem = 'give the number of the chat, or the @name of a public one';
    throw new PlatformError('chatbot', invalidField('chatId', problem));
  }
  const params = { chat_id: chatId };
  const answer = await callTelegram(api, { method: 'getChat', params, effect: 'none' }, session);
  const chat = readChat(answer.result);
  if (!chat) throw answer.broken();
  return chat;
}

async function requirePostingRight(
  api: TelegramApi,
  { chat, botId }: { readonly chat: TelegramChat; readonly botId: string },
  session: BotSession,
): Promise<void> {
  const params = { chat_id: chat.id, user_id: Number(botId) };
  const answer = await callTelegram(api, { method: 'getChatMember', params, effect: 'none' }, session);
  const member = asRecord(answer.result);
  if (typeof member?.['status'] !== 'string') throw answer.broken();
  if (mayPost(chat, member)) return;
  const message =
    chat.type === 'channel'
      ? 'the bot may not post in this channel; make it an administrator who may post messages'
      : 'the bot may not write in this group; add it as a member who may send messages';
  throw new PlatformError('chatbot', forbidden(message));
}

/** @see https://core.telegram.org/bots/api#chatmember */
function mayPost({ type }: TelegramChat, member: JsonObject): boolean {
  const { status } = member;
  if (status === 'creator') return true;
  if (type === 'channel') return status === 'administrator' && member['can_post_messages'] === true;
  if (status === 'restricted') return member['is_member'] === true && member['can_send_messages'] === true;
  return status === 'administrator' || status === 'member';
}
