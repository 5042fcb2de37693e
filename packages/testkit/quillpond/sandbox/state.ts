import { createIdSource, type IdSource } from '../../world/ids.ts';
import type { World } from '../../world/world.ts';
import { seedNetwork } from '../seed-network.ts';

/** State of this network alone. */
export interface QuillpondState {
  readonly world: World;
  readonly nextId: IdSource;
  /** Uploaded pictures by their ids. */
  readonly pictures: Map<string, { readonly ownerId: string; readonly data: Buffer }>;
}

export function createQuillpondState(world: World): QuillpondState {
  return { world, nextId: createIdSource(world.now, 0), pictures: new Map() };
}

/** Ids of the accounts and the note that the simulated Quillpond starts with. */
export const quillpondSeed = {
  accounts: { sandbox_owner: 'writer_1', sandbox_friend: 'writer_2', sandbox_private: 'writer_3' },
  posts: { owner: '7400000000000000001' },
} as const;

export function seedQuillpond(world: World): void {
  seedNetwork(world, 'quillpond', quillpondSeed, { texts: { owner: 'The first feather on the water.' } });
}
