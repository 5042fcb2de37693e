import type { XState } from './state.ts';

/** Ids of the accounts and posts that the simulated X starts with. */
export const xSeed = {
  accounts: {
    sandbox_owner: '1745123456789012480',
    sandbox_friend: '1745123467899012481',
    sandbox_private: '1745123478909012482',
  },
  posts: {
    /** Of the owner. */
    owner: '1990000000000000001',
    /** Of the friend: two of their own, and a reply to the owner's. */
    friend: '1990000000000000002',
    friendSecond: '1990000000000000003',
    reply: '1990000000000000004',
    /** Of the protected account. */
    private: '1990000000000000005',
  },
} as const;

/** Fills the network with its three accounts, who follow each other where they may, and their posts. */
export function seedX(state: XState): void {
  const { accounts, posts, now } = state.world;
  const { sandbox_owner: owner, sandbox_friend: friend, sandbox_private: hidden } = xSeed.accounts;
  accounts.add({ network: 'x', id: owner, username: 'sandbox_owner', name: 'Sandbox Owner', type: 'person' });
  accounts.add({ network: 'x', id: friend, username: 'sandbox_friend', name: 'Sandbox Friend', type: 'person' });
  accounts.add({ network: 'x', id: hidden, username: 'sandbox_private', name: 'Sandbox Private', type: 'private' });
  state.follows.set(`${friend}/${owner}`, 'following');
  state.follows.set(`${owner}/${friend}`, 'following');
  const seeds = [
    { id: xSeed.posts.owner, accountId: owner, text: 'Hello from the sandbox. What shall we build first?' },
    { id: xSeed.posts.friend, accountId: friend, text: 'Coffee first, then code.' },
    { id: xSeed.posts.friendSecond, accountId: friend, text: 'Release notes are a kindness to your future self.' },
    {
      id: xSeed.posts.reply,
      accountId: friend,
      text: '@sandbox_owner A test suite, of course.',
      replyToId: xSeed.posts.owner,
    },
    { id: xSeed.posts.private, accountId: hidden, text: 'Only my followers see this.' },
  ];
  for (const [index, seed] of seeds.entries()) {
    posts.add({
      network: 'x',
      ...seed,
      media: [],
      createdAt: now() - (seeds.length - index) * 60_000,
      hidden: false,
      seeded: true,
      conversationId: seed.replyToId ?? seed.id,
    });
  }
}
