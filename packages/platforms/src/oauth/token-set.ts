import type { PlatformId } from '@social/types';
import type { TokenSet } from '../driver.ts';
import type { JsonObject } from '../http/lossless-json.ts';
import { refused, unavailable } from '../meanings.ts';
import { PlatformError } from '../platform-error.ts';

const MAX_TOKEN_LENGTH = 8192;
const MAX_LIFETIME_SECONDS = 10 * 365 * 24 * 60 * 60;
/** Tokens hold nothing that could end a header or a line. */
const TOKEN = /^[\x21-\x7E]+$/;

/**
 * Reads a token answer (RFC 6749, section 5.1) tolerantly where that is safe: lifetimes may be strings or nonsense, scopes
 * may be separated by spaces or commas, `token_type` may be absent.
 * @throws PlatformError for an access token that cannot be used.
 */
export function readTokenSet(
  platform: PlatformId,
  answer: JsonObject | null,
  options: { readonly now: number; readonly refreshToken?: string },
): TokenSet {
  const accessToken = asToken(answer?.['access_token']);
  if (!answer || accessToken === null) {
    throw new PlatformError(platform, unavailable('the network gave no usable access token; try again later'));
  }
  const type = answer['token_type'] ?? 'bearer';
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer') {
    const message = 'the network gave a token of a type that this server does not support';
    throw new PlatformError(platform, refused(message));
  }
  return {
    accessToken,
    refreshToken: asToken(answer['refresh_token']) ?? options.refreshToken ?? null,
    accessExpiresAt: expiryOf(answer['expires_in'], options.now),
    refreshExpiresAt: expiryOf(answer['refresh_token_expires_in'] ?? answer['refresh_expires_in'], options.now),
    scopes: readScopes(answer['scope']),
  };
}

function asToken(value: unknown): string | null {
  return typeof value === 'string' && value.length <= MAX_TOKEN_LENGTH && TOKEN.test(value) ? value : null;
}

function expiryOf(value: unknown, now: number): Date | null {
  const seconds = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof seconds !== 'number' || !(seconds > 0)) return null;
  return new Date(now + Math.min(seconds, MAX_LIFETIME_SECONDS) * 1000);
}

function readScopes(value: unknown): string[] {
  const text = Array.isArray(value) ? value.filter((scope) => typeof scope === 'string').join(' ') : value;
  return typeof text === 'string' ? text.split(/[\s,]+/).filter((scope) => scope !== '') : [];
}
