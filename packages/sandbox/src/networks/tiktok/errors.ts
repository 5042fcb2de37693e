import { randomBytes } from 'node:crypto';
import { type Json, Refusal, type Reply } from '../../http/route.ts';

/** Makes an id for the network's support, which every answer of the API has. */
export function logId(): string {
  return randomBytes(17).toString('hex').toUpperCase();
}

/** A success in the envelope that every answer of the API has. */
export function success(data: Json): Reply {
  return { status: 200, json: { data, error: { code: 'ok', message: '', log_id: logId() } } };
}

/** A refusal in the same envelope. Some codes have status 200 on purpose. */
export function failure(status: number, code: string, message: string): Reply {
  return { status, json: { data: {}, error: { code, message, log_id: logId() } } };
}

/** Ends a handler with a refusal. */
export function refuse(status: number, code: string, message: string): never {
  throw new Refusal(failure(status, code, message));
}

export const invalidParam = (message: string): never => refuse(400, 'invalid_param', message);

/** The same of the calls that read, whose code has another name. @see https://developers.tiktok.com/doc/tiktok-api-v2-error-handling */
export const invalidParams = (message: string): never => refuse(400, 'invalid_params', message);

export const invalidToken = (): Reply =>
  failure(401, 'access_token_invalid', 'The access token is invalid or not found in the request.');

export const missingScope = (scope: string): Reply =>
  failure(
    401,
    'scope_not_authorized',
    `The user did not authorize the scope required for completing this request: ${scope}.`,
  );

export const rateLimited = (): Reply =>
  failure(429, 'rate_limit_exceeded', 'The API rate limit was exceeded. Please try again later.');

/** An error of the OAuth endpoints, which send some errors with status 200. */
export function oauthError(status: 200 | 400 | 401, error: string, description: string): Reply {
  return { status, json: { error, error_description: description, log_id: logId() } };
}

export const deadGrant = (): Reply =>
  oauthError(200, 'invalid_grant', 'The provided authorization grant or refresh token is invalid or expired.');

export function tooManyPosts(status: 200 | 403): Reply {
  return failure(
    status,
    'spam_risk_too_many_posts',
    'The daily post cap from the API is reached for the current user.',
  );
}
