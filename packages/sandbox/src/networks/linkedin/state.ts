import { createIdSource, type IdSource } from '../../world/ids.ts';
import type { World } from '../../world/world.ts';

/** A picture that is registered, and its bytes once they have arrived. */
export interface ImageUpload {
  readonly urn: string;
  readonly ownerId: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  data?: Buffer;
  type?: string;
}

/** What only this network remembers. */
export interface LinkedinState {
  readonly world: World;
  readonly nextId: IdSource;
  /** By URN. */
  readonly images: Map<string, ImageUpload>;
  /** Posts that nobody may reshare. */
  readonly notResharable: Set<string>;
  /** Calls of members since midnight UTC, counted against the daily limit. */
  readonly calls: Map<string, number>;
}

export function createLinkedinState(world: World): LinkedinState {
  return {
    world,
    nextId: createIdSource(world.now, 0),
    images: new Map(),
    notResharable: new Set(),
    calls: new Map(),
  };
}

/** The URN of a member, from the id that userinfo calls `sub`. */
export function personUrn(accountId: string): string {
  return `urn:li:person:${accountId}`;
}
