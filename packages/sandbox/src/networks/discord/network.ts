import type { Route } from '../../http/route.ts';
import { drawAvatar } from '../../pages/avatar.ts';
import { permalinkRoute } from '../../pages/permalink.ts';
import type { World } from '../../world/world.ts';
import { tokenFaults } from '../fault-replies.ts';
import type { FaultReplies, Network, NetworkDefinition } from '../network.ts';
import { channelRoutes } from './channel.ts';
import * as errors from './errors.ts';
import { mediaLimits } from './media-limits.ts';
import { oauthRoutes } from './oauth.ts';
import { webhookAuthor } from './present.ts';
import { limitHeaders } from './rate-limits.ts';
import { discordSeed, seedDiscord } from './seed.ts';
import { type DiscordSettings, settings } from './settings.ts';
import { createDiscordState, type DiscordState } from './state.ts';
import { applicationRoutes, userRoute } from './user.ts';
import { webhookRoutes } from './webhook.ts';

/** Simulates Discord: a webhook of a channel, and a bot that writes in it. */
function createDiscord(world: World, own: DiscordSettings): Network {
  const state = createDiscordState(world, own);
  seedDiscord(world);
  return {
    id: 'discord',
    state,
    routes: [
      ...oauthRoutes(state),
      userRoute(state),
      ...applicationRoutes(state),
      ...webhookRoutes(state),
      ...channelRoutes(state),
      permalinkRoute(world, { network: 'discord', path: '/channels/:guild/:channel/:id' }),
      pictureRoute(state),
    ],
    credentials: [
      {
        label: 'Webhook',
        value: `https://discord.com/api/webhooks/${discordSeed.webhook.id}/${discordSeed.webhook.token}`,
      },
    ],
    // Clients compare the whole type, and read any other as text.
    jsonType: 'application/json',
    faultReplies: faultReplies(world),
    idPlaces: { keys: ['id', 'channel_id', 'guild_id', 'webhook_id'] },
    unknownPath: errors.notFound,
    // The path of a webhook contains its token.
    loggedPath: (path) => path.replace(/(\/webhooks\/[^/]*\/)[^/]+/, '$1***'),
    permalink: ({ id, conversationId }) => `/channels/${discordSeed.guild}/${conversationId}/${id}`,
  };
}

/** The pictures of the webhook and of its messages, which the network serves at another host. */
function pictureRoute({ messages }: DiscordState): Route {
  const handle: Route['handle'] = ({ params: { file = '' } }) => {
    const [hash] = file.split('.', 1);
    const own = [...messages.values()].find(({ author }) => author.avatarUrl && author.avatar === hash);
    if (own?.author.avatarUrl) return { status: 302, headers: { location: own.author.avatarUrl } };
    return { status: 200, bytes: { type: 'image/png', data: drawAvatar(webhookAuthor.username) } };
  };
  return { method: 'GET', path: '/avatars/:id/:file', handle };
}

function faultReplies(world: World): FaultReplies {
  return {
    'rate-limit': ({ retryAfterSeconds: resetAfter }) => {
      const endsAt = world.now() + resetAfter * 1000;
      const reply = errors.rateLimited(resetAfter);
      return {
        ...reply,
        headers: { ...limitHeaders({ subject: 'fault', remaining: 0, resetAfter, endsAt }), ...reply.headers },
      };
    },
    ...tokenFaults(errors.invalidToken),
    'invalid-grant': errors.invalidToken,
    'version-sunset': errors.invalidVersion,
    forbidden: () => errors.failure(403, 50013, 'Missing Permissions'),
    // The network has no credits: the nearest answer is a refusal without a reason.
    'credits-depleted': () => errors.failure(400, 50035, 'Invalid Form Body'),
    other: () => errors.failure(500, 0, '500: Internal Server Error'),
  };
}

export const network = {
  create: createDiscord,
  seed: discordSeed,
  counters: ['reactions'],
  mediaLimits,
  accountId: (hash) => String(10n ** 18n + (hash.readBigUInt64BE() % 10n ** 17n)),
  settings,
} as const satisfies NetworkDefinition;
