import type { TiktokState } from './state.ts';

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

/** Fills the network with its three accounts and their posts. */
export function seedTiktok({ world: { accounts, posts, now } }: TiktokState): void {
  const { sandbox_owner: owner, sandbox_friend: friend, sandbox_private: hidden } = tiktokSeed.accounts;
  accounts.add({ network: 'tiktok', id: owner, username: 'sandbox_owner', name: 'Sandbox Owner', type: 'person' });
  accounts.add({ network: 'tiktok', id: friend, username: 'sandbox_friend', name: 'Sandbox Friend', type: 'person' });
  accounts.add({
    network: 'tiktok',
    id: hidden,
    username: 'sandbox_private',
    name: 'Sandbox Private',
    type: 'private',
  });
  const ids = tiktokSeed.posts;
  const seeds = [
    { id: ids.owner, accountId: owner, text: 'How we test a pipeline without any account #smalltools' },
    { id: ids.friend, accountId: friend, text: 'Thirty seconds of the sea.' },
    { id: ids.friendSecond, accountId: friend, text: 'And thirty more #slow' },
    { id: ids.reply, accountId: friend, text: 'Where is this?', replyToId: ids.owner },
    { id: ids.private, accountId: hidden, text: 'Only for followers.' },
  ];
  for (const [index, seed] of seeds.entries()) {
    posts.add({
      network: 'tiktok',
      ...seed,
      media: [],
      createdAt: now() - (seeds.length - index) * 60_000,
      hidden: false,
      seeded: true,
      conversationId: seed.replyToId ?? seed.id,
    });
  }
}
