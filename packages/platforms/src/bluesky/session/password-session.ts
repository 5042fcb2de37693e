import type { CallContext, TokenSet } from '../../driver.ts';
import { rulesFor } from '../../http/error-rules.ts';
import { asRecord, asString } from '../../http/lossless-json.ts';
import { type NetworkAnswer, type NetworkDialect, send } from '../../http/network-client.ts';
import { deadGrant } from '../../oauth/token-rules.ts';
import { ignore, PlatformError } from '../../platform-error.ts';
import type { BlueskyApi } from '../api.ts';
import { blueskyDialect } from '../errors.ts';
import { isDid } from '../identity/identity.ts';
import { readClaims } from '../oauth/jwt.ts';
import { type PasswordGrant, writeGrant } from './grant.ts';

const TOKEN = /^[\x21-\x7e]{1,8192}$/;
const MAX_LIFETIME_SECONDS = 10 * 365 * 24 * 60 * 60;

const refreshDialect: NetworkDialect = {
  ...blueskyDialect,
  rules: [
    ...rulesFor(['ExpiredToken', 'InvalidToken', 'AccountNotFound', 'InvalidRequest'], deadGrant('bluesky')),
    ...blueskyDialect.rules,
  ],
};

/** A session as the server has begun or renewed it. */
export interface PasswordSession {
  readonly did: string;
  readonly tokens: TokenSet;
  /** The permissions that the access token names; null where it cannot be read. */
  readonly scope: string | null;
}

/** Reads the answer of a call that begins or renews a session. */
export function readSession({ body, broken }: NetworkAnswer): PasswordSession {
  const [did, access, refresh] = [body?.['did'], body?.['accessJwt'], body?.['refreshJwt']].map(asString);
  if (!did || !isDid(did) || !access || !refresh || !TOKEN.test(access) || !TOKEN.test(refresh)) throw broken();
  const write = (token: string) => writeGrant({ kind: 'password', did, token });
  const tokens = {
    ...{ accessToken: write(access), refreshToken: write(refresh), scopes: [] },
    ...{ accessExpiresAt: expiryOf(access), refreshExpiresAt: expiryOf(refresh) },
  };
  return { did, tokens, scope: asString(asRecord(readClaims(access))?.['scope']) };
}

/**
 * Renews a session. A refresh token can be used again for two hours, and then gives the same successor: a lost answer does
 * no harm.
 * @see https://docs.bsky.app/docs/api/com-atproto-server-refresh-session
 */
export async function refreshSession(
  api: BlueskyApi,
  { did, token }: PasswordGrant,
  call: CallContext,
): Promise<TokenSet> {
  const answer = await callWithRefreshToken(api, { method: 'refreshSession', token }, call);
  const session = readSession(answer);
  if (session.did !== did) throw new PlatformError('bluesky', deadGrant('bluesky'));
  return session.tokens;
}

/** Ends a session. The access token stays valid until it expires, for at most two hours. */
export async function endSession(
  api: BlueskyApi,
  { token }: Pick<PasswordGrant, 'token'>,
  call: CallContext,
): Promise<void> {
  const ending = callWithRefreshToken(api, { method: 'deleteSession', token }, call);
  await ending.catch(ignore(({ kind }) => kind === 'reconnect'));
}

function callWithRefreshToken(
  { apiUrl, through }: BlueskyApi,
  { method, token }: { readonly method: string; readonly token: string },
  call: CallContext,
): Promise<NetworkAnswer> {
  const url = new URL(`${apiUrl}/xrpc/com.atproto.server.${method}`);
  const headers = { authorization: `Bearer ${token}` };
  return send(refreshDialect, { method: 'POST', url, headers, effect: 'none', secrets: [token], through }, call);
}

function expiryOf(token: string): Date | null {
  const seconds = asRecord(readClaims(token))?.['exp'];
  const latest = Date.now() / 1000 + MAX_LIFETIME_SECONDS;
  return typeof seconds === 'number' && seconds > 0 ? new Date(Math.min(seconds, latest) * 1000) : null;
}
