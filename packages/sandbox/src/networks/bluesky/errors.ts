import { Refusal, type Reply } from '../../http/route.ts';

/**
 * An error of a call below `/xrpc`.
 *
 * @see https://atproto.com/specs/xrpc#error-responses (read 2026-11-24)
 */
export function xrpcError(status: number, error: string, message: string): Reply {
  return { status, json: { error, message } };
}

/** Ends the call with an error. */
export function refuse(status: number, error: string, message: string): never {
  throw new Refusal(xrpcError(status, error, message));
}

/** Ends the call because of what it asks. */
export function refuseRequest(message: string): never {
  return refuse(400, 'InvalidRequest', message);
}

export const authMissing = (): Reply => xrpcError(401, 'AuthMissing', 'Authentication Required');
export const authenticationRequired = (): Reply => xrpcError(401, 'AuthenticationRequired', 'Authentication Required');
export const wrongPassword = (): Reply => xrpcError(401, 'AuthenticationRequired', 'Invalid identifier or password');
export const expiredToken = (): Reply => xrpcError(400, 'ExpiredToken', 'Token has expired');
export const revokedToken = (): Reply => xrpcError(400, 'ExpiredToken', 'Token has been revoked');
export const invalidToken = (message = 'Token could not be verified'): Reply => xrpcError(400, 'InvalidToken', message);
export const internalError = (): Reply => xrpcError(500, 'InternalServerError', 'Internal Server Error');
export const rateLimited = (): Reply => xrpcError(429, 'RateLimitExceeded', 'Rate Limit Exceeded');
export const upstreamFailure = (): Reply => xrpcError(502, 'UpstreamFailure', 'Upstream service unreachable');
export const forbidden = (): Reply => xrpcError(403, 'Forbidden', 'Forbidden');
export const accountNotFound = (): Reply => xrpcError(403, 'AccountNotFound', 'Account not found');

/** The web server's answer to a path without a page. */
export function noSuchPage(method: string, path: string): Reply {
  const shown = path.replace(/[&<>"']/g, '');
  return { status: 404, html: `<!DOCTYPE html><title>Error</title><pre>Cannot ${method} ${shown}</pre>` };
}
