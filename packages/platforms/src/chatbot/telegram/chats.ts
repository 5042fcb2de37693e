import type { AccountOption } from '../../driver.ts';
import { asId, asRecord } from '../../http/lossless-json.ts';
import { cleanName } from '../../identity.ts';

const CHAT_TYPES = ['private', 'group', 'supergroup', 'channel'] as const;
const CHAT_USERNAME = /^[A-Za-z][A-Za-z0-9_]{2,63}$/;
/** Prefix of a chat's id before the number of a supergroup or channel. */
export const LONG_ID_PREFIX = '-100';

/** A chat that a bot may post to. */
export interface TelegramChat {
  /** Negative for everything but private chats. */
  readonly id: string;
  readonly type: (typeof CHAT_TYPES)[number];
  readonly name: string;
  /** Public chats only. */
  readonly username: string | null;
}

/** Reads a chat of an answer; returns null for anything else. @see https://core.telegram.org/bots/api#chat */
export function readChat(value: unknown): TelegramChat | null {
  const chat = asRecord(value);
  const id = asId(chat?.['id'], /^-?\d{1,20}$/);
  const type = CHAT_TYPES.find((each) => each === chat?.['type']);
  if (!chat || id === null || !type) return null;
  const username = asId(chat['username'], CHAT_USERNAME);
  const person = cleanName(
    [chat['first_name'], chat['last_name']].filter((part) => typeof part === 'string').join(' '),
  );
  return { id, type, name: cleanName(chat['title']) ?? person ?? username ?? id, username };
}

/** A chat as an account to publish as. Its picture is left out: the address of files holds the bot's token. */
export function optionOf({ id, type, name, username }: TelegramChat): AccountOption {
  const kind = { private: 'Private chat', group: 'Group', supergroup: 'Group', channel: 'Channel' }[type];
  return {
    accountId: id,
    name,
    description: username === null ? kind : `${kind} @${username}`,
    type: type === 'private' ? 'personal' : 'organization',
    picture: null,
    username,
    accountUrn: null,
  };
}

/** Public address of a message; null in private chats and small groups, whose messages have no address. */
export function messageUrl(
  base: string,
  { id, type, username }: TelegramChat,
  message: { readonly id: string; readonly topic: number | null },
): string | null {
  if (type === 'private' || type === 'group') return null;
  const path = message.topic === null ? message.id : `${message.topic}/${message.id}`;
  if (username !== null) return `${base}/${username}/${path}`;
  return id.startsWith(LONG_ID_PREFIX) ? `${base}/c/${id.slice(LONG_ID_PREFIX.length)}/${path}` : null;
}
