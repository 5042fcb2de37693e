import type {
  AccountOption,
  CallContext,
  DriverOptions,
  OAuthCapability,
  TokenSession,
  TokenSet,
} from '../../../driver.ts';
import { asId, asRecord, asString, type JsonObject } from '../../../http/lossless-json.ts';
import { send } from '../../../http/network-client.ts';
import { cleanName, cleanPicture } from '../../../identity.ts';
import { forbidden } from '../../../meanings.ts';
import { callGraph, GRAPH_ID, type GraphApi } from '../../../meta-graph/graph-call.ts';
import { signInAt } from '../../../oauth/sign-in-page.ts';
import { readTokenSet } from '../../../oauth/token-set.ts';
import { PlatformError } from '../../../platform-error.ts';
import { instagramTokenDialect } from './token-errors.ts';

const SCOPES = ['instagram_business_basic', 'instagram_business_content_publish'];
const INSTAGRAM_USERNAME = /^[A-Za-z0-9._]{1,30}$/;

type App = Pick<DriverOptions, 'clientId' | 'clientSecret' | 'scopes'>;

/**
 * Signs in at Instagram itself, without PKCE. A code yields a token of an hour, which is exchanged at once for one of 60 days.
 * From the age of a day on, that token is also its own refresh token.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login
 */
export function createInstagramOAuth(
  api: GraphApi,
  { oauthUrl, tokenUrl, app }: { readonly oauthUrl: string; readonly tokenUrl: string; readonly app: App },
): OAuthCapability {
  const { scopes = SCOPES } = app;
  return {
    usesPkce: false,
    scopes,
    beginSignIn: async ({ redirectUri, state, chooseAccount }) =>
      signInAt(`${oauthUrl}/oauth/authorize`, {
        client_id: app.clientId,
        redirect_uri: redirectUri,
        state,
        scope: scopes.join(','),
        ...(chooseAccount && { force_reauth: 'true' }),
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
    listAccounts: (accessToken, call) => readAccount(api, { account: { accessToken }, call }),
  };
}

/** Exchanges a code. The answer is flat, or in a list as in the network's pages; its scopes are called `permissions`. */
async function exchangeCode(
  { tokenUrl, app }: { readonly tokenUrl: string; readonly app: App },
  { code, redirectUri }: { readonly code: string; readonly redirectUri: string },
  call: CallContext,
): Promise<TokenSet> {
  const credentials = { client_id: app.clientId, client_secret: app.clientSecret };
  const fields = { ...credentials, grant_type: 'authorization_code', redirect_uri: redirectUri, code };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const url = new URL(`${tokenUrl}/oauth/access_token`);
  const secrets = [code, app.clientSecret];
  const request = { method: 'POST', url, headers: {}, body: form, effect: 'none', secrets } as const;
  const { body } = await send(instagramTokenDialect, request, call);
  const tokens = Array.isArray(body?.['data']) ? asRecord(body['data'][0]) : body;
  return readTokenSet('photonet', tokens && { ...tokens, scope: tokens['permissions'] }, { now: Date.now() });
}

async function requestLongToken(
  { apiUrl }: GraphApi,
  { path, query, token }: { path: string; query: Readonly<Record<string, string>>; token: string },
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

/** Reads the one account of a token. @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/get-started */
async function readAccount(api: GraphApi, session: TokenSession): Promise<AccountOption[]> {
  const query = { fields: 'user_id,username,name,profile_picture_url,account_type' };
  const request = { method: 'GET', path: '/me', query, effect: 'none' } as const;
  const { body, broken } = await callGraph(api, request, session);
  const account = Array.isArray(body['data']) ? asRecord(body['data'][0]) : body;
  const accountId = asId(account?.['user_id'], GRAPH_ID);
  if (!account || accountId === null) throw broken();
  if (account['account_type'] === 'Personal') {
    const message = 'Instagram lets only business and creator accounts publish; switch the account to one of them';
    throw new PlatformError('photonet', forbidden(message));
  }
  return [presentInstagramAccount(accountId, account)];
}

/** An account to choose, from the network's own fields. */
export function presentInstagramAccount(accountId: string, account: JsonObject): AccountOption {
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
