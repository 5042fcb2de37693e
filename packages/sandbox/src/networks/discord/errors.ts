import { type Json, Refusal, type Reply } from '../../http/route.ts';

/** A failure: a sentence and a code. @see https://discord.com/developers/docs/topics/opcodes-and-status-codes */
export function failure(status: number, code: number, message: string, errors?: Json): Reply {
  return { status, json: { message, code, ...(errors !== undefined && { errors }) } };
}

export const unknownWebhook = (): Reply => failure(404, 10015, 'Unknown Webhook');
export const unknownChannel = (): Reply => failure(404, 10003, 'Unknown Channel');
export const unknownMessage = (): Reply => failure(404, 10008, 'Unknown Message');
export const invalidToken = (): Reply => failure(401, 50027, 'Invalid Webhook Token');
export const unauthorized = (): Reply => failure(401, 0, '401: Unauthorized');
export const notFound = (): Reply => failure(404, 0, '404: Not Found');
export const emptyMessage = (): Reply => failure(400, 50006, 'Cannot send an empty message');
export const tooLarge = (): Reply => failure(413, 40005, 'Request entity too large');
export const invalidVersion = (): Reply => failure(400, 50041, 'Invalid API version');

/** A body with an invalid field, which the answer names. */
export function invalidForm(field: string, code: string, message: string): Reply {
  return failure(400, 50035, 'Invalid Form Body', { [field]: { _errors: [{ code, message }] } });
}

/** @param seconds Seconds to wait, possibly with a fraction. */
export function rateLimited(seconds: number): Reply {
  return {
    status: 429,
    // Clients take an answer without `via` for a block by Cloudflare, after which they do not try again.
    headers: { 'retry-after': String(Math.ceil(seconds)), 'x-ratelimit-scope': 'user', via: '1.1 google' },
    json: { message: 'You are being rate limited.', retry_after: seconds, global: false },
  };
}

/** Ends a handler. */
export function refuse(reply: Reply): never {
  throw new Refusal(reply);
}
