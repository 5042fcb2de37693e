import type { YoutubeState } from './state.ts';

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

/** Fills the network with its three channels and their community posts. */
export function seedYoutube({ world: { accounts, posts, now } }: YoutubeState): void {
  const { sandbox_owner: owner, sandbox_friend: friend, sandbox_private: hidden } = youtubeSeed.accounts;
  accounts.add({ network: 'youtube', id: owner, username: 'sandbox_owner', name: 'Sandbox Owner', type: 'person' });
  accounts.add({ network: 'youtube', id: friend, username: 'sandbox_friend', name: 'Sandbox Friend', type: 'person' });
  accounts.add({
    network: 'youtube',
    id: hidden,
    username: 'sandbox_private',
    name: 'Sandbox Private',
    type: 'private',
  });
  const seeds = [
    { id: youtubeSeed.posts.owner, accountId: owner, text: 'A new series about small tools begins on Monday.' },
    { id: youtubeSeed.posts.friend, accountId: friend, text: 'One hundred videos. Thank you for watching.' },
    { id: youtubeSeed.posts.friendSecond, accountId: friend, text: 'Which recording should come next?' },
    {
      id: youtubeSeed.posts.reply,
      accountId: friend,
      text: 'Looking forward to it.',
      replyToId: youtubeSeed.posts.owner,
    },
    { id: youtubeSeed.posts.private, accountId: hidden, text: 'For members only.' },
  ];
  for (const [index, seed] of seeds.entries()) {
    posts.add({
      network: 'youtube',
      ...seed,
      media: [],
      createdAt: now() - (seeds.length - index) * 60_000,
      hidden: false,
      seeded: true,
      conversationId: seed.replyToId ?? seed.id,
    });
  }
}
