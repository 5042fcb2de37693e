import type { ErrorRule, Problem } from '../../http/error-rules.ts';
import { asRecord, asString } from '../../http/lossless-json.ts';
import type { NetworkDialect } from '../../http/network-client.ts';

const PLATFORM = 'microblog';
const RECONNECT = 'the network no longer accepts this connection; connect microblog again';

/**
 * What X's refusals mean. Problem types are compared by their last part, since their host name changed; where a case has no
 * type of its own (`about:blank`), X's sentence is all there is to go by.
 * @see https://docs.x.com/x-api/fundamentals/response-codes-and-errors
 */
const RULES: readonly ErrorRule[] = [
  { status: 401, kind: 'reconnect', code: 'reconnect_required', message: RECONNECT },
  { upstreamCode: 'credits', ...credits() },
  { status: 402, ...credits() },
  {
    upstreamCode: 'usage-capped',
    kind: 'rate-limited',
    code: 'network_rate_limited',
    message: 'the monthly allowance of the app at the network is used up',
  },
  {
    status: 429,
    kind: 'rate-limited',
    code: 'network_rate_limited',
    message: 'the network is rate limiting this account',
  },
  {
    status: 403,
    detail: /duplicate content/i,
    kind: 'rejected',
    code: 'duplicate_content',
    message: 'the network refused this text because the account posted it before; change the text',
  },
  {
    upstreamCode: 'client-forbidden',
    kind: 'rejected',
    code: 'network_forbidden',
    message: "the app does not belong to a project; attach it to one in the network's developer console",
  },
  {
    upstreamCode: 'unsupported-authentication',
    kind: 'rejected',
    code: 'network_forbidden',
    message: 'the network wants the permission of a person for this; connect microblog again',
  },
  {
    status: 403,
    detail: /not been mentioned or otherwise engaged/i,
    kind: 'rejected',
    code: 'network_refused',
    message: "the network lets programs reply only where the post's author mentioned the account first",
  },
  {
    status: 403,
    detail: /permission to DM one or more participants|this operation is not permitted/i,
    kind: 'rejected',
    code: 'network_refused',
    message:
      'the recipient does not take direct messages from this account; ask them to allow messages or to follow it',
  },
  {
    status: 403,
    detail: /not authorized to delete/i,
    kind: 'rejected',
    code: 'network_refused',
    message: 'only posts of the connected account can be deleted',
  },
  {
    status: 403,
    detail: /^Forbidden$/,
    kind: 'rejected',
    code: 'network_forbidden',
    message:
      "the network does not allow this app or connection to do that; connect microblog again with every permission, and check the app's access level (likes and follows are not part of self-serve access)",
  },
  {
    status: 400,
    detail: /text is too long/i,
    kind: 'rejected',
    code: 'invalid_request',
    message: 'the network counts this text as too long; shorten it to 280 (an address counts 23, an emoji 2)',
  },
  {
    status: 404,
    kind: 'not-found',
    code: 'network_not_found',
    message: 'the network does not have this post or account, or does not show it to the connected account',
  },
  {
    status: 413,
    kind: 'rejected',
    code: 'media_refused',
    message: 'the file is too large for the network; images may have 5 MB, animations 15 MB',
  },
  {
    status: 426,
    kind: 'rejected',
    code: 'network_version_sunset',
    message: "the network switched off this version of its programming interface; update this server's software",
  },
];

export const xDialect: NetworkDialect = { platform: PLATFORM, rules: RULES, readProblem };

function credits(): Omit<ErrorRule, 'status' | 'upstreamCode'> {
  return {
    kind: 'rejected',
    code: 'network_credits_depleted',
    message: "the app's prepaid allowance at the network is used up; add some in the network's developer console",
  };
}

function readProblem(status: number, body: Readonly<Record<string, unknown>> | null): Problem {
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
