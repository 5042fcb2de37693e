import type { LinkedinState } from './state.ts';

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

/** Fills the network with its three members and their posts. */
export function seedLinkedin({ world: { accounts, posts, now } }: LinkedinState): void {
  const { sandbox_owner: owner, sandbox_friend: friend, sandbox_private: hidden } = linkedinSeed.accounts;
  accounts.add({ network: 'linkedin', id: owner, username: 'sandbox_owner', name: 'Sandbox Owner', type: 'person' });
  accounts.add({ network: 'linkedin', id: friend, username: 'sandbox_friend', name: 'Sandbox Friend', type: 'person' });
  accounts.add({
    network: 'linkedin',
    id: hidden,
    username: 'sandbox_private',
    name: 'Sandbox Private',
    type: 'private',
  });
  const seeds = [
    {
      id: linkedinSeed.posts.owner,
      accountId: owner,
      text: 'We are opening a position for somebody who loves small tools.',
    },
    { id: linkedinSeed.posts.friend, accountId: friend, text: 'Five years today. Thank you all.' },
    { id: linkedinSeed.posts.friendSecond, accountId: friend, text: 'Notes from the #opensource day, with slides.' },
    {
      id: linkedinSeed.posts.reply,
      accountId: friend,
      text: 'I know just the person.',
      replyToId: linkedinSeed.posts.owner,
    },
    { id: linkedinSeed.posts.private, accountId: hidden, text: 'For my connections only.' },
  ];
  for (const [index, seed] of seeds.entries()) {
    posts.add({
      network: 'linkedin',
      ...seed,
      media: [],
      createdAt: now() - (seeds.length - index) * 60_000,
      hidden: false,
      seeded: true,
      conversationId: seed.replyToId ?? seed.id,
    });
  }
}
