import type { FacebookState } from './state.ts';

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
    reply: '1353269864728880_122100000000000004',
    private: '1353269864728881_122100000000000005',
  },
} as const;

/** Fills the network with its three pages and their posts. */
export function seedFacebook({ world: { accounts, posts, now } }: FacebookState): void {
  const { sandbox_owner: owner, sandbox_friend: friend, sandbox_private: hidden } = facebookSeed.accounts;
  const network = 'facebook';
  accounts.add({ network, id: owner, username: 'sandbox_owner', name: 'Sandbox Owner', type: 'own-page' });
  accounts.add({ network, id: friend, username: 'sandbox_friend', name: 'Sandbox Friend', type: 'own-page' });
  accounts.add({ network, id: hidden, username: 'sandbox_private', name: 'Sandbox Private', type: 'private' });
  const { posts: ids } = facebookSeed;
  const seeds = [
    { id: ids.owner, accountId: owner, text: 'We open at nine tomorrow, rain or shine.' },
    { id: ids.friend, accountId: friend, text: 'The new workshop has windows on three sides.' },
    { id: ids.friendSecond, accountId: friend, text: 'Thank you for two hundred visitors.' },
    { id: ids.reply, accountId: friend, text: 'See you there.', replyToId: ids.owner },
    { id: ids.private, accountId: hidden, text: 'For members only.' },
  ];
  for (const [index, seed] of seeds.entries()) {
    posts.add({
      network,
      ...seed,
      media: [],
      createdAt: now() - (seeds.length - index) * 60_000,
      hidden: false,
      seeded: true,
      conversationId: seed.replyToId ?? seed.id,
    });
  }
}
