import { drawAvatar } from '../../view/avatar.ts';
import { createMedia } from '../../world/posts.ts';
import type { World } from '../../world/world.ts';

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

/** Fills the network with three accounts and their posts; the private one is no business account and cannot publish. */
export function seedInstagram({ accounts, posts, now }: World): void {
  const { sandbox_owner: owner, sandbox_friend: friend, sandbox_private: hidden } = instagramSeed.accounts;
  const network = 'instagram';
  accounts.add({ network, id: owner, username: 'sandbox_owner', name: 'Sandbox Owner', type: 'business' });
  accounts.add({ network, id: friend, username: 'sandbox_friend', name: 'Sandbox Friend', type: 'creator' });
  accounts.add({ network, id: hidden, username: 'sandbox_private', name: 'Sandbox Private', type: 'private' });
  const { posts: ids } = instagramSeed;
  const seeds = [
    { id: ids.owner, accountId: owner, text: 'Morning light #nofilter' },
    { id: ids.friend, accountId: friend, text: 'A pattern from the old town.' },
    { id: ids.friendSecond, accountId: friend, text: 'Another one.' },
    { id: ids.private, accountId: hidden, text: 'For friends.' },
  ];
  for (const [index, seed] of seeds.entries()) {
    posts.add({
      network,
      ...seed,
      media: [createMedia(drawAvatar(seed.id), 'image/png', 'a pattern')],
      createdAt: now() - (seeds.length - index) * 60_000 - 86_400_000,
      hidden: false,
      seeded: true,
      conversationId: seed.id,
    });
  }
}
