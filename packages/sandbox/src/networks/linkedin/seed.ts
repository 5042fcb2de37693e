import type { World } from '../../world/world.ts';
import { seedNetwork } from '../seed-network.ts';

/** Ids of the accounts and posts that the simulated LinkedIn starts with. */
export const linkedinSeed = {
  accounts: { sandbox_owner: '782bbtaQ', sandbox_friend: '9kX4mTqR2d', sandbox_private: 'Zp3wLc7HsV' },
  posts: {
    owner: 'urn:li:share:7141138937766391808',
    friend: 'urn:li:share:7141138937766391809',
    friendSecond: 'urn:li:share:7141138937766391810',
    reply: 'urn:li:share:7141138937766391811',
    private: 'urn:li:share:7141138937766391812',
  },
} as const;

/** Adds the three members and their posts. */
export function seedLinkedin(world: World): void {
  seedNetwork(world, 'linkedin', linkedinSeed, {
    texts: {
      owner: 'We are opening a position for somebody who loves small tools.',
      friend: 'Five years today. Thank you all.',
      friendSecond: 'Notes from the #opensource day, with slides.',
      reply: 'I know just the person.',
      private: 'For my connections only.',
    },
  });
}
