import { type Call, Refusal, type Reply, type Route } from '../../http/route.ts';
import { bearerOf } from '../../oauth/tokens.ts';
import { drawAvatar } from '../../pages/avatar.ts';
import { permalinkRoute } from '../../pages/permalink.ts';
import type { World } from '../../world/world.ts';
import { tokenFaults } from '../fault-replies.ts';
import type { FaultReplies, Network, NetworkDefinition } from '../network.ts';
import * as errors from './errors.ts';
import { mediaLimits } from './media-limits.ts';
import { createMessage, deleteMessage, listMessages, readMessage } from './messages.ts';
import { oauthRoutes } from './oauth.ts';
import { botAuthor, presentBot, presentChannel, presentPerson, presentWebhook, webhookAuthor } from './present.ts';
import { limited, limitHeaders } from './rate-limits.ts';
import { discordSeed, seedDiscord } from './seed.ts';
import { createDiscordState, type DiscordState } from './state.ts';

/** Simulates Discord: a webhook of a channel, and a bot that writes in it. */
function createDiscord(world: World): Network {
  const state = createDiscordState(world);
  seedDiscord(world);
  return {
    id: 'discord',
    state,
    routes: [
      ...oauthRoutes(state),
      userRoute(state),
      ...webhookRoutes(state),
      ...channelRoutes(state),
      permalinkRoute(world, { network: 'discord', path: '/channels/:guild/:channel/:id' }),
      pictureRoute(),
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
    permalink: ({ id }) => `/channels/${discordSeed.guild}/${discordSeed.channel}/${id}`,
  };
}

/** The picture of the webhook, which the network serves at another host. */
function pictureRoute(): Route {
  const data = () => drawAvatar(webhookAuthor.username);
  const path = '/avatars/:id/:file';
  return { method: 'GET', path, handle: () => ({ status: 200, bytes: { type: 'image/png', data: data() } }) };
}

function webhookRoutes(state: DiscordState): Route[] {
  const path = '/api{/v:version}/webhooks/:id/:token';
  const asWebhook = (call: Call, work: () => Reply | Promise<Reply>) => {
    requireVersion(call);
    const { id, token } = discordSeed.webhook;
    if (call.params['id'] !== id) return errors.unknownWebhook();
    if (call.params['token'] !== token) return errors.invalidToken();
    return limited(state, `webhook ${id}`, work);
  };
  return [
    { method: 'GET', path, operation: 'identity', handle: (call) => asWebhook(call, () => showWebhook(call)) },
    {
      ...{ method: 'POST', path, operation: 'publish', takesStream: true },
      handle: (call) =>
        asWebhook(call, async () => {
          // Threads are separate channels, which the sandbox does not have.
          if (call.query.has('thread_id')) return errors.unknownChannel();
          const message = await createMessage(state, call, webhookAuthor);
          return /^(true|1)$/i.test(call.query.get('wait') ?? '') ? { status: 200, json: message } : { status: 204 };
        }),
    },
    {
      ...{ method: 'GET', path: `${path}/messages/:message`, operation: 'read' },
      handle: (call) => asWebhook(call, () => readMessage(state, call, webhookAuthor)),
    },
    {
      ...{ method: 'DELETE', path: `${path}/messages/:message`, operation: 'delete' },
      handle: (call) => asWebhook(call, () => deleteMessage(state, call)),
    },
  ];
}

function channelRoutes(state: DiscordState): Route[] {
  const channelPath = '/api{/v:version}/channels/:channel';
  const path = `${channelPath}/messages`;
  const asBot = (call: Call, work: () => Reply | Promise<Reply>) => {
    requireVersion(call);
    if (call.headers.authorization !== `Bot ${discordSeed.botToken}`) return errors.unauthorized();
    if (call.params['channel'] !== discordSeed.channel) return errors.unknownChannel();
    return limited(state, `channel ${discordSeed.channel}`, work);
  };
  return [
    {
      ...{ method: 'GET', path: channelPath, operation: 'read' },
      handle: (call) => asBot(call, () => ({ status: 200, json: presentChannel() })),
    },
    {
      ...{ method: 'GET', path, operation: 'read' },
      handle: (call) => asBot(call, () => listMessages(state, call, botAuthor)),
    },
    {
      ...{ method: 'GET', path: `${path}/:message`, operation: 'read' },
      handle: (call) => asBot(call, () => readMessage(state, call, botAuthor)),
    },
    {
      ...{ method: 'POST', path, operation: 'publish', takesStream: true },
      handle: (call) => asBot(call, async () => ({ status: 200, json: await createMessage(state, call, botAuthor) })),
    },
    {
      ...{ method: 'DELETE', path: `${path}/:message`, operation: 'delete' },
      handle: (call) => asBot(call, () => deleteMessage(state, call)),
    },
  ];
}

function requireVersion({ params }: Call): void {
  const { version } = params;
  if (version !== undefined && !['6', '7', '8', '9', '10'].includes(version))
    throw new Refusal(errors.invalidVersion());
}

/** Shows the user of the token: the bot, or a person who signed in. */
function userRoute(state: DiscordState): Route {
  return {
    ...{ method: 'GET', path: '/api{/v:version}/users/@me', operation: 'identity' },
    handle: (call) => {
      requireVersion(call);
      if (call.headers.authorization === `Bot ${discordSeed.botToken}`) return { status: 200, json: presentBot() };
      const { grants, accounts } = state.world;
      const token = grants.findUsableAccess('discord', bearerOf(call));
      const account = token && accounts.find('discord', token.accountId);
      if (!account || !token.scopes.includes('identify')) return errors.unauthorized();
      return { status: 200, json: presentPerson(account, token.scopes) };
    },
  };
}

/** Shows the webhook, without its address, to every caller that has the address. */
function showWebhook({ base }: Call): Reply {
  const { url: _url, ...webhook } = presentWebhook(base);
  return { status: 200, json: webhook };
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
} as const satisfies NetworkDefinition;
