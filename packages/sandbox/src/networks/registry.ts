import { avatarRoute } from '../pages/avatar.ts';
import { type NetworkId, networkIds } from '../world/network-ids.ts';
import type { World } from '../world/world.ts';
import { createBluesky } from './bluesky/network.ts';
import { createDiscord } from './discord/network.ts';
import { createFacebook } from './facebook/network.ts';
import { createInstagram } from './instagram/network.ts';
import { createLinkedin } from './linkedin/network.ts';
import { createMastodon } from './mastodon/network.ts';
import type { Network } from './network.ts';
import { createTelegram } from './telegram/network.ts';
import { createTiktok } from './tiktok/network.ts';
import { createX } from './x/network.ts';
import { createYoutube } from './youtube/network.ts';

/** Every simulated network. To add one, add it to `world/network-ids.ts`: the compiler names each table that lacks it. */
const creators = {
  x: createX,
  linkedin: createLinkedin,
  youtube: createYoutube,
  tiktok: createTiktok,
  facebook: createFacebook,
  instagram: createInstagram,
  telegram: createTelegram,
  discord: createDiscord,
  mastodon: createMastodon,
  bluesky: createBluesky,
} as const satisfies Record<NetworkId, (world: World) => Network>;

/** Builds every network with its seeded accounts and posts in the given world. */
export function createNetworks(world: World): readonly Network[] {
  return networkIds.map((id) => {
    const network = creators[id](world);
    // The Graph's own routes take every path that comes after them.
    return { ...network, routes: [avatarRoute(world, id), ...network.routes] };
  });
}
