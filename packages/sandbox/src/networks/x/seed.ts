import { seedNetwork } from '../seed-network.ts';
import type { XState } from './state.ts';

/** Ids of the accounts and posts that the simulated X starts with. */
export const xSeed = {
  accounts: {
    sandbox_owner: '1745123456789012480',
    sandbox_friend: '1745123467899012481',
    sandbox_private: '1745123478909012482',
  },
  posts: {
    /** A post of the owner. */
    owner: '1990000000000000001',
    /** Two posts of the friend, and the friend's reply to the owner's post. */
    friend: '1990000000000000002',
    friendSecond: '1990000000000000003',
    reply: '1990000000000000004',
    /** A post of the protected account. */
    private: '1990000000000000005',
  },
} as const;

/** Adds the three accounts, two of which follow each other and one of these has a subscription, and their posts. */
export function seedX({ world, follows }: XState): void {
  const { sandbox_owner: owner, sandbox_friend: friend } = xSeed.accounts;
  follows.set(`${friend}/${owner}`, 'following');
  follows.set(`${owner}/${friend}`, 'following');
  seedNetwork(world, 'x', xSeed, {
    types: { sandbox_friend: 'subscriber' },
    texts: {
      owner: 'Hello from the sandbox. What shall we build first?',
      friend: 'Coffee first, then code.',
      friendSecond: 'Release notes are a kindness to your future self.',
      reply: '@sandbox_owner A test suite, of course.',
      private: 'Only my followers see this.',
    },
  });
}
