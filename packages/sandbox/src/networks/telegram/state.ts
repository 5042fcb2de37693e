import type { Json, JsonObject } from '../../http/route.ts';
import type { Post } from '../../world/posts.ts';
import type { StoredBytes } from '../../world/stored-bytes.ts';
import type { World } from '../../world/world.ts';
import type { TelegramSettings } from './settings.ts';

/** A chat that the bot knows, and the bot's rights there. */
export interface Chat {
  /** Negative, except for private chats. */
  readonly id: string;
  readonly type: 'private' | 'group' | 'supergroup' | 'channel';
  readonly title?: string;
  readonly username?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  /** Has topics. */
  readonly isForum?: true;
  /** The bot's own membership, as `getChatMember` shows it. */
  readonly member: { readonly status: string; readonly [right: string]: Json };
  /** Id of the supergroup to which this group was upgraded. */
  readonly migratedTo?: string;
}

/** One message; an album is several messages with one post. */
interface Message {
  readonly chatId: string;
  readonly post: Post;
  isDeleted: boolean;
  /** The message as its sender got it, without the one that it answers. */
  answer?: JsonObject;
}

/** State of this network alone. */
export interface TelegramState {
  readonly world: World;
  readonly settings: TelegramSettings;
  /** Chats by id. */
  readonly chats: Map<string, Chat>;
  readonly messages: Map<number, Message>;
  /** Uploaded files by their `file_id`. */
  readonly files: Map<string, { readonly blob: StoredBytes; readonly type: string }>;
  /** Address for updates; empty for a bot that fetches them. */
  webhookUrl: string;
  /** Updates before this id are confirmed. */
  confirmedUpdates: number;
  /** Instants at which messages were sent, by chat. */
  readonly sentAt: Map<string, number[]>;
  /** Id of the last message in all chats: in the sandbox an id names one message. */
  lastMessageId: number;
  readonly nextMessageId: () => number;
}

export function createTelegramState(world: World, settings: TelegramSettings): TelegramState {
  const state: TelegramState = {
    world,
    settings,
    chats: new Map(),
    messages: new Map(),
    files: new Map(),
    webhookUrl: '',
    confirmedUpdates: 0,
    sentAt: new Map(),
    lastMessageId: 0,
    nextMessageId: () => {
      state.lastMessageId += 1;
      return state.lastMessageId;
    },
  };
  return state;
}
