import type { World } from '../../world/world.ts';
import { seedNetwork } from '../seed-network.ts';

/** Ids of the accounts (open ids, for any app) and posts that the simulated TikTok starts with. */
export const tiktokSeed = {
  accounts: {
    sandbox_owner: 'afd97af1-b87b-48b9-ac98-410aghda5344',
    sandbox_friend: '723f24d7-e717-40f8-a2b6-cb8464cd23b4',
    sandbox_private: '5d1c8a52-6a0e-4c19-9e37-1b7f0c2d8e90',
  },
  posts: {
    owner: '7206833554123456001',
    friend: '7206833554123456002',
    friendSecond: '7206833554123456003',
    reply: '7206833554123456004',
    private: '7206833554123456005',
  },
} as const;

/** Adds the three accounts and their posts. */
export function seedTiktok(world: World): void {
  seedNetwork(world, 'tiktok', tiktokSeed, {
    texts: {
      owner: 'How we test a pipeline without any account #smalltools',
      friend: 'Thirty seconds of the sea.',
      friendSecond: 'And thirty more #slow',
      reply: 'Where is this?',
      private: 'Only for followers.',
    },
  });
}
