import type { AccountOption, CallContext, DriverOptions, OAuthCapability, TokenSet } from '../../driver.ts';
import { asId, asRecord, asString } from '../../http/lossless-json.ts';
import { send } from '../../http/network-client.ts';
import { cleanName, cleanPicture } from '../../identity.ts';
import { callGraph, GRAPH_ID, type GraphApi } from '../../meta-graph/graph-call.ts';
import { buildAuthorizeUrl } from '../../oauth/authorize-url.ts';
import { readTokenSet } from '../../oauth/token-set.ts';
import { PlatformError } from '../../platform-error.ts';
import { INSTAGRAM_DEFAULTS, INSTAGRAM_TOKEN_URL } from './defaults.ts';
import { instagramTokenDialect } from './token-errors.ts';

const SCOPES = ['instagram_business_basic', 'instagram_business_content_publish'];
const INSTAGRAM_USERNAME = /^[A-Za-z0-9._]{1,30}$/;

type App = Pick<DriverOptions, 'clientId' | 'clientSecret'>;

/**
 * Signing in at Instagram itself, without proof keys. A code gives a token of an hour, exchanged at once for one of 60
 * days, which is its own refresh token as soon as it is a day old.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login
 */
export function createInstagramOAuth(
  api: GraphApi,
  { oauthUrl, app }: { readonly oauthUrl: string; readonly app: App },
): OAuthCapability {
  const tokenUrl = oauthUrl === INSTAGRAM_DEFAULTS.oauthUrl ? INSTAGRAM_TOKEN_URL : oauthUrl;
  return {
    usesPkce: false,
    scopes: SCOPES,
    authorizeUrl: async ({ redirectUri, state }) =>
      buildAuthorizeUrl(`${oauthUrl}/oauth/authorize`, {
        client_id: app.clientId,
        redirect_uri: redirectUri,
        state,
        scope: SCOPES.join(','),
      }),
    exchangeCode: async ({ code, redirectUri }, call) => {
      const short = await exchangeCode({ tokenUrl, app }, { code, redirectUri }, call);
      const query = { grant_type: 'ig_exchange_token', client_secret: app.clientSecret };
      const long = await requestLongToken(api, { path: '/access_token', query, token: short.accessToken }, call);
      return { ...long, scopes: short.scopes };
    },
    refresh: (token, call) => {
      const query = { grant_type: 'ig_refresh_token' };
      return requestLongToken(api, { path: '/refresh_access_token', query, token }, call);
    },
    listAccounts: (accessToken, call) => readAccount(api, accessToken, call),
  };
}

/** The answer is flat, or in a list as the network's pages show it; it says `permissions` where others say `scope`. */
async function exchangeCode(
  { tokenUrl, app }: { readonly tokenUrl: string; readonly app: App },
  { code, redirectUri }: { readonly code: string; readonly redirectUri: string },
  call: CallContext,
): Promise<TokenSet> {
  const form = new FormData();
  form.set('client_id', app.clientId);
  form.set('client_secret', app.clientSecret);
  form.set('grant_type', 'authorization_code');
  form.set('redirect_uri', redirectUri);
  form.set('code', code);
  const url = new URL(`${tokenUrl}/oauth/access_token`);
  const secrets = [code, app.clientSecret];
  const request = { method: 'POST', url, headers: {}, body: form, effect: 'none', secrets } as const;
  const { body } = await send(instagramTokenDialect, request, call);
  const tokens = Array.isArray(body?.['data']) ? asRecord(body['data'][0]) : body;
  return readTokenSet('photonet', tokens && { ...tokens, scope: tokens['permissions'] }, { now: Date.now() });
}

async function requestLongToken(
  { apiUrl }: GraphApi,
  {
    path,
    query,
    token,
  }: { readonly path: string; readonly query: Readonly<Record<string, string>>; readonly token: string },
  call: CallContext,
): Promise<TokenSet> {
  const url = new URL(`${apiUrl}${path}`);
  url.search = new URLSearchParams({ ...query, access_token: token }).toString();
  const secrets = [token, ...Object.values(query)];
  const request = { method: 'GET', url, headers: {}, effect: 'none', secrets } as const;
  const { body } = await send(instagramTokenDialect, request, call);
  const tokens = readTokenSet('photonet', body, { now: Date.now() });
  return { ...tokens, refreshToken: tokens.accessToken, refreshExpiresAt: tokens.accessExpiresAt };
}

/** The one account behind a token. @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/get-started */
async function readAccount(api: GraphApi, accessToken: string, call: CallContext): Promise<AccountOption[]> {
  const query = { fields: 'user_id,username,name,profile_picture_url,account_type' };
  const request = { method: 'GET', path: '/me', query, effect: 'none' } as const;
  const { body, broken } = await callGraph(api, request, { accessToken, call });
  const account = Array.isArray(body['data']) ? asRecord(body['data'][0]) : body;
  const accountId = asId(account?.['user_id'], GRAPH_ID);
  if (!account || accountId === null) throw broken();
  if (account['account_type'] === 'Personal') {
    throw new PlatformError('photonet', {
      kind: 'rejected',
      code: 'network_forbidden',
      message: 'the network lets only business and creator accounts publish; switch the account to one of them',
    });
  }
  return [presentInstagramAccount(accountId, account)];
}

/** An account that can be connected, from the network's own fields. */
export function presentInstagramAccount(accountId: string, account: Readonly<Record<string, unknown>>): AccountOption {
  const name = asString(account['username']);
  const username = name !== null && INSTAGRAM_USERNAME.test(name) ? name : null;
  return {
    accountId,
    name: cleanName(account['name']) ?? username ?? accountId,
    description: username === null ? 'Professional account' : `@${username}`,
    type: 'organization',
    picture: cleanPicture(account['profile_picture_url']),
    username,
    accountUrn: null,
  };
}
