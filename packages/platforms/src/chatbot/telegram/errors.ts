import type { ErrorRule, Problem } from '../../http/error-rules.ts';
import { asId, asRecord, asString } from '../../http/lossless-json.ts';
import type { NetworkDialect } from '../../http/network-client.ts';

const MAX_WAIT_SECONDS = 24 * 60 * 60;

/** What a user reads, and what tells a message that is gone from a chat that is. */
export const MESSAGE_GONE = 'the chat has no such message any more';

/** Stands for the network's code of a group that got a new id, which only its parameters tell. */
const MIGRATED = 'migrate_to_chat_id';

/**
 * What the Bot API's refusals mean. It has no error codes beside the HTTP status: its sentences are all there is to go by.
 * @see https://core.telegram.org/bots/api#making-requests
 */
const RULES: readonly ErrorRule[] = [
  {
    status: 401,
    kind: 'reconnect',
    code: 'reconnect_required',
    message: "the network no longer accepts the bot's token; get it from @BotFather and connect chatbot again",
  },
  {
    status: 404,
    kind: 'reconnect',
    code: 'reconnect_required',
    message: 'the network knows no bot with this token; get it from @BotFather and connect chatbot again',
  },
  {
    upstreamCode: MIGRATED,
    kind: 'reconnect',
    code: 'reconnect_required',
    message: 'the group became a supergroup with a new id; disconnect chatbot, then connect it to the supergroup',
  },
  {
    status: 403,
    detail: /blocked by the user/i,
    ...forbidden('the user of this chat blocked the bot; only they can unblock it'),
  },
  {
    status: 403,
    detail: /not a member|was kicked/i,
    ...forbidden('the bot is not in this chat any more; add it again and let it post messages'),
  },
  { status: 403, ...forbidden('the network does not let the bot post in this chat; check its rights there') },
  {
    status: 400,
    detail: /not enough rights|need administrator rights|CHAT_WRITE_FORBIDDEN/i,
    ...forbidden('the bot may not post in this chat; make it an administrator who may post messages'),
  },
  {
    status: 400,
    detail: /chat not found/i,
    kind: 'not-found',
    code: 'network_not_found',
    message: 'the network shows the bot no such chat; check the id, and add the bot to the chat',
  },
  {
    status: 400,
    detail: /message to delete not found/i,
    kind: 'not-found',
    code: 'network_not_found',
    message: MESSAGE_GONE,
  },
  {
    status: 400,
    detail: /message can't be deleted/i,
    ...forbidden('the network does not let the bot delete this message; bots may delete for 48 hours only'),
  },
  {
    status: 400,
    detail: /caption is too long/i,
    ...wrongText('the network counts this text as too long beside media; shorten it to 1024 characters'),
  },
  {
    status: 400,
    detail: /message is too long/i,
    ...wrongText('the network counts this text as too long; shorten it to 4096 characters'),
  },
  {
    status: 400,
    detail: /text is empty/i,
    ...wrongText('the network shows nothing of this text; write some visible characters'),
  },
  {
    status: 400,
    detail: /PHOTO_INVALID_DIMENSIONS/,
    ...refusedFile('the network refuses the dimensions of the image; width and height may be 10000 pixels together'),
  },
  {
    status: 400,
    detail: /failed to get HTTP URL content|wrong file identifier|wrong remote file id|IMAGE_PROCESS_FAILED/i,
    ...refusedFile('the network could not read the file; check that it opens, or convert it'),
  },
  {
    status: 409,
    kind: 'rejected',
    code: 'network_refused',
    message: 'another program is reading the messages of this bot; give the id of the chat as chatId',
  },
  {
    status: 413,
    ...refusedFile('the file is too large for the network; images may have 10 MB, videos 50 MB'),
  },
  {
    status: 429,
    kind: 'rate-limited',
    code: 'network_rate_limited',
    message: 'the network is rate limiting this bot or chat',
  },
];

export const telegramDialect: NetworkDialect = { platform: 'chatbot', rules: RULES, readProblem, readWaitMs };

/** The id that a group got when it became a supergroup; null in any other answer. */
function newChatId(body: Readonly<Record<string, unknown>> | null): string | null {
  return asId(asRecord(body?.['parameters'])?.[MIGRATED], /^-\d{1,20}$/);
}

function readProblem(status: number, body: Readonly<Record<string, unknown>> | null): Problem {
  return {
    status,
    upstreamCode: newChatId(body) === null ? null : MIGRATED,
    detail: asString(body?.['description']),
  };
}

function readWaitMs(body: Readonly<Record<string, unknown>> | null): number | null {
  const seconds = asRecord(body?.['parameters'])?.['retry_after'];
  return typeof seconds === 'number' && seconds > 0 ? Math.min(seconds, MAX_WAIT_SECONDS) * 1000 : null;
}

type Meaning = Pick<ErrorRule, 'kind' | 'code' | 'message'>;

function forbidden(message: string): Meaning {
  return { kind: 'rejected', code: 'network_forbidden', message };
}

function wrongText(message: string): Meaning {
  return { kind: 'rejected', code: 'invalid_request', message };
}

function refusedFile(message: string): Meaning {
  return { kind: 'rejected', code: 'media_refused', message };
}
