import type { App } from '../../oauth/apps.ts';
import type { Grant, IssuedToken } from '../../oauth/grants.ts';
import { isSameSecret, verifiesChallenge } from '../../oauth/pkce.ts';
import { formFields } from '../../server/http/request-body.ts';
import { type Call, type Json, Refusal, type Reply, type Route } from '../network.ts';
import { deadGrant, oauthError } from './errors.ts';
import { idTokenFor } from './openid.ts';
import type { YoutubeState } from './state.ts';

const accessLifetimeMs = 3599 * 1000;
const refreshLifetimeMs = 182 * 24 * 60 * 60 * 1000;

/**
 * Exchange, refresh, revocation and what a token is good for.
 *
 * @see https://developers.google.com/identity/protocols/oauth2/web-server
 */
export function tokenRoutes(state: YoutubeState): readonly Route[] {
  return [
    // The second address is that of older clients.
    ...['/token', '/oauth2/v4/token'].map(
      (path): Route => ({
        ...{ method: 'POST', path },
        operation: (call) => (formFields(call.body)['grant_type'] === 'refresh_token' ? 'refresh' : 'token'),
        handle: (call) => issueToken(state, call),
      }),
    ),
    { method: 'POST', path: '/revoke', operation: 'revoke', handle: (call) => revoke(state, call) },
    // The official client posts, its documentation gets.
    { method: 'POST', path: '/tokeninfo', operation: 'read', handle: (call) => tokenInfo(state, call) },
    { method: 'GET', path: '/tokeninfo', operation: 'read', handle: (call) => tokenInfo(state, call) },
  ];
}

function issueToken(state: YoutubeState, call: Call): Reply {
  const fields = formFields(call.body);
  const app = authenticateApp(state, call);
  if (fields['grant_type'] === 'authorization_code') return exchangeCode(state, app, { fields, call });
  if (fields['grant_type'] === 'refresh_token') return refresh(state, app, { fields, call });
  return oauthError(400, 'unsupported_grant_type', 'Invalid grant_type');
}

interface TokenRequest {
  readonly fields: Readonly<Record<string, string>>;
  readonly call: Call;
}

function exchangeCode(state: YoutubeState, app: App, { fields, call }: TokenRequest): Reply {
  const { grants } = state.world;
  const issued = grants.findCode('youtube', need(fields, 'code'));
  if (!issued || issued.clientId !== app.clientId) return oauthError(400, 'invalid_grant', 'Malformed auth code.');
  if (issued.redirectUri !== need(fields, 'redirect_uri')) {
    return oauthError(400, 'redirect_uri_mismatch', 'Bad Request');
  }
  const verifier = fields['code_verifier'];
  if (issued.challenge && !verifier) return oauthError(400, 'invalid_grant', 'Missing code verifier.');
  if (verifier && !(issued.challenge && verifiesChallenge(issued.challenge, verifier))) {
    return oauthError(400, 'invalid_grant', 'Invalid code verifier.');
  }
  issued.used = true;
  const consent = `${issued.accountId}/${app.clientId}`;
  const givesRefresh =
    issued.offline === 'always' || (issued.offline === 'first-consent' && !state.consents.has(consent));
  state.consents.add(consent);
  const json = issueAccess(state, issued, call);
  if (!givesRefresh) return { status: 200, json };
  const { token } = grants.issueRefresh(issued, { prefix: '1//0', bytes: 75, lifetimeMs: refreshLifetimeMs });
  return { status: 200, json: { ...json, refresh_token: token } };
}

/** The refresh token stays, and is not repeated. */
function refresh(state: YoutubeState, app: App, { fields, call }: TokenRequest): Reply {
  const { grants } = state.world;
  const token = grants.findRefresh('youtube', need(fields, 'refresh_token'));
  const isUsable = token?.state === 'active' && token.clientId === app.clientId && !grants.isExpired(token);
  return isUsable ? { status: 200, json: issueAccess(state, token, call) } : deadGrant();
}

function issueAccess(state: YoutubeState, grant: Grant & { nonce?: string }, call: Call): Record<string, Json> {
  const { world } = state;
  const seconds = world.settings.tokenLifetimeSeconds;
  const lifetimeMs = seconds === null ? accessLifetimeMs : seconds * 1000;
  const access = world.grants.issueAccess(grant, { prefix: 'ya29.', bytes: 120, lifetimeMs });
  const { scopes, clientId, nonce } = grant;
  const account = world.accounts.find('youtube', grant.accountId);
  return {
    ...(account &&
      scopes.includes('openid') && { id_token: idTokenFor(state, { account, scopes, clientId, nonce, call }) }),
    access_token: access.token,
    expires_in: Math.floor(lifetimeMs / 1000),
    scope: grant.scopes.join(' '),
    token_type: 'Bearer',
  };
}

/** Ends everything the person allowed the app; the token comes in the query from the official client. */
function revoke({ world: { grants } }: YoutubeState, call: Call): Reply {
  const token = findToken(grants, call.query.get('token') ?? formFields(call.body)['token'] ?? '');
  if (token?.state !== 'active') return oauthError(400, 'invalid_token', 'Token expired or revoked');
  grants.revokeWhere(token, () => true);
  return { status: 200, json: {} };
}

function tokenInfo({ world }: YoutubeState, call: Call): Reply {
  const bearer = /^Bearer (.+)$/i.exec(call.headers.authorization ?? '')?.[1];
  const token = world.grants.findAccess('youtube', bearer ?? call.query.get('access_token') ?? '');
  if (token?.state !== 'active' || world.grants.isExpired(token)) {
    return oauthError(400, 'invalid_token', 'Invalid Value');
  }
  return {
    status: 200,
    json: {
      azp: token.clientId,
      aud: token.clientId,
      scope: token.scopes.join(' '),
      exp: String(Math.floor(token.expiresAt / 1000)),
      expires_in: String(Math.floor((token.expiresAt - world.now()) / 1000)),
      access_type: 'offline',
    },
  };
}

function findToken(grants: YoutubeState['world']['grants'], value: string): IssuedToken | undefined {
  return grants.findAccess('youtube', value) ?? grants.findRefresh('youtube', value);
}

/** Clients prove themselves in the body or by HTTP Basic. */
function authenticateApp({ world }: YoutubeState, call: Call): App {
  const basic = /^Basic (.+)$/i.exec(call.headers.authorization ?? '')?.[1];
  const fields = formFields(call.body);
  const pair = basic ? Buffer.from(basic, 'base64').toString('utf8') : '';
  const colon = pair.indexOf(':');
  const [id, secret] = basic
    ? [pair.slice(0, Math.max(0, colon)), pair.slice(colon + 1)]
    : [fields['client_id'] ?? '', fields['client_secret'] ?? ''];
  const app = world.apps.find('youtube', id);
  if (!app) throw new Refusal(oauthError(401, 'invalid_client', 'The OAuth client was not found.'));
  if (app.clientSecret !== undefined && isSameSecret(app.clientSecret, secret)) return app;
  throw new Refusal(oauthError(401, 'invalid_client', 'Unauthorized'));
}

function need(fields: Readonly<Record<string, string>>, name: string): string {
  const value = fields[name];
  if (value) return value;
  throw new Refusal(oauthError(400, 'invalid_request', `Missing required parameter: ${name}`));
}
