import type { World } from '../../world/world.ts';
import { seedNetwork } from '../seed-network.ts';

/** Ids of the accounts' channels and of the posts that the simulated YouTube starts with. */
export const youtubeSeed = {
  accounts: {
    sandbox_owner: 'UCk3oTqzPv7mWxR1bLdYgHsA',
    sandbox_friend: 'UCf9eNw2QjZr6uKtXcVbMyPg',
    sandbox_private: 'UCp5rIvH8aSdE4tLnOzUxJwB',
  },
  posts: {
    owner: 'UgkxSandboxOwner0000000000000000000',
    friend: 'UgkxSandboxFriend000000000000000000',
    friendSecond: 'UgkxSandboxFriend000000000000000001',
    reply: 'UgkxSandboxReply0000000000000000000',
    private: 'UgkxSandboxPrivate00000000000000000',
  },
} as const;

/** Adds the three channels and their community posts. */
export function seedYoutube(world: World): void {
  seedNetwork(world, 'youtube', youtubeSeed, {
    texts: {
      owner: 'A new series about small tools begins on Monday.',
      friend: 'One hundred videos. Thank you for watching.',
      friendSecond: 'Which recording should come next?',
      reply: 'Looking forward to it.',
      private: 'For members only.',
    },
  });
}
