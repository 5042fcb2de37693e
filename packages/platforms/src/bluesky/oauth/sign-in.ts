import type { CallContext, OAuthCapability, SignIn, SignInRequest, TokenSet } from '../../driver.ts';
import { asRecord, asString, parseLosslessJson } from '../../http/lossless-json.ts';
import { refused } from '../../meanings.ts';
import { orElse, PlatformError } from '../../platform-error.ts';
import type { BlueskyApi } from '../api.ts';
import { directoryOf } from '../identity/directory.ts';
import { readIdentity } from '../identity/identity.ts';
import { type OAuthGrant, readGrant, readOAuthParts } from '../session/grant.ts';
import { MAX_ADDRESS, readAuthorizationServer, readIssuer } from './authorization-server.ts';
import { BLUESKY_SCOPES, loopbackAddress, loopbackApp } from './client.ts';
import { challengeOf, sendAsClient, signInDialect } from './client-request.ts';
import { createSigningKey } from './jwt.ts';
import { readGranted, revokeGrant } from './tokens.ts';

type Exchange = Parameters<OAuthCapability['exchangeCode']>[0];

/** Lifetime of a session of an app without a key. @see https://atproto.com/specs/oauth#tokens-and-session-lifetime */
const KEYLESS_SESSION_MS = 14 * 24 * 3_600_000;

/**
 * Begins a sign-in: sends the request to the server itself, so that the browser carries only its number.
 * @see https://www.rfc-editor.org/rfc/rfc9126
 */
export async function beginSignIn(api: BlueskyApi, request: SignInRequest, call: CallContext): Promise<SignIn> {
  const { redirectUri, state, codeVerifier: verifier, accountId = null } = request;
  const app = request.app ?? loopbackApp(redirectUri);
  const { pushUrl, pageUrl, ...server } = await readAuthorizationServer(api, call);
  const key = createSigningKey();
  const form = {
    ...{ response_type: 'code', redirect_uri: loopbackAddress(redirectUri), scope: BLUESKY_SCOPES.join(' '), state },
    ...{ code_challenge: challengeOf(verifier), code_challenge_method: 'S256' },
    ...(accountId !== null && { login_hint: accountId }),
  };
  const pushed = { url: pushUrl, issuer: server.issuer, app, key, form, secrets: [], effect: 'none' } as const;
  const { body, broken } = await sendAsClient(api, { ...pushed, dialect: signInDialect }, call);
  const requestUri = asString(body?.['request_uri']);
  if (requestUri === null || requestUri.length > MAX_ADDRESS) throw broken();
  const url = new URL(pageUrl);
  url.searchParams.set('client_id', app.clientId);
  url.searchParams.set('request_uri', requestUri);
  return { url, codeVerifier: JSON.stringify({ verifier, did: accountId, app, key, ...server }) };
}

/**
 * Exchanges the code of a sign-in. Checks that the server at which it began has answered, and that this server may speak for
 * the account: without that, any server could claim any account.
 * @see https://atproto.com/specs/oauth#identity-authentication
 */
export async function exchangeCode(api: BlueskyApi, exchange: Exchange, call: CallContext): Promise<TokenSet> {
  const { code, redirectUri, issuer } = exchange;
  const begun = asRecord(parseLosslessJson(exchange.codeVerifier));
  const parts = readOAuthParts(begun);
  if (issuer !== parts.issuer) {
    throw wrongAnswer('another server has answered than the one at which the sign-in began');
  }
  const verifier = asString(begun?.['verifier']) ?? '';
  const about = { redirect_uri: loopbackAddress(redirectUri), code_verifier: verifier };
  const form = { grant_type: 'authorization_code', code, ...about };
  const secrets = [code, verifier];
  const request = { ...parts, url: parts.tokenUrl, form, secrets, effect: 'none', dialect: signInDialect } as const;
  const endsAt = parts.app.clientSecret === '' ? new Date(Date.now() + KEYLESS_SESSION_MS).toISOString() : null;
  const tokens = readGranted(await sendAsClient(api, request, call), { ...parts, endsAt });
  const grant = readGrant(tokens.accessToken) as OAuthGrant;
  try {
    await requireHolder(api, { grant, expected: asString(begun?.['did']) }, call);
  } catch (error) {
    await revokeGrant(api, grant, call).catch(orElse(undefined));
    throw error;
  }
  return tokens;
}

async function requireHolder(
  api: BlueskyApi,
  { grant: { did, issuer }, expected }: { readonly grant: OAuthGrant; readonly expected: string | null },
  call: CallContext,
): Promise<void> {
  if (expected !== null) {
    if (did !== expected) throw wrongAnswer('another account has signed in than the one that was named');
    return;
  }
  const { serverUrl } = await readIdentity(did, directoryOf(api, call));
  if (serverUrl === api.apiUrl || (await readIssuer(api, serverUrl, call)) === issuer) return;
  throw wrongAnswer('the server has named an account that it does not hold');
}

function wrongAnswer(reason: string): PlatformError {
  return new PlatformError('bluesky', refused(`${reason}; nothing was connected, so start connecting bluesky again`));
}
