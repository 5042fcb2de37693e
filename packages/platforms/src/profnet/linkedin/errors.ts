import type { ErrorRule, Problem } from '../../http/error-rules.ts';
import { asRecord, asString } from '../../http/lossless-json.ts';
import type { NetworkDialect } from '../../http/network-client.ts';
import { untilMidnightMs } from '../../http/retry-after.ts';

const EARLIER_POST = /urn:li:(?:share|ugcPost):\d{1,30}/;
const OLD_VERSION =
  'the network switched off the version of its programming interface in use; set SOCIAL_PROFNET_API_VERSION to an active one (YYYYMM)';
const TOO_LONG = 'the network counts this text as too long; shorten it to 3000 characters';

/**
 * What LinkedIn's refusals mean, by the `code` of the answer or of its first input error.
 * @see https://learn.microsoft.com/linkedin/shared/api-guide/concepts/error-handling
 */
const RULES: readonly ErrorRule[] = [
  { upstreamCode: 'REVOKED_ACCESS_TOKEN', ...reconnect('the permission was withdrawn at the network') },
  {
    upstreamCode: 'EXPIRED_ACCESS_TOKEN',
    ...reconnect('the permission at the network has expired, as it does every 60 days'),
  },
  { status: 401, ...reconnect('the network no longer accepts this connection') },
  {
    upstreamCode: 'DUPLICATE_POST',
    kind: 'rejected',
    code: 'duplicate_content',
    message:
      'the network refused this post because the account published the same just before; change the text or wait 10 minutes',
  },
  { upstreamCode: 'FIELD_ARRAY_SIZE_TOO_HIGH', kind: 'rejected', code: 'invalid_request', message: TOO_LONG },
  {
    upstreamCode: 'ACCESS_DENIED',
    kind: 'rejected',
    code: 'network_forbidden',
    message:
      'the network does not allow this connection to do that; connect profnet again and approve every permission, and check that the post is your own',
  },
  { upstreamCode: 'VERSION_MISSING', kind: 'rejected', code: 'network_version_sunset', message: OLD_VERSION },
  { upstreamCode: 'NONEXISTENT_VERSION', kind: 'rejected', code: 'network_version_sunset', message: OLD_VERSION },
  { upstreamCode: 'INVALID_URN_ID', kind: 'rejected', code: 'invalid_request', message: urnMessage() },
  { upstreamCode: 'INVALID_URN_TYPE', kind: 'rejected', code: 'invalid_request', message: urnMessage() },
  {
    status: 402,
    kind: 'rejected',
    code: 'network_credits_depleted',
    message: "the app's allowance at the network is used up; see its account in the network's developer portal",
  },
  {
    status: 404,
    kind: 'not-found',
    code: 'network_not_found',
    message: 'the network has no such post, or does not show it to the connected account; check the URN',
  },
  {
    status: 413,
    kind: 'rejected',
    code: 'media_refused',
    message: 'the image is too large for the network; make it smaller than 36 megapixels',
  },
  {
    status: 415,
    kind: 'rejected',
    code: 'media_refused',
    message: 'the network takes JPEG, PNG and GIF images only; convert the image',
  },
  // Daily limits are told by this sentence alone, and end at midnight in UTC.
  {
    status: 429,
    detail: /\bAPPLICATION DAY\b/,
    ...limited('the network is rate limiting the app, whose calls for today are used up,'),
  },
  {
    status: 429,
    detail: /\bMEMBER DAY\b/,
    ...limited('the network is rate limiting this account, whose calls for today are used up,'),
  },
  {
    status: 429,
    kind: 'rate-limited',
    code: 'network_rate_limited',
    message: 'the network is rate limiting this account',
  },
];

export const linkedinDialect: NetworkDialect = {
  platform: 'profnet',
  rules: RULES,
  readProblem,
  readDuplicate: ({ detail }) => EARLIER_POST.exec(detail ?? '')?.[0] ?? null,
};

function readProblem(status: number, body: Readonly<Record<string, unknown>> | null): Problem {
  const inputErrors = asRecord(body?.['errorDetails'])?.['inputErrors'];
  const first = Array.isArray(inputErrors) ? asRecord(inputErrors[0]) : null;
  return {
    status,
    upstreamCode: asString(first?.['code']) ?? asString(body?.['code']),
    detail: asString(body?.['message']) ?? asString(first?.['description']),
  };
}

function reconnect(reason: string): Pick<ErrorRule, 'kind' | 'code' | 'message'> {
  return { kind: 'reconnect', code: 'reconnect_required', message: `${reason}; connect profnet again` };
}

function limited(message: string): Pick<ErrorRule, 'kind' | 'code' | 'message' | 'waitMs'> {
  return { kind: 'rate-limited', code: 'network_rate_limited', message, waitMs: untilMidnightMs };
}

function urnMessage(): string {
  return 'the network does not know this URN; give one like urn:li:share:7141138937766391808';
}
