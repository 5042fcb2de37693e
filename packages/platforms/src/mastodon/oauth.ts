import { ClientSecretPost, calculatePKCECodeChallenge } from 'oauth4webapi';
import type { CallContext, OAuthCapability, RegisteredApp, TokenSet } from '../driver.ts';
import { rulesFor } from '../http/error-rules.ts';
import { asRecord, asString, parseLosslessJson } from '../http/lossless-json.ts';
import { type NetworkDialect, send } from '../http/network-client.ts';
import { forbidden, refused } from '../meanings.ts';
import { signInAt } from '../oauth/sign-in-page.ts';
import { createTokenCalls, type TokenEndpoint } from '../oauth/token-endpoint.ts';
import { readTokenProblem } from '../oauth/token-problem.ts';
import { deadGrant, refusedSignIn } from '../oauth/token-rules.ts';
import { PlatformError } from '../platform-error.ts';
import { readAccount } from './accounts.ts';
import { type MastodonApi, readGrant, writeGrant } from './api.ts';

/** The least for publishing, deleting, and reading back what was published. */
export const MASTODON_SCOPES = ['read:accounts', 'read:statuses', 'write:statuses', 'write:media'];
const APP_NAME = 'Social';
/** Longest id and secret of an app. Anybody may name a server, and what it gives is stored. */
const MAX_CREDENTIAL = 512;

const forgottenApp = forbidden('the server no longer knows the app of this sign-in; start connecting mastodon again');
const dialect: NetworkDialect = {
  platform: 'mastodon',
  rules: [
    { upstreamCode: 'invalid_grant', ...deadGrant('mastodon') },
    ...rulesFor(['invalid_client', 'unauthorized_client'], forgottenApp),
    { status: 401, ...forgottenApp },
  ],
  readProblem: (status, body) => readTokenProblem(status, body),
};
const codeDialect: NetworkDialect = {
  ...dialect,
  // GoToSocial passes on what its database says of a code that it does not have.
  rules: [...rulesFor(['invalid_grant', 'sql: no rows in result set'], refusedSignIn('mastodon')), ...dialect.rules],
};

/**
 * Sign-in with an app that is registered at the server for this purpose. Tokens do not expire; some software replaces them.
 * @see https://docs.joinmastodon.org/methods/oauth/
 */
export function createMastodonOAuth(
  api: MastodonApi,
): Required<Pick<OAuthCapability, 'refresh' | 'revoke'>> & OAuthCapability {
  const callsOf = (app: RegisteredApp) => createTokenCalls(endpointOf(api, app), { usesPkce: true, codeDialect });
  return {
    usesPkce: true,
    scopes: MASTODON_SCOPES,
    registerApp: ({ redirectUri }, call) => registerApp(api, redirectUri, call),
    knowsApp: (request, call) => knowsApp(api, request, call),

    async beginSignIn({ redirectUri, state, codeVerifier, app, chooseAccount }) {
      if (!app) throw new TypeError('a sign-in at Mastodon needs the app that was registered there');
      const signIn = signInAt(`${api.apiUrl}/oauth/authorize`, {
        client_id: app.clientId,
        redirect_uri: redirectUri,
        scope: MASTODON_SCOPES.join(' '),
        state,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(chooseAccount && { force_login: 'true' }),
      });
      return { ...signIn, codeVerifier: JSON.stringify({ verifier: codeVerifier, ...app }) };
    },

    async exchangeCode({ code, redirectUri, codeVerifier: begun }, call) {
      const { verifier, app } = readBegun(begun);
      return granted(app, await callsOf(app).exchangeCode({ code, redirectUri, codeVerifier: verifier }, call));
    },

    async refresh(refreshToken, call) {
      const { token, app } = readGrant(refreshToken);
      if (!app) throw new PlatformError('mastodon', deadGrant('mastodon'));
      return granted(app, await callsOf(app).refresh(token, call));
    },

    revokesTokenAlone: true,
    // Only an app can end a grant: a pasted token lives on until its owner deletes it at the server.
    async revoke({ value, kind }, call) {
      const { token, app } = readGrant(value);
      if (app) await callsOf(app).revoke({ value: token, kind }, call);
    },

    listAccounts: async (accessToken, call) => [await readAccount(api, { account: { accessToken }, call })],
  };
}

function endpointOf({ apiUrl, through }: MastodonApi, { clientId, clientSecret }: RegisteredApp): TokenEndpoint {
  return {
    dialect,
    clientId,
    clientSecret,
    clientAuth: ClientSecretPost(clientSecret),
    server: {
      issuer: apiUrl,
      token_endpoint: `${apiUrl}/oauth/token`,
      revocation_endpoint: `${apiUrl}/oauth/revoke`,
    },
    ...(through && { through }),
  };
}

/** Puts the app into the texts that are kept, so that the grant can be renewed and ended with nothing else. */
function granted(app: RegisteredApp, tokens: TokenSet): TokenSet {
  const write = (token: string) => writeGrant({ token, app });
  return {
    ...tokens,
    accessToken: write(tokens.accessToken),
    refreshToken: tokens.refreshToken === null ? null : write(tokens.refreshToken),
    scopes: MASTODON_SCOPES.filter((scope) =>
      tokens.scopes.some((given) => scope === given || scope.startsWith(`${given}:`)),
    ),
  };
}

function readBegun(text: string): { verifier: string; app: RegisteredApp } {
  const begun = asRecord(parseLosslessJson(text));
  const read = (name: string) => asString(begun?.[name]) ?? '';
  return { verifier: read('verifier'), app: { clientId: read('clientId'), clientSecret: read('clientSecret') } };
}

/** @see https://docs.joinmastodon.org/methods/apps/#create */
async function registerApp(
  { apiUrl, through }: MastodonApi,
  redirectUri: string,
  call: CallContext,
): Promise<RegisteredApp> {
  const request = {
    method: 'POST',
    url: new URL(`${apiUrl}/api/v1/apps`),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: APP_NAME, redirect_uris: redirectUri, scopes: MASTODON_SCOPES.join(' ') }),
  };
  const { body, broken } = await send(registration, { ...request, effect: 'none', secrets: [], through }, call);
  const [clientId, clientSecret] = [asString(body?.['client_id']), asString(body?.['client_secret'])];
  if (!clientId || !clientSecret || Math.max(clientId.length, clientSecret.length) > MAX_CREDENTIAL) throw broken();
  return { clientId, clientSecret };
}

const registration: NetworkDialect = {
  platform: 'mastodon',
  rules: [
    { status: 404, ...refused('the server takes no apps, as Mastodon servers do; check its name') },
    { status: 403, ...refused('the server takes no new apps; paste an access token of the account instead') },
  ],
  readProblem: (status, body) => ({ status, upstreamCode: null, detail: asString(body?.['error']) }),
};

/** Asks for a token of the app itself, which only a known app gets. Other refusals, such as of this grant, do not mean that it is unknown. */
async function knowsApp(
  { apiUrl, through }: MastodonApi,
  { app: { clientId, clientSecret }, redirectUri }: { readonly app: RegisteredApp; readonly redirectUri: string },
  call: CallContext,
): Promise<boolean> {
  const form = new URLSearchParams({
    ...{ grant_type: 'client_credentials', scope: MASTODON_SCOPES.join(' ') },
    // GoToSocial wants it with every grant.
    ...{ client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri },
  });
  const request = { method: 'POST', url: new URL(`${apiUrl}/oauth/token`), headers: {}, body: form };
  const refusals = { answers: [400, 401, 403, 404, 422], secrets: [clientSecret] };
  const { status, body } = await send(dialect, { ...request, ...refusals, effect: 'none', through }, call);
  // Pleroma has no code for it, only this sentence.
  return status !== 401 && !/^(?:invalid_client|invalid credentials)$/i.test(asString(body?.['error']) ?? '');
}
