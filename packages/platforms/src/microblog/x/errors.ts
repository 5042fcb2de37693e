import type { ErrorRule, Problem } from '../../http/error-rules.ts';
import { asRecord, asString, type JsonObject } from '../../http/lossless-json.ts';
import type { NetworkDialect } from '../../http/network-client.ts';
import {
  depleted,
  duplicate,
  forbidden,
  invalid,
  limited,
  notFound,
  reconnect,
  refused,
  refusedFile,
  sunset,
} from '../../meanings.ts';

const CREDITS = "the app's prepaid allowance at X is used up; add some in X's developer console";

/**
 * Meanings of X's refusals. Problem types are compared by their last part, since their host name changed; cases without a
 * type (`about:blank`) are distinguished by X's sentence.
 * @see https://docs.x.com/x-api/fundamentals/response-codes-and-errors
 */
const RULES: readonly ErrorRule[] = [
  { status: 401, ...reconnect('X no longer accepts this connection; connect microblog again') },
  { upstreamCode: 'credits', ...depleted(CREDITS) },
  { status: 402, ...depleted(CREDITS) },
  { upstreamCode: 'usage-capped', ...limited('the monthly allowance of the app at X is used up') },
  { status: 429, ...limited('X is rate limiting this account') },
  {
    status: 403,
    detail: /duplicate content/i,
    ...duplicate('X refused this text because the account posted it before; change the text'),
  },
  {
    upstreamCode: 'client-forbidden',
    ...forbidden("the app does not belong to a project; attach it to one in X's developer console"),
  },
  {
    upstreamCode: 'unsupported-authentication',
    ...forbidden('X needs the authorization of a person for this; connect microblog again'),
  },
  {
    status: 403,
    detail: /not been mentioned or otherwise engaged/i,
    ...refused("X lets programs reply only where the post's author mentioned the account first"),
  },
  {
    status: 403,
    detail: /permission to DM one or more participants|this operation is not permitted/i,
    ...refused(
      'the recipient does not take direct messages from this account; ask them to allow messages or to follow it',
    ),
  },
  {
    status: 403,
    detail: /not authorized to delete/i,
    ...refused('only posts of the connected account can be deleted'),
  },
  {
    status: 403,
    detail: /^Forbidden$/,
    ...forbidden(
      "X does not allow this app or connection to do that; connect microblog again with every permission, and check the app's access level (likes and follows are not part of self-serve access)",
    ),
  },
  {
    status: 400,
    detail: /text is too long/i,
    ...invalid(
      'X counts this text as too long for the account: it may have 280 (an address counts 23, an emoji 2), or more with a subscription; shorten it, or connect microblog again if the subscription has changed',
    ),
  },
  {
    status: 404,
    ...notFound('X does not have this post or account, or does not show it to the connected account'),
  },
  { status: 413, ...refusedFile('the file is too large for X; images may have 5 MB, animations 15 MB') },
  {
    status: 426,
    ...sunset("X switched off this version of its programming interface; update this server's software"),
  },
];

export const xDialect: NetworkDialect = { platform: 'microblog', rules: RULES, readProblem };

function readProblem(status: number, body: JsonObject | null): Problem {
  const errors = Array.isArray(body?.['errors']) ? body['errors'] : [];
  const first = asRecord(errors[0]);
  const type = asString(body?.['type']) ?? asString(first?.['type']);
  const suffix = /\/problems\/([a-z-]+)$/.exec(type ?? '')?.[1];
  const legacyCode = typeof first?.['code'] === 'number' ? String(first['code']) : null;
  return {
    status,
    upstreamCode: suffix ?? legacyCode,
    detail: asString(first?.['message']) ?? asString(body?.['detail']) ?? asString(first?.['detail']),
  };
}
