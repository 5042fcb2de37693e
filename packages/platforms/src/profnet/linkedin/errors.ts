import { type ErrorRule, type Problem, rulesFor } from '../../http/error-rules.ts';
import { asRecord, asString, type JsonObject } from '../../http/lossless-json.ts';
import type { NetworkDialect } from '../../http/network-client.ts';
import { untilMidnightMs } from '../../http/retry-after.ts';
import {
  depleted,
  duplicate,
  forbidden,
  invalid,
  limited,
  notFound,
  reconnect,
  refusedFile,
  sunset,
} from '../../meanings.ts';

const EARLIER_POST = /urn:li:(?:share|ugcPost):\d{1,30}/;
const OLD_VERSION =
  'LinkedIn switched off the version of its programming interface in use; set SOCIAL_PROFNET_API_VERSION to an active one (YYYYMM)';

/**
 * Meanings of LinkedIn's refusals, by the `code` of the answer or of its first input error.
 * @see https://learn.microsoft.com/linkedin/shared/api-guide/concepts/error-handling
 */
const RULES: readonly ErrorRule[] = [
  {
    upstreamCode: 'REVOKED_ACCESS_TOKEN',
    ...reconnect('the permission was withdrawn at LinkedIn; connect profnet again'),
  },
  {
    upstreamCode: 'EXPIRED_ACCESS_TOKEN',
    ...reconnect("LinkedIn's permission has expired, as it does every 60 days; connect profnet again"),
  },
  { status: 401, ...reconnect('LinkedIn no longer accepts this connection; connect profnet again') },
  {
    upstreamCode: 'DUPLICATE_POST',
    ...duplicate(
      'LinkedIn refused this post because the account published the same just before; change the text or wait 10 minutes',
    ),
  },
  {
    upstreamCode: 'FIELD_ARRAY_SIZE_TOO_HIGH',
    ...invalid('LinkedIn counts this text as too long; shorten it to 3000 characters'),
  },
  {
    upstreamCode: 'ACCESS_DENIED',
    ...forbidden(
      'LinkedIn does not allow this connection to do that; connect profnet again and approve every permission, and check that the post is your own',
    ),
  },
  ...rulesFor(['VERSION_MISSING', 'NONEXISTENT_VERSION'], sunset(OLD_VERSION)),
  ...rulesFor(
    ['INVALID_URN_ID', 'INVALID_URN_TYPE'],
    invalid('LinkedIn does not know this URN; give one like urn:li:share:7141138937766391808'),
  ),
  {
    status: 402,
    ...depleted("the app's allowance at LinkedIn is used up; see its account in LinkedIn's developer portal"),
  },
  {
    status: 404,
    ...notFound('LinkedIn has no such post, or does not show it to the connected account; check the URN'),
  },
  ...rulesFor(
    ['MEDIA_ASSET_WAITING_UPLOAD', 'MEDIA_ASSET_PROCESSING', 'EXPIRED_UPLOAD_URL'],
    refusedFile('LinkedIn could not use the file; nothing was published, send the post again'),
  ),
  {
    upstreamCode: 'MEDIA_ASSET_PROCESSING_FAILED',
    ...refusedFile(
      'LinkedIn could not process the file; nothing was published, check that it opens and that a document has no password and at most 300 pages',
    ),
  },
  {
    status: 413,
    ...refusedFile(
      'the file is too large for LinkedIn; make an image smaller than 36 megapixels, a video smaller than 500 MB, a document smaller than 100 MB',
    ),
  },
  {
    status: 415,
    ...refusedFile(
      'LinkedIn takes JPEG, PNG and GIF images, MP4 videos, and PDF, PPT, PPTX, DOC and DOCX documents only; convert the file',
    ),
  },
  // Only this sentence names a daily limit, which ends at midnight in UTC.
  {
    status: 429,
    detail: /\bAPPLICATION DAY\b/,
    waitMs: untilMidnightMs,
    ...limited('LinkedIn is rate limiting the app, whose calls for today are used up,'),
  },
  {
    status: 429,
    detail: /\bMEMBER DAY\b/,
    waitMs: untilMidnightMs,
    ...limited('LinkedIn is rate limiting this account, whose calls for today are used up,'),
  },
  { status: 429, ...limited('LinkedIn is rate limiting this account') },
];

export const linkedinDialect: NetworkDialect = {
  platform: 'profnet',
  rules: RULES,
  readProblem,
  readDuplicate: ({ detail }) => EARLIER_POST.exec(detail ?? '')?.[0] ?? null,
};

/** Dialect for comments, which LinkedIn lets only apps of one product write. */
export const commentDialect: NetworkDialect = {
  ...linkedinDialect,
  rules: [
    {
      upstreamCode: 'ACCESS_DENIED',
      detail: /\bpartnerApiSocialActions\b/,
      ...forbidden(
        'LinkedIn lets only apps with its Community Management API comment, and this app or its sign-in lacks that permission; add w_member_social_feed, for pages w_organization_social_feed, to SOCIAL_PROFNET_SCOPES once LinkedIn has given the app that product, then connect profnet again',
      ),
    },
    {
      upstreamCode: 'FIELD_ARRAY_SIZE_TOO_HIGH',
      ...invalid('LinkedIn counts this comment as too long; shorten it to 1250 characters'),
    },
    { status: 404, ...notFound('LinkedIn has no such post or comment, or does not show it to the connected account') },
    ...RULES,
  ],
};

function readProblem(status: number, body: JsonObject | null): Problem {
  const inputErrors = asRecord(body?.['errorDetails'])?.['inputErrors'];
  const first = Array.isArray(inputErrors) ? asRecord(inputErrors[0]) : null;
  return {
    status,
    upstreamCode: asString(first?.['code']) ?? asString(body?.['code']),
    detail: asString(body?.['message']) ?? asString(first?.['description']),
  };
}
