import type { ErrorRule, Problem } from '../../http/error-rules.ts';
import { asId, asRecord, asString, type JsonObject } from '../../http/lossless-json.ts';
import type { NetworkDialect } from '../../http/network-client.ts';
import {
  forbidden,
  invalid,
  limited,
  type Meaning,
  notFound,
  reconnect,
  refused,
  refusedFile,
  undeletable,
} from '../../meanings.ts';

/** Message of the rule for a deleted message, by which callers recognize the case. */
export const MESSAGE_GONE = 'the chat no longer has this message';

/** Code of this driver for a group that got a new id: the network names the id, but has no code. */
const MIGRATED = 'migrate_to_chat_id';

/**
 * Meanings of the Bot API's refusals. The API has no error codes besides the HTTP status; its sentences tell the cases apart.
 * @see https://core.telegram.org/bots/api#making-requests
 */
const RULES: readonly ErrorRule[] = [
  {
    status: 401,
    ...reconnect("Telegram no longer accepts the bot's token; get it from @BotFather and connect chatbot again"),
  },
  {
    status: 404,
    ...reconnect('Telegram knows no bot with this token; get it from @BotFather and connect chatbot again'),
  },
  {
    upstreamCode: MIGRATED,
    ...reconnect('the group became a supergroup with a new id; disconnect chatbot, then connect it to the supergroup'),
  },
  {
    status: 403,
    detail: /blocked by the user/i,
    ...forbidden('the user of this chat blocked the bot; only they can unblock it'),
  },
  {
    status: 403,
    detail: /not a member|was kicked/i,
    ...forbidden('the bot is no longer in this chat; add it again and let it post messages'),
  },
  { status: 403, ...forbidden('Telegram does not let the bot post in this chat; check its rights there') },
  ...badRequests([
    [
      /not enough rights|need administrator rights|CHAT_WRITE_FORBIDDEN/i,
      forbidden('the bot may not post in this chat; make it an administrator who may post messages'),
    ],
    [/chat not found/i, notFound('Telegram shows the bot no such chat; check the id, and add the bot to the chat')],
    [
      /message thread not found|TOPIC_DELETED/i,
      invalid('Telegram knows no such topic in this chat; check the topic, or leave it out'),
    ],
    [/TOPIC_CLOSED/i, forbidden('the topic is closed in Telegram; reopen it, or choose another topic')],
    [/message to delete not found/i, notFound(MESSAGE_GONE)],
    [
      /message can't be deleted/i,
      undeletable('Telegram does not let the bot delete this message; bots may delete for 48 hours only'),
    ],
    [
      /caption is too long/i,
      invalid('Telegram counts this text as too long beside media; shorten it to 1024 characters'),
    ],
    [/message is too long/i, invalid('Telegram counts this text as too long; shorten it to 4096 characters')],
    [/text is empty/i, invalid('Telegram shows nothing of this text; write some visible characters')],
    [
      /PHOTO_INVALID_DIMENSIONS/,
      refusedFile('Telegram refuses the dimensions of the image; width and height may be 10000 pixels together'),
    ],
    [
      /failed to get HTTP URL content|wrong file identifier|wrong remote file id|IMAGE_PROCESS_FAILED/i,
      refusedFile('Telegram could not read the file; check that it opens, or convert it'),
    ],
  ]),
  {
    status: 409,
    ...refused('another program is reading the messages of this bot; give the id of the chat as chatId'),
  },
  { status: 413, ...refusedFile('the file is too large for Telegram; images may have 10 MB, other files 50 MB') },
  { status: 429, ...limited('Telegram is rate limiting this bot or chat') },
];

/** Rules for answers with status 400, by their sentence. */
function badRequests(meanings: readonly (readonly [RegExp, Meaning])[]): ErrorRule[] {
  return meanings.map(([detail, meaning]) => ({ status: 400, detail, ...meaning }));
}

export const telegramDialect: NetworkDialect = { platform: 'chatbot', rules: RULES, readProblem };

/** Id that a group received when it was upgraded to a supergroup; null in any other answer. */
function newChatId(body: JsonObject | null): string | null {
  return asId(asRecord(body?.['parameters'])?.[MIGRATED], /^-\d{1,20}$/);
}

function readProblem(status: number, body: JsonObject | null): Problem {
  return {
    status,
    upstreamCode: newChatId(body) === null ? null : MIGRATED,
    detail: asString(body?.['description']),
  };
}
