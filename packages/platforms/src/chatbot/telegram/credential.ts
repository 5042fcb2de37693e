import type { AccountOption, CallContext, CredentialCapability, TokenSet } from '../../driver.ts';
import { asId, asRecord } from '../../http/lossless-json.ts';
import { PlatformError } from '../../platform-error.ts';
import { BOT_TOKEN, callTelegram, type TelegramApi } from './api.ts';
import { optionOf, readChat, type TelegramChat } from './chats.ts';

const CHAT_ID = /^(?:-?\d{1,20}|@[A-Za-z][A-Za-z0-9_]{2,63})$/;
/** Kinds of updates that name a chat in which the bot is. */
const UPDATES_WITH_CHAT = ['message', 'channel_post', 'my_chat_member'] as const;
const GONE = ['left', 'kicked'];

interface Session {
  readonly token: string;
  readonly call: CallContext;
}

/** A bot's token, and the chat it is to post to. */
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

async function identifyBot(api: TelegramApi, session: Session): Promise<string> {
  const answer = await callTelegram(api, { method: 'getMe', effect: 'none' }, session).catch(refuseToken);
  const id = asId(asRecord(answer.result)?.['id'], /^\d{1,20}$/);
  if (id === null) throw answer.broken();
  return id;
}

/** Nothing is connected yet, so there is nothing to connect again. */
function refuseToken(error: unknown): never {
  if (!(error instanceof PlatformError && error.kind === 'reconnect')) throw error;
  throw refused(
    'invalid_request',
    'botToken: the network knows no bot with this token; copy the whole line that @BotFather gave you',
    error,
  );
}

/**
 * The chats that the bot's waiting updates name. Nothing is confirmed, so that another program of the bot still gets them.
 * @see https://core.telegram.org/bots/api#getupdates
 */
async function listSeenChats(api: TelegramApi, session: Session): Promise<AccountOption[]> {
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

async function findChat(api: TelegramApi, chatId: string, session: Session): Promise<TelegramChat> {
  if (!CHAT_ID.test(chatId)) {
    throw refused('invalid_request', 'chatId: give the number of the chat, or the @name of a public one');
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
  session: Session,
): Promise<void> {
  const params = { chat_id: chat.id, user_id: Number(botId) };
  const answer = await callTelegram(api, { method: 'getChatMember', params, effect: 'none' }, session);
  const member = asRecord(answer.result);
  if (typeof member?.['status'] !== 'string') throw answer.broken();
  if (mayPost(chat, member)) return;
  throw refused(
    'network_forbidden',
    chat.type === 'channel'
      ? 'the bot may not post in this channel; make it an administrator who may post messages'
      : 'the bot may not write in this group; add it as a member who may send messages',
  );
}

/** @see https://core.telegram.org/bots/api#chatmember */
function mayPost({ type }: TelegramChat, member: Readonly<Record<string, unknown>>): boolean {
  const { status } = member;
  if (status === 'creator') return true;
  if (type === 'channel') return status === 'administrator' && member['can_post_messages'] === true;
  if (status === 'restricted') return member['is_member'] === true && member['can_send_messages'] === true;
  return status === 'administrator' || status === 'member';
}

function refused(code: 'invalid_request' | 'network_forbidden', message: string, cause?: unknown): PlatformError {
  return new PlatformError('chatbot', { kind: 'rejected', code, message, cause });
}
