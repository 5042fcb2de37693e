import type { PlatformId } from '@social/types';
import type { CallContext, DriverOptions, OAuthCapability, TokenSet } from '../driver.ts';
import type { ErrorRule } from '../http/error-rules.ts';
import { asRecord, asString } from '../http/lossless-json.ts';
import { send } from '../http/network-client.ts';
import { buildAuthorizeUrl } from '../oauth/authorize-url.ts';
import { readTokenSet } from '../oauth/token-set.ts';
import { PlatformError } from '../platform-error.ts';
import { callGraph, type GraphApi } from './graph-call.ts';
import { createGraphDialects, type GraphDialects } from './graph-rules.ts';

/** What a platform behind this login needs. */
export interface FacebookLogin {
  readonly api: GraphApi;
  readonly oauthUrl: string;
  readonly app: Pick<DriverOptions, 'clientId' | 'clientSecret' | 'configId' | 'scopes'>;
  readonly platform: PlatformId;
  /** Asked for unless the app has a list of its own. */
  readonly scopes: readonly string[];
}

/**
 * The login dialog, without proof keys. A code gives a token of an hour or two, which is exchanged at once for one of 60
 * days; there are no refresh tokens, and the tokens of pages that come from the long one do not end.
 * @see https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived
 */
export function createFacebookLogin(
  given: FacebookLogin,
): Pick<OAuthCapability, 'usesPkce' | 'scopes' | 'authorizeUrl' | 'exchangeCode'> {
  const login = { ...given, scopes: given.app.scopes ?? given.scopes };
  const { api, oauthUrl, app, platform, scopes } = login;
  const dialects = createGraphDialects(platform, exchangeRules(platform));
  return {
    usesPkce: false,
    scopes,
    authorizeUrl: async ({ redirectUri, state }) =>
      buildAuthorizeUrl(`${oauthUrl}/${api.apiVersion}/dialog/oauth`, {
        client_id: app.clientId,
        redirect_uri: redirectUri,
        state,
        // A configuration of Facebook Login for Business holds the permissions itself.
        ...(app.configId === undefined ? { scope: scopes.join(',') } : { config_id: app.configId }),
      }),
    exchangeCode: async ({ code, redirectUri }, call) => {
      const short = await requestToken(login, { dialects, fields: { code, redirect_uri: redirectUri } }, call);
      const fields = { grant_type: 'fb_exchange_token', fb_exchange_token: short.accessToken };
      const long = await requestToken(login, { dialects, fields }, call);
      return { ...long, scopes: await readGranted(login, long.accessToken, call) };
    },
  };
}

async function requestToken(
  { api, app, platform }: FacebookLogin,
  { dialects, fields }: { readonly dialects: GraphDialects; readonly fields: Readonly<Record<string, string>> },
  call: CallContext,
): Promise<TokenSet> {
  const { clientId, clientSecret } = app;
  const answer = await send(
    dialects.of('none'),
    {
      method: 'POST',
      url: new URL(`${api.apiUrl}/${api.apiVersion}/oauth/access_token`),
      headers: {},
      body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...fields }),
      effect: 'none',
      secrets: [clientSecret, ...Object.values(fields)],
    },
    call,
  );
  return readTokenSet(platform, answer.body, { now: Date.now() });
}

/** The token answer does not name scopes. An answer that cannot be had is no reason to lose the token: the code is used up. */
async function readGranted({ api, scopes }: FacebookLogin, accessToken: string, call: CallContext): Promise<string[]> {
  try {
    const request = { method: 'GET', path: '/me/permissions', effect: 'none' } as const;
    const { data } = (await callGraph(api, request, { accessToken, call })).body;
    const entries = Array.isArray(data) ? data.map(asRecord) : [];
    const granted = entries.filter((entry) => entry?.['status'] === 'granted');
    return granted.flatMap((entry) => asString(entry?.['permission']) ?? []).filter((name) => scopes.includes(name));
  } catch (error) {
    if (error instanceof PlatformError) return [];
    throw error;
  }
}

function exchangeRules(platform: PlatformId): ErrorRule[] {
  const name = platform.toUpperCase();
  const clientRefused: Pick<ErrorRule, 'kind' | 'code' | 'message'> = {
    kind: 'rejected',
    code: 'network_forbidden',
    message: `the network does not accept this server's app; check SOCIAL_${name}_CLIENT_ID and SOCIAL_${name}_CLIENT_SECRET`,
  };
  return [
    // A wrong secret has no code of its own, only this sentence.
    { upstreamCode: '1', detail: /client secret/i, ...clientRefused },
    { upstreamCode: '101', ...clientRefused },
    {
      upstreamCode: '100',
      detail: /redirect_uri/i,
      kind: 'rejected',
      code: 'network_forbidden',
      message: "the network does not know this server's redirect address; register it in the app's settings",
    },
    {
      upstreamCode: '100',
      kind: 'rejected',
      code: 'network_refused',
      message: `the network did not accept the sign-in, which may have taken too long; start connecting ${platform} again`,
    },
  ];
}
