import { type Json, Refusal, type Reply } from '../../http/route.ts';

/** A failure, whose body repeats the HTTP status. @see https://core.telegram.org/bots/api#making-requests */
export function failure(status: number, description: string, parameters?: Json): Reply {
  return {
    status,
    json: { ok: false, error_code: status, description, ...(parameters !== undefined && { parameters }) },
  };
}

export const unauthorized = (): Reply => failure(401, 'Unauthorized');
export const notFound = (): Reply => failure(404, 'Not Found');
export const tooLarge = (): Reply => failure(413, 'Request Entity Too Large');
export const badRequest = (description: string): Reply => failure(400, `Bad Request: ${description}`);
export const forbidden = (description: string): Reply => failure(403, `Forbidden: ${description}`);

/** The refusal of a rate limit, which only the body describes: there are no headers about limits. */
export const tooManyRequests = (seconds: number): Reply =>
  failure(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });

/** Ends a handler. */
export function refuse(description: string): never {
  throw new Refusal(badRequest(description));
}
