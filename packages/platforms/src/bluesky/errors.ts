import { type ErrorRule, rulesFor } from '../http/error-rules.ts';
import { asString } from '../http/lossless-json.ts';
import type { NetworkDialect } from '../http/network-client.ts';
import {
  duplicate,
  forbidden,
  invalid,
  limited,
  notFound,
  reconnect,
  refused,
  refusedFile,
  sunset,
  unavailable,
} from '../meanings.ts';
import { deadGrant } from '../oauth/token-rules.ts';

const suspended = refused(
  'Bluesky has suspended or deactivated this account; sign in at bsky.app, and read what it says there',
);

/** The error for a place that has another record: the earlier post. */
export const takenPlace = duplicate(
  'the account has this post already, from an earlier attempt; nothing was sent again, look at the account',
);

/** The proof of a request holds the time of this machine. The connection itself is in order. */
export const refusedProof: ErrorRule = {
  upstreamCode: 'invalid_dpop_proof',
  ...unavailable(
    'the server did not accept the proof of a request, which holds the time of this server; check its clock, and try again',
  ),
};

/**
 * Meanings of the refusals. Each of them says that nothing was written.
 * @see https://atproto.com/specs/xrpc#error-responses
 */
const RULES: readonly ErrorRule[] = [
  ...rulesFor(
    ['ExpiredToken', 'InvalidToken', 'AuthMissing', 'AuthenticationRequired', 'invalid_token'],
    deadGrant('bluesky'),
  ),
  refusedProof,
  ...rulesFor(['AccountTakedown', 'AccountDeactivated', 'RepoTakendown', 'RepoDeactivated'], suspended),
  {
    upstreamCode: 'AccountNotFound',
    ...reconnect('the server no longer holds this account, which may have moved; connect bluesky again'),
  },
  {
    upstreamCode: 'ScopeMissingError',
    ...forbidden('the connection lacks a permission for that; connect bluesky again, and allow everything it asks for'),
    isQuoted: true,
  },
  { upstreamCode: 'RecordNotFound', ...notFound('the server does not have this post') },
  {
    // The key of a post is its own, so that only an earlier attempt has put a record there.
    upstreamCode: 'InvalidSwap',
    ...takenPlace,
  },
  { upstreamCode: 'BlobNotFound', ...refusedFile('the server no longer has the uploaded file; send the post again') },
  { detail: /\bblob too big\b/i, ...refusedFile('Bluesky does not take a file of this size'), isQuoted: true },
  { status: 413, ...refusedFile('the file is too large for the server of this account; send a smaller one') },
  { status: 429, ...limited('Bluesky is rate limiting this account') },
  { status: 401, ...deadGrant('bluesky') },
  { status: 403, ...forbidden('Bluesky does not allow this account to do that'), isQuoted: true },
  { status: 501, ...sunset('the server of this account does not have this method; update this program') },
  { status: 400, ...invalid('Bluesky does not take this post'), isQuoted: true },
];

export const blueskyDialect: NetworkDialect = {
  platform: 'bluesky',
  rules: RULES,
  readProblem: (status, body) => ({
    status,
    upstreamCode: asString(body?.['error']),
    detail: asString(body?.['message']),
  }),
};
