import type { ErrorRule, Problem } from '../../http/error-rules.ts';
import { asRecord, asString } from '../../http/lossless-json.ts';
import type { NetworkDialect } from '../../http/network-client.ts';
import { untilQuotaResetMs } from './quota-reset.ts';

type Meaning = Pick<ErrorRule, 'kind' | 'code' | 'message'>;

const LIMITED: Meaning = {
  kind: 'rate-limited',
  code: 'network_rate_limited',
  message: 'the network is rate limiting this account',
};
const DEAD_TOKEN: Meaning = {
  kind: 'reconnect',
  code: 'reconnect_required',
  message: 'the network no longer accepts this connection; connect video again',
};

/** For an account of the network's owner that has no channel, however the network says so. */
export const NO_CHANNEL: Meaning = {
  kind: 'rejected',
  code: 'network_refused',
  message: 'this account has no channel yet; create one on the website of the network, then connect video again',
};

/**
 * What YouTube's refusals mean, by the `reason` of the first error.
 * @see https://developers.google.com/youtube/v3/docs/errors
 */
const RULES: readonly ErrorRule[] = [
  {
    upstreamCode: 'invalidTitle',
    ...wrong('the network does not accept the title; give one of 1 to 100 characters without < and >'),
  },
  {
    upstreamCode: 'invalidDescription',
    ...wrong('the network does not accept the text as a description; it takes 5000 bytes without < and >'),
  },
  {
    upstreamCode: 'invalidTags',
    ...wrong('the network does not accept the tags; they may have 500 characters in total'),
  },
  {
    upstreamCode: 'invalidCategoryId',
    ...wrong('the network does not know this category; give another categoryId, for example 22'),
  },
  { upstreamCode: 'invalidPublishAt', ...wrong('the network does not accept the time of publication') },
  { upstreamCode: 'invalidFilename', ...wrong('the network does not accept the name of the file; rename it') },
  {
    upstreamCode: 'invalidVideoMetadata',
    ...wrong('the network does not accept what was said about the video; check title, tags and privacyStatus'),
  },
  {
    upstreamCode: 'defaultLanguageNotSet',
    ...wrong('the network wants a default language with translated texts'),
  },
  { upstreamCode: 'bulletinTextRequired', ...wrong('the network wants a text for a community post') },
  { upstreamCode: 'mediaBodyRequired', ...refusedFile('the network says that the video is empty; check the file') },
  { upstreamCode: 'badContent', ...refusedFile('the network does not take files of this type; convert the video') },
  {
    upstreamCode: 'uploadLimitExceeded',
    ...LIMITED,
    message: 'the account has uploaded as many videos as the network allows it for now',
  },
  { upstreamCode: 'youtubeSignupRequired', ...NO_CHANNEL },
  { status: 401, ...DEAD_TOKEN },
  {
    upstreamCode: 'quotaExceeded',
    ...LIMITED,
    message: "the app's daily quota at the network is used up",
    waitMs: untilQuotaResetMs,
  },
  { upstreamCode: 'rateLimitExceeded', ...LIMITED },
  { upstreamCode: 'uploadRateLimitExceeded', ...LIMITED },
  {
    upstreamCode: 'insufficientPermissions',
    ...forbidden('a permission is missing; connect video again and leave every permission ticked'),
  },
  {
    upstreamCode: 'forbiddenPrivacySetting',
    ...wrong('the network does not let this account use that privacyStatus; give another one'),
  },
  { upstreamCode: 'forbiddenLicenseSetting', ...wrong('the network does not let this account use that license') },
  {
    upstreamCode: 'forbidden',
    ...forbidden('the network does not allow this connection to do that; connect video again, and check the channel'),
  },
  {
    status: 404,
    kind: 'not-found',
    code: 'network_not_found',
    message: 'the network does not have this video or upload',
  },
  {
    status: 410,
    kind: 'rejected',
    code: 'network_version_sunset',
    message: "the network switched off this part of its programming interface; update this server's software",
  },
];

export const youtubeDialect: NetworkDialect = { platform: 'video', rules: RULES, readProblem };

const WITHDRAWN: Meaning = {
  kind: 'rejected',
  code: 'network_version_sunset',
  message:
    'the network has withdrawn community posts from its programming interface and refused this one; add a video, or post the text on its website',
};

/**
 * The same for community posts, which the network has withdrawn: how it refuses them today is not documented, so every way
 * of saying that there is no such method counts.
 */
export const communityDialect: NetworkDialect = {
  ...youtubeDialect,
  rules: [
    ...[404, 405, 410, 501].map((status) => ({ status, ...WITHDRAWN })),
    { upstreamCode: 'forbidden', ...WITHDRAWN, code: 'network_forbidden' },
    ...RULES,
  ],
};

/** Messages of this network may hold links. */
function readProblem(status: number, body: Readonly<Record<string, unknown>> | null): Problem {
  const error = asRecord(body?.['error']);
  const errors = error?.['errors'];
  const first = Array.isArray(errors) ? asRecord(errors[0]) : null;
  const message = asString(error?.['message']) ?? asString(first?.['message']);
  return {
    status,
    upstreamCode: asString(first?.['reason']) ?? asString(error?.['status']),
    detail: message?.replace(/<[^>]{0,500}>/g, '') ?? null,
  };
}

function wrong(message: string): Meaning {
  return { kind: 'rejected', code: 'invalid_request', message };
}

function refusedFile(message: string): Meaning {
  return { kind: 'rejected', code: 'media_refused', message };
}

function forbidden(message: string): Meaning {
  return { kind: 'rejected', code: 'network_forbidden', message };
}
