import { type ErrorRule, type Problem, rulesFor } from '../../http/error-rules.ts';
import { asRecord, asString, type JsonObject } from '../../http/lossless-json.ts';
import type { NetworkDialect } from '../../http/network-client.ts';
import { forbidden, invalid, limited, notFound, reconnect, refused, refusedFile, sunset } from '../../meanings.ts';
import { untilQuotaResetMs } from './quota-reset.ts';

const LIMITED = limited('YouTube is rate limiting this account');

/** For an account of the network's owner that has no channel, however the network says so. */
export const NO_CHANNEL = refused(
  'this account has no channel yet; create one on youtube.com, then connect video again',
);

/**
 * Meanings of YouTube's refusals, by the `reason` of the first error.
 * @see https://developers.google.com/youtube/v3/docs/errors
 */
const RULES: readonly ErrorRule[] = [
  {
    upstreamCode: 'invalidTitle',
    ...invalid('YouTube does not accept the title; give one of 1 to 100 characters without < and >'),
  },
  {
    upstreamCode: 'invalidDescription',
    ...invalid('YouTube does not accept the text as a description; it takes 5000 bytes without < and >'),
  },
  {
    upstreamCode: 'invalidTags',
    ...invalid('YouTube does not accept the tags; they may have 500 characters in total'),
  },
  {
    upstreamCode: 'invalidCategoryId',
    ...invalid('YouTube does not know this category; give another categoryId, for example 22'),
  },
  { upstreamCode: 'invalidPublishAt', ...invalid('YouTube does not accept the time of publication') },
  { upstreamCode: 'invalidFilename', ...invalid('YouTube does not accept the name of the file; rename it') },
  {
    upstreamCode: 'invalidVideoMetadata',
    ...invalid('YouTube does not accept the details of the video; check title, tags and privacyStatus'),
  },
  {
    upstreamCode: 'defaultLanguageNotSet',
    ...invalid('YouTube wants a default language with translated texts'),
  },
  { upstreamCode: 'bulletinTextRequired', ...invalid('YouTube wants a text for a community post') },
  { upstreamCode: 'mediaBodyRequired', ...refusedFile('YouTube says that the video is empty; check the file') },
  { upstreamCode: 'badContent', ...refusedFile('YouTube does not take files of this type; convert the video') },
  {
    upstreamCode: 'uploadLimitExceeded',
    ...limited('the account has uploaded as many videos as YouTube allows it for now'),
  },
  { upstreamCode: 'youtubeSignupRequired', ...NO_CHANNEL },
  { status: 401, ...reconnect('YouTube no longer accepts this connection; connect video again') },
  {
    upstreamCode: 'quotaExceeded',
    waitMs: untilQuotaResetMs,
    ...limited("the app's daily quota at YouTube is used up"),
  },
  ...rulesFor(['rateLimitExceeded', 'uploadRateLimitExceeded'], LIMITED),
  {
    upstreamCode: 'insufficientPermissions',
    ...forbidden('a permission is missing; connect video again and leave every permission ticked'),
  },
  {
    upstreamCode: 'forbiddenPrivacySetting',
    ...invalid('YouTube does not let this account use that privacyStatus; give another one'),
  },
  { upstreamCode: 'forbiddenLicenseSetting', ...invalid('YouTube does not let this account use that license') },
  {
    upstreamCode: 'forbidden',
    ...forbidden('YouTube does not allow this connection to do that; connect video again, and check the channel'),
  },
  { status: 404, ...notFound('YouTube does not have this video or upload') },
  {
    status: 410,
    ...sunset("YouTube switched off this part of its programming interface; update this server's software"),
  },
];

export const youtubeDialect: NetworkDialect = { platform: 'video', rules: RULES, readProblem };

const WITHDRAWN = sunset(
  'YouTube has withdrawn community posts from its programming interface and refused this one; add a video, or post the text on its website',
);

/**
 * Dialect for community posts, which the network has withdrawn. The refusal is not documented, so every status that can
 * mean a missing method counts.
 */
export const communityDialect: NetworkDialect = {
  ...youtubeDialect,
  rules: [
    ...[404, 405, 410, 501].map((status) => ({ status, ...WITHDRAWN })),
    { upstreamCode: 'forbidden', ...WITHDRAWN, code: 'network_forbidden' },
    ...RULES,
  ],
};

/** Dialect for comments, where a refusal without a reason means that the video takes none. */
export const commentDialect: NetworkDialect = {
  ...youtubeDialect,
  rules: [
    {
      upstreamCode: 'commentTextTooLong',
      ...invalid('YouTube counts this comment as too long; shorten it to 10000 characters'),
    },
    { upstreamCode: 'commentTextRequired', ...invalid('YouTube wants a text for a comment') },
    {
      upstreamCode: 'ineligibleAccount',
      ...forbidden('YouTube lets this account write no comments; sign in at youtube.com, and follow what it asks for'),
    },
    {
      upstreamCode: 'forbidden',
      ...forbidden(
        'YouTube does not allow that comment; private videos and those made for kids have none, and the channel may have switched them off',
      ),
    },
    { status: 404, ...notFound('YouTube does not have this video or comment') },
    ...RULES,
  ],
};

/** Parses an error body; the network's messages may hold links, which are removed. */
function readProblem(status: number, body: JsonObject | null): Problem {
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
