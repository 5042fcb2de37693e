import { createHmac } from 'node:crypto';
import { isRecord } from '../../../http/request-body.ts';
import { Refusal } from '../../../http/route.ts';
import { isSameSecret } from '../../../oauth/pkce.ts';
import { dayMs, hourMs } from '../../../world/durations.ts';
import { expiredToken, invalidToken } from '../errors.ts';
import type { BlueskyState } from '../state.ts';

const accessMs = 2 * hourMs;
/** Lifetime of a refresh token that is not used. */
export const refreshMs = 90 * dayMs;

/** The audience of the server's own tokens. */
const audience = 'did:web:localhost';

/** The claims of a token of a password's session. */
export interface TokenClaims {
  readonly sub: string;
  readonly scope: string;
  readonly jti?: string;
}

/** Scope of each kind of session. */
export const sessionScopes = {
  password: 'com.atproto.access',
  appPassword: 'com.atproto.appPass',
  privileged: 'com.atproto.appPassPrivileged',
  refresh: 'com.atproto.refresh',
} as const;

/** Writes an access token, with the lifetime of the settings or else the network's own. */
export function signAccessToken(state: BlueskyState, sub: string, scope: string): string {
  const { tokenLifetimeSeconds: seconds } = state.world.settings;
  return sign(state, {
    typ: 'at+jwt',
    claims: { sub, scope },
    lifetimeMs: seconds === null ? accessMs : seconds * 1000,
  });
}

/** Writes a refresh token with this id. */
export function signRefreshToken(state: BlueskyState, sub: string, jti: string): string {
  return sign(state, {
    ...{ typ: 'refresh+jwt', lifetimeMs: refreshMs },
    claims: { sub, scope: sessionScopes.refresh, jti },
  });
}

/** Reads a token of one type. Refuses a forged one, one of another type, and one that has expired. */
export function verifyToken(state: BlueskyState, token: string, typ: 'at+jwt' | 'refresh+jwt'): TokenClaims {
  const [head = '', body = '', signature = ''] = token.split('.');
  const isOurs = isSameSecret(signature, signatureOf(state, `${head}.${body}`));
  if (!isOurs || decodePart(head)?.['typ'] !== typ) throw new Refusal(invalidToken());
  const claims = decodePart(body) as (TokenClaims & { readonly exp: number }) | undefined;
  if (!claims) throw new Refusal(invalidToken());
  if (claims.exp <= Math.floor(state.world.now() / 1000)) throw new Refusal(expiredToken());
  return claims;
}

/** Decodes a part of a JSON web token. @returns `undefined` for anything but a JSON object. */
export function decodePart(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function sign(
  state: BlueskyState,
  { typ, claims, lifetimeMs }: { typ: string; claims: TokenClaims; lifetimeMs: number },
): string {
  const iat = Math.floor(state.world.now() / 1000);
  const times = { aud: audience, iat, exp: iat + Math.floor(lifetimeMs / 1000) };
  const parts = [
    { typ, alg: 'HS256' },
    { ...claims, ...times },
  ];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${signatureOf(state, signed)}`;
}

function signatureOf({ sessionSecret }: BlueskyState, signed: string): string {
  return createHmac('sha256', sessionSecret).update(signed).digest('base64url');
}
