import { seedNetwork } from '../seed-network.ts';
import type { MastodonState } from './state.ts';

/** Ids of the accounts and statuses that the simulated instance starts with. */
export const mastodonSeed = {
  accounts: {
    sandbox_owner: '109348712345678901',
    sandbox_friend: '109348712345678902',
    sandbox_private: '109348712345678903',
  },
  posts: {
    owner: '115500000000000001',
    friend: '115500000000000002',
    friendSecond: '115500000000000003',
    reply: '115500000000000004',
    private: '115500000000000005',
  },
} as const;

/** Adds the three accounts, two of which follow each other, and their statuses. */
export function seedMastodon({ world, follows }: MastodonState): void {
  const { sandbox_owner: owner, sandbox_friend: friend } = mastodonSeed.accounts;
  follows.set(`${friend}/${owner}`, 'following');
  follows.set(`${owner}/${friend}`, 'following');
  seedNetwork(world, 'mastodon', mastodonSeed, {
    texts: {
      owner: 'A small instance with good neighbours.',
      friend: 'Today I learned that #toots are posts now.',
      friendSecond: 'Slides and notes: https://example.com/talks/federation-for-beginners',
      reply: '@sandbox_owner The best kind.',
      private: 'For my followers only.',
    },
  });
}
