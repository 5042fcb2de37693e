import type { World } from '../../world/world.ts';
import { seedNetwork } from '../seed-network.ts';

/** Ids of the pages and posts that the simulated Facebook starts with. */
export const facebookSeed = {
  accounts: {
    sandbox_owner: '1353269864728879',
    sandbox_friend: '1353269864728880',
    sandbox_private: '1353269864728881',
  },
  posts: {
    owner: '1353269864728879_122100000000000001',
    friend: '1353269864728880_122100000000000002',
    friendSecond: '1353269864728880_122100000000000003',
    reply: '122100000000000001_122100000000000004',
    private: '1353269864728881_122100000000000005',
  },
} as const;

/** Adds the three pages and their posts. */
export function seedFacebook(world: World): void {
  seedNetwork(world, 'facebook', facebookSeed, {
    types: { sandbox_owner: 'own-page', sandbox_friend: 'own-page' },
    texts: {
      owner: 'We open at nine tomorrow, rain or shine.',
      friend: 'The new workshop has windows on three sides.',
      friendSecond: 'Thank you for two hundred visitors.',
      reply: 'See you there.',
      private: 'For members only.',
    },
  });
}
