import type { World } from '../../world/world.ts';
import { seedNetwork } from '../seed-network.ts';

/** Ids of the accounts, the server, its channel and the webhook that the simulated Discord starts with. */
export const discordSeed = {
  accounts: {
    sandbox_owner: '1180000000000000011',
    sandbox_friend: '1180000000000000012',
    sandbox_private: '1180000000000000013',
  },
  guild: '1180000000000000001',
  channel: '1180000000000000002',
  /** Webhook of the owner's channel; its address is `/api/webhooks/<id>/<token>`. */
  webhook: { id: '1180000000000000003', token: 'sandbox-webhook-token-known-to-everyone-and-as-long-as-a-real-one-is' },
  /** Token of a bot that may write in the channel. */
  botToken: 'sandbox-discord-bot-token',
  /** Threads of the channel: `Releases`, and `Archive`, which is locked. */
  threads: { releases: '1180000000000000031', archive: '1180000000000000032' },
  /** Tags of posts, once the settings make the channel a forum. */
  tags: { release: '1180000000000000041', bug: '1180000000000000042' },
  posts: { owner: '1180000000000000021' },
} as const;

/** Adds the people and one earlier message. */
export function seedDiscord(world: World): void {
  seedNetwork(world, 'discord', discordSeed, {
    texts: { owner: 'Welcome to the channel. Builds are announced here.' },
    conversations: { owner: discordSeed.channel },
  });
}
