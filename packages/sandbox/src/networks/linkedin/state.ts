import { createIdSource, type IdSource } from '../../world/ids.ts';
import type { World } from '../../world/world.ts';

/** A registered picture, with its bytes once they have arrived. */
export interface ImageUpload {
  readonly urn: string;
  readonly ownerId: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  data?: Buffer;
  type?: string;
}

/** State of this network alone. */
export interface LinkedinState {
  readonly world: World;
  readonly nextId: IdSource;
  /** Pictures by URN. */
  readonly images: Map<string, ImageUpload>;
  /** Posts that may not be reshared. */
  readonly notResharable: Set<string>;
  /** Number of calls by member and UTC day, for the daily limit. */
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

/** Returns the URN of a member from the id that userinfo calls `sub`. */
export function personUrn(accountId: string): string {
  return `urn:li:person:${accountId}`;
}
