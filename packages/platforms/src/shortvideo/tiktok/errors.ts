import { type ErrorRule, type Problem, rulesFor } from '../../http/error-rules.ts';
import { asRecord, asString, type JsonObject } from '../../http/lossless-json.ts';
import type { NetworkDialect } from '../../http/network-client.ts';
import { forbidden, invalid, limited, notFound, reconnect, refused, refusedFile } from '../../meanings.ts';

const MINUTE_MS = 60_000;

/**
 * Codes of a permission that the token lacks: for the call, and for a field of its answer.
 * @see https://developers.tiktok.com/doc/tiktok-api-v2-error-handling
 */
export const SCOPE_CODES: readonly string[] = ['scope_not_authorized', 'scope_permission_missed'];

/** Meanings of codes that several calls, and the end of a publish, share. */
export const SPAM_MEANINGS = {
  spam_risk_too_many_posts: limited(
    'TikTok takes no more posts of this account from apps today (about 15 in 24 hours)',
  ),
  spam_risk_user_banned_from_posting: forbidden(
    "TikTok has banned this account from posting; look at the notices in the account's app",
  ),
};

/**
 * Meanings of TikTok's refusals. Only the code counts: some come with status 200 on purpose.
 * @see https://developers.tiktok.com/doc/content-posting-api-reference-direct-post
 */
const RULES: readonly ErrorRule[] = [
  {
    upstreamCode: 'access_token_invalid',
    ...reconnect('TikTok no longer accepts this connection; connect shortvideo again'),
  },
  ...rulesFor(
    SCOPE_CODES,
    reconnect('a permission was not given at TikTok; connect shortvideo again and leave every permission on'),
  ),
  {
    upstreamCode: 'rate_limit_exceeded',
    ...limited('TikTok is rate limiting this account'),
    // The limits are calls per minute, and no header says when the next one begins.
    waitMs: () => MINUTE_MS,
  },
  ...Object.entries(SPAM_MEANINGS).map(([upstreamCode, meaning]) => ({ upstreamCode, ...meaning })),
  {
    upstreamCode: 'spam_risk_too_many_pending_share',
    ...limited(
      "too many drafts wait in the account's inbox at TikTok (5 in 24 hours); finish or delete some in its app",
    ),
  },
  {
    upstreamCode: 'reached_active_user_cap',
    ...limited('as many accounts as the app may serve in a day have posted through it (5 until TikTok has audited it)'),
  },
  {
    upstreamCode: 'unaudited_client_can_only_post_to_private_accounts',
    ...forbidden(
      'until TikTok has audited the app, it may only post to private accounts; make the account private at TikTok, or apply for the audit',
    ),
  },
  {
    upstreamCode: 'url_ownership_unverified',
    ...refusedFile(
      "TikTok fetches files only from addresses that the app has proven to own; verify SOCIAL_BASE_URL among the URL properties in TikTok's developer portal, and upload files to this server first",
    ),
  },
  {
    upstreamCode: 'privacy_level_option_mismatch',
    ...invalid('the account does not offer this privacy level; leave out privacyLevel, or set one that it offers'),
  },
  {
    upstreamCode: 'app_version_check_failed',
    ...refused("the app on the account's phone is too old for this; update it there"),
  },
  { upstreamCode: 'invalid_publish_id', ...notFound('TikTok no longer knows this publish') },
  {
    upstreamCode: 'token_not_authorized_for_specified_publish_id',
    ...forbidden('TikTok shows this publish only to the connection that began it'),
  },
  ...rulesFor(['invalid_param', 'invalid_params'], {
    // The code covers every malformed field; the sentence names the field.
    detail: /\b(?:title|description)\b/i,
    ...invalid('TikTok does not take this text; shorten it to 2200 characters (an emoji counts 2 or more)'),
  }),
];

export const tiktokDialect: NetworkDialect = {
  platform: 'shortvideo',
  rules: RULES,
  readProblem,
  refuses: (body) => (errorOf(body)?.['code'] ?? 'ok') !== 'ok',
};

function readProblem(status: number, body: JsonObject | null): Problem {
  const error = errorOf(body);
  const upstreamCode = asString(error?.['code']);
  const meant = upstreamCode === 'internal_error' ? 500 : 400;
  return { status: status < 300 ? meant : status, upstreamCode, detail: asString(error?.['message']) };
}

function errorOf(body: JsonObject | null) {
  return asRecord(body?.['error']);
}
