import { Refusal, type Reply } from '../../http/route.ts';
import { oauthError } from '../../oauth/tokens.ts';

/** An answer with a sentence. */
export function failure(status: number, error: string): Reply {
  return { status, json: { error } };
}

/**
 * Refusals that other software words in its own way.
 *
 * @see https://docs.joinmastodon.org/entities/Error/ (read 2026-11-22)
 */
export const mastodonRefusals = {
  invalidToken: (): Reply => failure(401, 'The access token is invalid'),
  expiredToken: (): Reply => failure(401, 'The access token expired'),
  revokedToken: (): Reply => failure(401, 'The access token was revoked'),
  disabledUser: (): Reply => failure(403, 'Your login is currently disabled'),
  outsideScopes: (): Reply => failure(403, 'This action is outside the authorized scopes'),
  /** The answer to the deletion of another account's status. */
  foreignStatus: (): Reply => notFound(),
  parentNotFound: (): Reply => failure(404, 'The post you are trying to reply to does not appear to exist.'),
  tooManyRequests: (): Reply => failure(429, 'Too many requests'),
  unreadableFile: (): Reply => failure(422, 'Validation failed: File content type is invalid, File is invalid'),
};

export const loginRequired = (): Reply => failure(401, 'This API requires an authenticated user');
export const notAllowed = (): Reply => failure(403, 'This action is not allowed');
export const userRequired = (): Reply => failure(422, 'This method requires an authenticated user');
export const notFound = (): Reply => failure(404, 'Record not found');
export const unknownPath = (): Reply => failure(404, 'Not Found');

/** Answers of accounts that may not act yet, by the type of the account. */
export const userStates: Readonly<Record<string, () => Reply>> = {
  unconfirmed: () => failure(403, 'Your login is missing a confirmed e-mail address'),
  pending: () => failure(403, 'Your login is currently pending approval'),
};

/** An answer of the framework below the API. */
export function frameworkError(status: number, error: string): Reply {
  return { status, json: { status, error } };
}

export const internalError = (): Reply => frameworkError(500, 'Internal Server Error');
export const badRequest = (): Reply => frameworkError(400, 'Bad Request');

/** Ends the call with a sentence. */
export function refuse(status: number, error: string): never {
  throw new Refusal(failure(status, error));
}

const grantText =
  'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.';
export const clientText =
  'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.';

export const invalidGrant = (): Reply => oauthError(400, 'invalid_grant', grantText);
export const invalidClient = (): Reply => oauthError(401, 'invalid_client', clientText);
export const scopeText = 'The requested scope is invalid, unknown, or malformed.';
export const invalidScope = (): Reply => oauthError(400, 'invalid_scope', scopeText);
export const unsupportedGrant = (): Reply =>
  oauthError(
    400,
    'unsupported_grant_type',
    'The authorization grant type is not supported by the authorization server.',
  );
export const missingParameter = (name: string): Reply =>
  oauthError(400, 'invalid_request', `Missing required parameter: ${name}.`);
export const foreignToken = (): Reply => ({
  status: 403,
  json: { error: 'unauthorized_client', error_description: 'You are not authorized to revoke this token' },
});
