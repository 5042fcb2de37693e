import { createIdSource, type IdSource } from '../../world/ids.ts';
import type { World } from '../../world/world.ts';

/** Milliseconds at which the network's ids begin to count. */
const epochMs = 1420070400000;

/** What only this network remembers. */
export interface DiscordState {
  readonly world: World;
  readonly nextId: IdSource;
  /** Calls in the current window, by what they are limited for. Times in milliseconds since the epoch. */
  readonly windows: Map<string, { used: number; readonly endsAt: number }>;
}

export function createDiscordState(world: World): DiscordState {
  return { world, nextId: createIdSource(world.now, epochMs), windows: new Map() };
}
