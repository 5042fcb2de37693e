import type { Form } from '../../http/form.ts';
import type { Call, Reply, Route } from '../../http/route.ts';
import { permalinkRoute } from '../../pages/permalink.ts';
import type { Operation } from '../../world/operation.ts';
import type { Post } from '../../world/posts.ts';
import type { World } from '../../world/world.ts';
import { tokenFaults } from '../fault-replies.ts';
import type { FaultReplies, Network, NetworkDefinition } from '../network.ts';
import * as errors from './errors.ts';
import { mediaLimits } from './media-limits.ts';
import { deleteMessage, sendChatAction, sendFile, sendMediaGroup, sendMessage, success } from './messages/messages.ts';
import { sendPoll } from './messages/poll.ts';
import { readParams } from './params.ts';
import { presentBot } from './present.ts';
import { getChat, getChatAdministrators, getChatMember, getChatMemberCount, getFile } from './reads.ts';
import { seedTelegram, telegramSeed } from './seed.ts';
import { settings, type TelegramSettings } from './settings.ts';
import { createTelegramState, type TelegramState } from './state.ts';
import { deleteWebhook, getUpdates, getWebhookInfo, setWebhook } from './updates.ts';

interface Method {
  readonly operation: Operation;
  readonly handle: (state: TelegramState, form: Form) => Reply | Promise<Reply>;
}

/** The methods by their name in lower case, because the network ignores its case. */
const methods: Readonly<Record<string, Method>> = {
  getme: { operation: 'identity', handle: () => success(presentBot()) },
  getchat: { operation: 'identity', handle: getChat },
  getchatmember: { operation: 'identity', handle: getChatMember },
  getchatadministrators: { operation: 'read', handle: getChatAdministrators },
  getchatmembercount: { operation: 'read', handle: getChatMemberCount },
  getwebhookinfo: { operation: 'read', handle: getWebhookInfo },
  setwebhook: { operation: 'action', handle: setWebhook },
  deletewebhook: { operation: 'action', handle: deleteWebhook },
  sendchataction: { operation: 'action', handle: sendChatAction },
  getupdates: { operation: 'read', handle: getUpdates },
  getfile: { operation: 'read', handle: getFile },
  sendmessage: { operation: 'publish', handle: sendMessage },
  sendphoto: { operation: 'publish', handle: (state, form) => sendFile(state, form, 'photo') },
  sendvideo: { operation: 'publish', handle: (state, form) => sendFile(state, form, 'video') },
  senddocument: { operation: 'publish', handle: (state, form) => sendFile(state, form, 'document') },
  sendmediagroup: { operation: 'publish', handle: sendMediaGroup },
  sendpoll: { operation: 'publish', handle: sendPoll },
  deletemessage: { operation: 'delete', handle: deleteMessage },
};

/** Simulates Telegram's Bot API, with one bot and the chats it knows. */
function createTelegram(world: World, own: TelegramSettings): Network {
  const state = createTelegramState(world, own);
  seedTelegram(state);
  return {
    id: 'telegram',
    state,
    routes: [
      { ...methodRoute(state), method: 'GET' },
      { ...methodRoute(state), method: 'POST', takesStream: true },
      { method: 'GET', path: '/file/bot:token/files/:id', handle: (call) => downloadFile(state, call) },
      permalinkRoute(world, { network: 'telegram', path: '/c/:chat{/:topic}/:id' }),
      permalinkRoute(world, { network: 'telegram', path: '/:username{/:topic}/:id' }),
    ],
    credentials: [
      { label: 'Bot token', value: telegramSeed.bot.token },
      { label: 'Chat', value: '@sandbox_channel' },
    ],
    jsonType: 'application/json',
    faultReplies,
    idPlaces: { keys: ['id', 'message_id', 'update_id', 'file_id'], within: ['result', 'result[]'] },
    unknownPath: errors.notFound,
    // Every path contains the token.
    loggedPath: (path) => path.replace(/\/bot[^/]*/, '/bot***'),
    permalink: (post) => permalink(state, post),
  };
}

function methodRoute(state: TelegramState): Omit<Route, 'method'> {
  const methodOf = ({ params }: Call): Method | undefined => methods[(params['method'] ?? '').toLowerCase()];
  return {
    path: '/bot:token/:method',
    operation: (call) => methodOf(call)?.operation ?? 'action',
    handle: async (call) => {
      const token = call.params['token'] ?? '';
      if (!/^\d+:[A-Za-z0-9_-]{35}$/.test(token)) return errors.notFound();
      if (token !== telegramSeed.bot.token) return errors.unauthorized();
      const method = methodOf(call);
      return method ? method.handle(state, await readParams(call)) : errors.notFound();
    },
  };
}

function downloadFile(state: TelegramState, { params }: Call): Reply {
  const file = params['token'] === telegramSeed.bot.token ? state.files.get(params['id'] ?? '') : undefined;
  return file ? { status: 200, bytes: { type: file.type, data: file.blob.read() } } : errors.notFound();
}

function permalink(state: TelegramState, { id, conversationId, chat: message }: Post): string {
  const { username = `c/${conversationId.replace(/^-100/, '')}` } = state.chats.get(conversationId) ?? {};
  return message?.thread ? `/${username}/${message.thread.id}/${id}` : `/${username}/${id}`;
}

const faultReplies: FaultReplies = {
  'rate-limit': ({ retryAfterSeconds }) => errors.tooManyRequests(retryAfterSeconds),
  ...tokenFaults(errors.unauthorized),
  'invalid-grant': errors.unauthorized,
  forbidden: () => errors.forbidden('bot is not a member of the channel chat'),
  // The network answers a removed method like one that never existed.
  'version-sunset': errors.notFound,
  // The network has no credits: the nearest answer is a refusal without a reason.
  'credits-depleted': () => errors.failure(400, 'Bad Request'),
  other: () => errors.failure(500, 'Internal Server Error'),
};

export const network = {
  create: createTelegram,
  seed: telegramSeed,
  counters: [],
  mediaLimits,
  accountId: (hash) => String(7_000_000_100 + (hash.readUInt32BE() % 1_000_000_000)),
  settings,
} as const satisfies NetworkDefinition;
