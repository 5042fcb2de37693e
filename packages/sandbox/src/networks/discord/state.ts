import { createIdSource, type IdSource } from '../../world/ids.ts';
import type { World } from '../../world/world.ts';
import type { MessageRequest } from './messages/message-body.ts';
import type { Author } from './present.ts';
import { discordSeed } from './seed.ts';
import type { DiscordSettings } from './settings.ts';

/** The network's own epoch, in milliseconds since 1970. */
const epochMs = 1420070400000;

/** What a client sent as a message; its post has only what readers see of it. */
export interface SentMessage {
  readonly request: MessageRequest;
  readonly author: Author;
}

/** A thread of the channel; in a forum, a post. */
export interface Thread {
  readonly id: string;
  readonly name: string;
  readonly tagIds: readonly string[];
  /** Takes no further messages of webhooks. */
  readonly isLocked: boolean;
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
    ...{ world, settings, nextId, messages: new Map(), threads: seededThreads() },
    ...{ nonces: new Map(), windows: new Map() },
  };
}

function seededThreads(): Map<string, Thread> {
  const { releases, archive } = discordSeed.threads;
  return new Map([
    [releases, { id: releases, name: 'Releases', tagIds: [], isLocked: false }],
    [archive, { id: archive, name: 'Archive', tagIds: [], isLocked: true }],
  ]);
}
