import type { PlatformId } from '@social/types';
import type { CallContext, DriverOptions, OAuthCapability, TokenSession, TokenSet } from '../driver.ts';
import type { ErrorRule } from '../http/error-rules.ts';
import { asRecord, asString } from '../http/lossless-json.ts';
import { send } from '../http/network-client.ts';
import { signInAt } from '../oauth/sign-in-page.ts';
import { refusedApp, refusedSignIn, unknownRedirect } from '../oauth/token-rules.ts';
import { readTokenSet } from '../oauth/token-set.ts';
import { orElse } from '../platform-error.ts';
import { callGraph, type GraphApi } from './graph-call.ts';
import { createGraphDialects, type GraphDialects } from './graph-rules.ts';

/** A platform whose users sign in at Facebook. */
export interface FacebookLogin {
  readonly api: GraphApi;
  readonly oauthUrl: string;
  readonly app: Pick<DriverOptions, 'clientId' | 'clientSecret' | 'configId' | 'scopes'>;
  readonly platform: PlatformId;
  /** Requested unless the app has its own list. */
  readonly scopes: readonly string[];
}

/**
 * The login dialog, without PKCE. A code yields a token of an hour or two, which is exchanged at once for one of 60 days.
 * There are no refresh tokens, and the page tokens that the long one yields do not expire.
 * @see https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived
 */
export function createFacebookLogin(
  given: FacebookLogin,
): Pick<OAuthCapability, 'usesPkce' | 'scopes' | 'beginSignIn' | 'exchangeCode'> {
  const login = { ...given, scopes: given.app.scopes ?? given.scopes };
  const { api, oauthUrl, app, platform, scopes } = login;
  const dialects = createGraphDialects({ platform, network: 'facebook' }, exchangeRules(platform));
  return {
    usesPkce: false,
    scopes,
    beginSignIn: async ({ redirectUri, state, chooseAccount }) =>
      signInAt(`${oauthUrl}/${api.apiVersion}/dialog/oauth`, {
        client_id: app.clientId,
        redirect_uri: redirectUri,
        state,
        // @see https://developers.facebook.com/docs/facebook-login/guides/advanced/re-authentication
        ...(chooseAccount && { auth_type: 'reauthenticate' }),
        // A configuration of Facebook Login for Business holds the permissions itself.
        ...(app.configId === undefined ? { scope: scopes.join(',') } : { config_id: app.configId }),
      }),
    exchangeCode: async ({ code, redirectUri }, call) => {
      const short = await requestToken(login, { dialects, fields: { code, redirect_uri: redirectUri } }, call);
      const fields = { grant_type: 'fb_exchange_token', fb_exchange_token: short.accessToken };
      const long = await requestToken(login, { dialects, fields }, call);
      return { ...long, scopes: await readGranted(login, { account: long, call }) };
    },
  };
}

async function requestToken(
  { api, app, platform }: FacebookLogin,
  { dialects, fields }: { readonly dialects: GraphDialects; readonly fields: Readonly<Record<string, string>> },
  call: CallContext,
): Promise<TokenSet> {
  const { clientId, clientSecret } = app;
  const url = new URL(`${api.apiUrl}/${api.apiVersion}/oauth/access_token`);
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...fields });
  const secrets = [clientSecret, ...Object.values(fields)];
  const request = { method: 'POST', url, headers: {}, body, effect: 'none', secrets } as const;
  const answer = await send(dialects.of('none'), request, call);
  return readTokenSet(platform, answer.body, { now: Date.now() });
}

/** Reads the granted scopes, which the token answer does not name. A failure must not lose the token: the code is used up. */
async function readGranted({ api, app, scopes }: FacebookLogin, session: TokenSession): Promise<string[]> {
  const request = { method: 'GET', path: '/me/permissions', effect: 'none' } as const;
  const answer = await callGraph(api, request, session).catch(orElse(null));
  const data = answer?.body['data'];
  const entries = Array.isArray(data) ? data.map(asRecord) : [];
  const granted = entries.filter((entry) => entry?.['status'] === 'granted');
  const names = granted.flatMap((entry) => asString(entry?.['permission']) ?? []);
  // A configuration may grant more than is asked for without one.
  return app.configId === undefined ? names.filter((name) => scopes.includes(name)) : names;
}

function exchangeRules(platform: PlatformId): ErrorRule[] {
  return [
    // A wrong secret has no code, only this sentence.
    { upstreamCode: '1', detail: /client secret/i, ...refusedApp(platform) },
    { upstreamCode: '101', ...refusedApp(platform) },
    { upstreamCode: '100', detail: /redirect_uri/i, ...unknownRedirect() },
    { upstreamCode: '100', ...refusedSignIn(platform) },
  ];
}
