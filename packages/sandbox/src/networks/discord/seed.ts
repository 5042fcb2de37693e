import type { DiscordState } from './state.ts';

/** Ids of the accounts, the server, its channel and the webhook that the simulated Discord starts with. */
export const discordSeed = {
  accounts: {
    sandbox_owner: '1180000000000000011',
    sandbox_friend: '1180000000000000012',
    sandbox_private: '1180000000000000013',
  },
  guild: '1180000000000000001',
  channel: '1180000000000000002',
  /** Of the owner's channel; its address is `/api/webhooks/<id>/<token>`. */
  webhook: { id: '1180000000000000003', token: 'sandbox-webhook-token-known-to-everyone-and-as-long-as-a-real-one-is' },
  /** Of a bot that may write in the channel. */
  botToken: 'sandbox-discord-bot-token',
  posts: { owner: '1180000000000000021' },
} as const;

/** Fills the network with its people and a message that was there before. */
export function seedDiscord({ world: { accounts, posts, now } }: DiscordState): void {
  const { sandbox_owner: owner, sandbox_friend: friend, sandbox_private: hidden } = discordSeed.accounts;
  const people = [
    { id: owner, username: 'sandbox_owner', name: 'Sandbox Owner', type: 'person' },
    { id: friend, username: 'sandbox_friend', name: 'Sandbox Friend', type: 'person' },
    { id: hidden, username: 'sandbox_private', name: 'Sandbox Private', type: 'private' },
  ];
  for (const person of people) accounts.add({ network: 'discord', ...person });
  posts.add({
    ...{ network: 'discord', id: discordSeed.posts.owner, accountId: owner, media: [], hidden: false, seeded: true },
    text: 'Welcome to the channel. Builds are announced here.',
    createdAt: now() - 60_000,
    conversationId: discordSeed.channel,
  });
}
