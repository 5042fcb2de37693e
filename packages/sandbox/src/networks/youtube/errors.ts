import type { Json, Reply } from '../../http/route.ts';
import { oauthError } from '../../oauth/tokens.ts';

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

/** The answer of a method that was removed; the network does not document it. */
export const withdrawn = (): Reply =>
  apiError(410, 'deleted', 'This method is no longer supported.', { domain: 'global' });

export const internalError = (): Reply =>
  apiError(500, 'internalError', 'Internal error encountered.', { domain: 'global', state: 'INTERNAL' });

export const videoNotFound = (): Reply =>
  apiError(404, 'videoNotFound', 'The video that you are trying to delete cannot be found.', {
    domain: 'youtube.video',
  });

export const cannotDelete = (): Reply =>
  apiError(403, 'forbidden', 'The video that you are trying to delete cannot be deleted.', {
    domain: 'youtube.video',
    state: 'PERMISSION_DENIED',
  });

export const sessionGone = (): Reply => ({ status: 404 });

const videoError = (reason: string, message: string): Reply =>
  apiError(400, reason, message, { domain: 'youtube.video' });

export const invalidTitle = (): Reply =>
  videoError('invalidTitle', 'The request metadata specifies an invalid or empty video title.');

export const invalidDescription = (): Reply =>
  videoError('invalidDescription', 'The request metadata specifies an invalid video description.');

export const invalidTags = (): Reply =>
  videoError('invalidTags', 'The request metadata specifies invalid video keywords.');

export const invalidCategory = (): Reply =>
  videoError('invalidCategoryId', 'The snippet.categoryId property specifies an invalid category ID.');

export const invalidPublishAt = (): Reply =>
  videoError('invalidPublishAt', 'The request metadata specifies an invalid scheduled publishing time.');

export const invalidMetadata = (): Reply => videoError('invalidVideoMetadata', 'The request metadata is invalid.');

export const mediaBodyRequired = (): Reply =>
  videoError('mediaBodyRequired', 'The request does not include the video content.');

export const bulletinTextRequired = (): Reply =>
  apiError(400, 'bulletinTextRequired', 'The request does not contain the text of the bulletin.', {
    domain: 'youtube.activity',
  });

/** @see https://developers.google.com/youtube/v3/docs/commentThreads/insert */
export const commentError = (status: number, reason: string, message: string): Reply =>
  apiError(status, reason, message, { domain: 'youtube.commentThread' });

/** A parameter that is missing or invalid. */
export const badParameter = (name: string, message: string): Reply =>
  apiError(400, 'invalidParameter', message, {
    domain: 'global',
    state: 'INVALID_ARGUMENT',
    details: { locationType: 'parameter', location: name },
  });

export const deadGrant = (): Reply => oauthError(400, 'invalid_grant', 'Token has been expired or revoked.');
