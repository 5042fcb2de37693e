import { drawAvatar } from '../../pages/avatar.ts';
import { createMedia } from '../../world/posts.ts';
import type { World } from '../../world/world.ts';
import { seedNetwork } from '../seed-network.ts';

/** Ids of the accounts and posts that the simulated Instagram starts with. */
export const instagramSeed = {
  accounts: {
    sandbox_owner: '17841405822304914',
    sandbox_friend: '17841405822304915',
    sandbox_private: '17841405822304916',
  },
  posts: {
    owner: '17920238422030501',
    friend: '17920238422030502',
    friendSecond: '17920238422030503',
    private: '17920238422030505',
  },
} as const;

/** Adds three accounts and their posts; the private one is not a business account and cannot publish. */
export function seedInstagram(world: World): void {
  seedNetwork(world, 'instagram', instagramSeed, {
    types: { sandbox_owner: 'business', sandbox_friend: 'creator' },
    texts: {
      owner: 'Morning light #nofilter',
      friend: 'A pattern from the old town.',
      friendSecond: 'Another one.',
      private: 'For friends.',
    },
    media: (postId) => [createMedia(drawAvatar(postId), 'image/png', 'a pattern')],
    ageMs: 86_460_000,
  });
}
