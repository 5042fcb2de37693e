import { createIdSource, type IdSource } from '../../world/ids.ts';
import type { World } from '../../world/world.ts';

/** The network's own epoch, in milliseconds since 1970. */
const epochMs = 1420070400000;

/** State of this network alone. */
export interface DiscordState {
  readonly world: World;
  readonly nextId: IdSource;
  /** Contents of messages as they were sent, by id, with the escapes that readers do not see. */
  readonly contents: Map<string, string>;
  /** Calls in the current window, by webhook or channel. Times are in milliseconds since the epoch. */
  readonly windows: Map<string, { used: number; readonly endsAt: number }>;
}

export function createDiscordState(world: World): DiscordState {
  return { world, nextId: createIdSource(world.now, epochMs), contents: new Map(), windows: new Map() };
}
