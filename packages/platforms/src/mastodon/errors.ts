import type { ErrorRule } from '../http/error-rules.ts';
import { asString } from '../http/lossless-json.ts';
import type { NetworkDialect } from '../http/network-client.ts';
import { forbidden, invalid, limited, notFound, reconnect, refused, refusedFile, unknownOutcome } from '../meanings.ts';

const refusedState = (what: string) =>
  refused(`the server does not let this account publish: ${what}; sign in on its website, and read what it says there`);

export const lacksPermission = forbidden(
  'the connection lacks a permission for that; connect mastodon again, and allow everything it asks for',
);

/**
 * Meanings of the refusals. The texts are those of Mastodon, in English on every server; other software answers with others,
 * and then the status decides.
 * @see https://docs.joinmastodon.org/entities/Error/
 */
const RULES: readonly ErrorRule[] = [
  { status: 401, ...reconnect('the server no longer accepts this connection; connect mastodon again') },
  {
    status: 403,
    detail: /outside the authorized scopes|insufficient.scope/i,
    ...lacksPermission,
  },
  { status: 403, detail: /login is currently disabled/i, ...refusedState('its login is disabled') },
  { status: 403, detail: /confirmed e-mail address/i, ...refusedState('its email address is not confirmed') },
  { status: 403, detail: /pending approval/i, ...refusedState('it waits for the approval of the moderators') },
  {
    status: 403,
    detail: /empty statuses are not allowed/i,
    ...invalid('this server takes no post without a picture or video; add one'),
  },
  { status: 403, ...forbidden('the server does not allow this account to do that'), isQuoted: true },
  {
    status: 404,
    detail: /trying to reply to|target status not found/i,
    ...notFound(
      'the post that this one follows is no longer at the server, or not for this account; publish what is left as a new post',
    ),
  },
  { status: 404, ...notFound('the server does not have this post, or it belongs to another account') },
  // The key is sent once, so something on the way has sent the request again: the first one may have been accepted.
  {
    detail: /^Duplicate idempotency key/i,
    ...unknownOutcome(
      'the server got this post twice from something on the way, so it may be there; check the account',
    ),
  },
  { status: 413, ...refusedFile('the file is too large for the server; send a smaller one') },
  {
    detail: /character limit of \d+ exceeded|status too long|exceed max chars/i,
    ...invalid(
      'the server counts this text, with its content warning, as too long; shorten it, by the limit that is read from it again in a minute',
    ),
    isQuoted: true,
  },
  {
    detail: /processing (?:thumbnail|media)/i,
    ...refusedFile('the server cannot read this file, which may be broken; save it again, or in another format'),
    isQuoted: true,
  },
  {
    detail:
      /File content type is invalid|File type of uploaded media|Cannot attach|Media \S+ not found|Description is too long/i,
    ...refusedFile('the server does not take this file'),
    isQuoted: true,
  },
  { status: 429, ...limited('the server is rate limiting this account') },
];

export const mastodonDialect: NetworkDialect = {
  platform: 'mastodon',
  rules: RULES,
  readProblem: (status, body) => ({ status, upstreamCode: null, detail: asString(body?.['error']) }),
};
