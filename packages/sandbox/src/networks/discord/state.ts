import { createIdSource, type IdSource } from '../../world/ids.ts';
import type { World } from '../../world/world.ts';
import type { MessageRequest } from './messages/message-body.ts';
import type { Thread } from './messages/threads.ts';
import type { Author } from './present.ts';
import type { DiscordSettings } from './settings.ts';

/** The network's own epoch, in milliseconds since 1970. */
const epochMs = 1420070400000;

/** What a client sent as a message; its post has only what readers see of it. */
export interface SentMessage {
  readonly request: MessageRequest;
  readonly author: Author;
}

/** State of this network alone. */
export interface DiscordState {
  readonly world: World;
  readonly settings: DiscordSettings;
  readonly nextId: IdSource;
  /** Messages that clients sent, by id. */
  readonly messages: Map<string, SentMessage>;
  /** Threads of the channel, by id. */
  readonly threads: Map<string, Thread>;
  /** Ids of messages by their author and nonce. */
  readonly nonces: Map<string, string>;
  /** Calls in the current window, by webhook or channel. Times are in milliseconds since the epoch. */
  readonly windows: Map<string, { used: number; readonly endsAt: number }>;
}

export function createDiscordState(world: World, settings: DiscordSettings): DiscordState {
  const nextId = createIdSource(world.now, epochMs);
  return {
    ...{ world, settings, nextId, messages: new Map(), threads: new Map() },
    ...{ nonces: new Map(), windows: new Map() },
  };
}
