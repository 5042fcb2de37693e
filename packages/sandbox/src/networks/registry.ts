import type { Network } from '../network.ts';
import type { sandboxSeed } from '../seed.ts';
import type { World } from '../world.ts';
import { createDiscord } from './discord/network.ts';
import { createFacebook } from './facebook/network.ts';
import { createInstagram } from './instagram/network.ts';
import { createLinkedin } from './linkedin/network.ts';
import { createTelegram } from './telegram/network.ts';
import { createTiktok } from './tiktok/network.ts';
import { createX } from './x/network.ts';
import { createYoutube } from './youtube/network.ts';

/** Every simulated network, by the id that is also its path prefix. The one place to add another. */
const creators = {
  x: createX,
  linkedin: createLinkedin,
  youtube: createYoutube,
  tiktok: createTiktok,
  facebook: createFacebook,
  instagram: createInstagram,
  telegram: createTelegram,
  discord: createDiscord,
} as const satisfies Record<NetworkId, (world: World) => Network>;

/** A simulated network's id. */
export type NetworkId = keyof typeof sandboxSeed;

/** The ids, in the order in which pages show them. */
export const networkIds = Object.keys(creators) as readonly NetworkId[];

/** Tells whether a value from outside names a simulated network. */
export function isNetworkId(value: unknown): value is NetworkId {
  return typeof value === 'string' && Object.hasOwn(creators, value);
}

/** Builds every network with its seeded accounts and posts in the given world. */
export function createNetworks(world: World): readonly Network[] {
  return networkIds.map((id) => creators[id](world));
}
