import type { ErrorRule, Problem } from '../../http/error-rules.ts';
import { asRecord, asString } from '../../http/lossless-json.ts';
import type { NetworkDialect } from '../../http/network-client.ts';

const MINUTE_MS = 60_000;

type Meaning = Pick<ErrorRule, 'kind' | 'code' | 'message'>;

/** What several calls, and the end of a publish, say with the same words. */
export const SPAM_MEANINGS = {
  spam_risk_too_many_posts: {
    kind: 'rate-limited',
    code: 'network_rate_limited',
    message: 'the network takes no more posts of this account from apps today (about 15 in 24 hours)',
  },
  spam_risk_user_banned_from_posting: {
    kind: 'rejected',
    code: 'network_forbidden',
    message: "the network has banned this account from posting; look at the notices in the account's app",
  },
} as const satisfies Record<string, Meaning>;

/**
 * What TikTok's refusals mean. Only the code counts: some come with status 200 on purpose.
 * @see https://developers.tiktok.com/doc/content-posting-api-reference-direct-post
 */
const RULES: readonly ErrorRule[] = [
  {
    upstreamCode: 'access_token_invalid',
    ...reconnect('the network no longer accepts this connection; connect shortvideo again'),
  },
  {
    upstreamCode: 'scope_not_authorized',
    ...reconnect('a permission was not given at the network; connect shortvideo again and leave every permission on'),
  },
  {
    upstreamCode: 'rate_limit_exceeded',
    kind: 'rate-limited',
    code: 'network_rate_limited',
    message: 'the network is rate limiting this account',
    // The limits are calls per minute, and no header says when the next one begins.
    waitMs: () => MINUTE_MS,
  },
  ...Object.entries(SPAM_MEANINGS).map(([upstreamCode, meaning]) => ({ upstreamCode, ...meaning })),
  {
    upstreamCode: 'spam_risk_too_many_pending_share',
    kind: 'rate-limited',
    code: 'network_rate_limited',
    message:
      "too many drafts wait in the account's inbox at the network (5 in 24 hours); finish or delete some in its app",
  },
  {
    upstreamCode: 'reached_active_user_cap',
    kind: 'rate-limited',
    code: 'network_rate_limited',
    message:
      'as many accounts as the app may serve in a day have posted through it (5 until the network has audited it)',
  },
  {
    upstreamCode: 'unaudited_client_can_only_post_to_private_accounts',
    kind: 'rejected',
    code: 'network_forbidden',
    message:
      'until the network has audited the app, it may only post to private accounts; make the account private at the network, or apply for the audit',
  },
  {
    upstreamCode: 'url_ownership_unverified',
    kind: 'rejected',
    code: 'media_refused',
    message:
      "the network fetches files only from addresses that the app has proven to own; verify SOCIAL_BASE_URL among the URL properties in the network's developer portal, and upload files to this server first",
  },
  {
    upstreamCode: 'privacy_level_option_mismatch',
    kind: 'rejected',
    code: 'invalid_request',
    message: 'the account does not offer this privacy level; leave out meta.privacyLevel, or set one that it offers',
  },
  {
    upstreamCode: 'app_version_check_failed',
    kind: 'rejected',
    code: 'network_refused',
    message: "the app on the account's phone is too old for this; update it there",
  },
  {
    upstreamCode: 'invalid_publish_id',
    kind: 'not-found',
    code: 'network_not_found',
    message: 'the network does not know this publish any more',
  },
  {
    upstreamCode: 'token_not_authorized_for_specified_publish_id',
    kind: 'rejected',
    code: 'network_forbidden',
    message: 'the network shows this publish only to the connection that began it',
  },
  ...['invalid_param', 'invalid_params'].map(
    (upstreamCode): ErrorRule => ({
      upstreamCode,
      // The code covers everything that is malformed; the sentence names the field.
      detail: /\b(?:title|description)\b/i,
      kind: 'rejected',
      code: 'invalid_request',
      message: 'the network does not take this text; shorten it to 2200 characters (an emoji counts 2 or more)',
    }),
  ),
];

export const tiktokDialect: NetworkDialect = {
  platform: 'shortvideo',
  rules: RULES,
  readProblem,
  refuses: (body) => (errorOf(body)?.['code'] ?? 'ok') !== 'ok',
};

function readProblem(status: number, body: Readonly<Record<string, unknown>> | null): Problem {
  const error = errorOf(body);
  const upstreamCode = asString(error?.['code']);
  const meant = upstreamCode === 'internal_error' ? 500 : 400;
  return { status: status < 300 ? meant : status, upstreamCode, detail: asString(error?.['message']) };
}

function errorOf(body: Readonly<Record<string, unknown>> | null) {
  return asRecord(body?.['error']);
}

function reconnect(message: string): Meaning {
  return { kind: 'reconnect', code: 'reconnect_required', message };
}
