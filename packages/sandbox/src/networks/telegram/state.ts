import type { Blob } from '../../world/blobs.ts';
import type { Post } from '../../world/posts.ts';
import type { World } from '../../world/world.ts';
import type { Json } from '../network.ts';

/** A chat that the bot knows, and what the bot may do there. */
export interface Chat {
  /** Negative for everything but private chats. */
  readonly id: string;
  readonly type: 'private' | 'group' | 'supergroup' | 'channel';
  readonly title?: string;
  readonly username?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  /** The bot's own membership, as `getChatMember` tells it. */
  readonly member: { readonly status: string; readonly [right: string]: Json };
  /** Id of the supergroup that this group became. */
  readonly migratedTo?: string;
}

/** One message; an album is several with one post. */
interface Message {
  readonly chatId: string;
  readonly post: Post;
  isDeleted: boolean;
}

/** What only this network remembers. */
export interface TelegramState {
  readonly world: World;
  /** By id. */
  readonly chats: Map<string, Chat>;
  readonly messages: Map<number, Message>;
  /** Uploaded files by their `file_id`. */
  readonly files: Map<string, { readonly blob: Blob; readonly type: string }>;
  /** Where updates are to be sent; empty for a bot that fetches them. */
  webhookUrl: string;
  /** Updates up to this id were confirmed. */
  confirmedUpdates: number;
  /** Moments at which messages were sent, by chat. */
  readonly sentAt: Map<string, number[]>;
  /** The sandbox counts over all chats, so that an id names one message. */
  lastMessageId: number;
  readonly nextMessageId: () => number;
}

export function createTelegramState(world: World): TelegramState {
  const state: TelegramState = {
    world,
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
