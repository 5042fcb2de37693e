import type { Json, Reply } from '../network.ts';

/** An error in the shape of the API. @see https://developers.google.com/youtube/v3/docs/errors */
export function apiError(
  status: number,
  reason: string,
  message: string,
  more: { readonly domain?: string; readonly state?: string; readonly details?: Readonly<Record<string, Json>> } = {},
): Reply {
  const { domain = 'youtube.common', state, details } = more;
  const entry = { message, domain, reason, ...details };
  return { status, json: { error: { code: status, message, errors: [entry], ...(state && { status: state }) } } };
}

export const invalidCredentials = (): Reply =>
  apiError(401, 'authError', 'Invalid Credentials', {
    domain: 'global',
    state: 'UNAUTHENTICATED',
    details: { locationType: 'header', location: 'Authorization' },
  });

export const insufficientPermissions = (): Reply =>
  apiError(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.', {
    domain: 'global',
    state: 'PERMISSION_DENIED',
  });

export const forbidden = (): Reply =>
  apiError(403, 'forbidden', 'The request is not properly authorized.', { state: 'PERMISSION_DENIED' });

export const quotaExceeded = (): Reply =>
  apiError(
    403,
    'quotaExceeded',
    'The request cannot be completed because you have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.',
    { domain: 'youtube.quota' },
  );

export const rateLimitExceeded = (): Reply =>
  apiError(429, 'rateLimitExceeded', 'Too many requests were sent in a short time.', { domain: 'usageLimits' });

/** What a method that is no longer there answers; the network does not document it. */
export const withdrawn = (): Reply =>
  apiError(410, 'deleted', 'This method is no longer supported.', { domain: 'global' });

export const internalError = (): Reply =>
  apiError(500, 'internalError', 'Internal error encountered.', { domain: 'global', state: 'INTERNAL' });

export const sessionGone = (): Reply => ({ status: 404 });

export const invalidTitle = (): Reply =>
  apiError(400, 'invalidTitle', 'The request metadata specifies an invalid or empty video title.', {
    domain: 'youtube.video',
  });

export const invalidDescription = (): Reply =>
  apiError(400, 'invalidDescription', 'The request metadata specifies an invalid video description.', {
    domain: 'youtube.video',
  });

export const invalidTags = (): Reply =>
  apiError(400, 'invalidTags', 'The request metadata specifies invalid video keywords.', { domain: 'youtube.video' });

export const invalidCategory = (): Reply =>
  apiError(400, 'invalidCategoryId', 'The snippet.categoryId property specifies an invalid category ID.', {
    domain: 'youtube.video',
  });

export const invalidPublishAt = (): Reply =>
  apiError(400, 'invalidPublishAt', 'The request metadata specifies an invalid scheduled publishing time.', {
    domain: 'youtube.video',
  });

export const invalidMetadata = (): Reply =>
  apiError(400, 'invalidVideoMetadata', 'The request metadata is invalid.', { domain: 'youtube.video' });

export const mediaBodyRequired = (): Reply =>
  apiError(400, 'mediaBodyRequired', 'The request does not include the video content.', { domain: 'youtube.video' });

export const bulletinTextRequired = (): Reply =>
  apiError(400, 'bulletinTextRequired', 'The request does not contain the text of the bulletin.', {
    domain: 'youtube.activity',
  });

/** A parameter that is missing or makes no sense. */
export const badParameter = (name: string, message: string): Reply =>
  apiError(400, 'invalidParameter', message, {
    domain: 'global',
    state: 'INVALID_ARGUMENT',
    details: { locationType: 'parameter', location: name },
  });

/** The token endpoints' errors, in the shape of RFC 6749. */
export function oauthError(status: 400 | 401, error: string, description: string): Reply {
  return { status, json: { error, error_description: description } };
}

export const deadGrant = (): Reply => oauthError(400, 'invalid_grant', 'Token has been expired or revoked.');
