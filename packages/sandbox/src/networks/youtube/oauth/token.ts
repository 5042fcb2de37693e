import { type FormFields, formFields } from '../../../http/request-body.ts';
import { type Call, type Json, Refusal, type Reply, type Route } from '../../../http/route.ts';
import { hasSecret } from '../../../oauth/app-checks.ts';
import { verifiesChallenge } from '../../../oauth/pkce.ts';
import { basicOf, bearerOf, issueAccess, oauthError, tokenOperation } from '../../../oauth/tokens.ts';
import type { App } from '../../../world/apps.ts';
import type { Grant } from '../../../world/grants.ts';
import { deadGrant } from '../errors.ts';
import type { YoutubeState } from '../state.ts';
import { idTokenFor } from './openid.ts';

const accessStyle = { prefix: 'ya29.', bytes: 120, lifetimeMs: 3599 * 1000 };
const refreshStyle = { prefix: '1//0', bytes: 75, lifetimeMs: 182 * 24 * 60 * 60 * 1000 };

/**
 * Exchange, refresh, revocation and information about a token.
 *
 * @see https://developers.google.com/identity/protocols/oauth2/web-server
 */
export function tokenRoutes(state: YoutubeState): readonly Route[] {
  return [
    // Older clients use the second address.
    ...['/token', '/oauth2/v4/token'].map(
      (path): Route => ({
        ...{ method: 'POST', path },
        operation: (call) => tokenOperation(formFields(call.body)),
        handle: (call) => issueToken(state, call),
      }),
    ),
    { method: 'POST', path: '/revoke', operation: 'revoke', handle: (call) => revoke(state, call) },
    // The official client uses POST, its documentation GET.
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
  readonly fields: FormFields;
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
  grants.spend(issued);
  const consent = `${issued.accountId}/${app.clientId}`;
  const givesRefresh =
    issued.offline === 'always' || (issued.offline === 'first-consent' && !state.consents.has(consent));
  state.consents.add(consent);
  const json = issueFor(state, issued, call);
  if (!givesRefresh) return { status: 200, json };
  const { token } = grants.issueRefresh(issued, refreshStyle);
  return { status: 200, json: { ...json, refresh_token: token } };
}

/** Issues an access token; the refresh token stays the same, and the answer does not repeat it. */
function refresh(state: YoutubeState, app: App, { fields, call }: TokenRequest): Reply {
  const token = state.world.grants.findUsableRefresh('youtube', need(fields, 'refresh_token'), app);
  return token ? { status: 200, json: issueFor(state, token, call) } : deadGrant();
}

function issueFor(state: YoutubeState, grant: Grant & { nonce?: string }, call: Call): Record<string, Json> {
  const { world } = state;
  const { scopes, clientId, nonce } = grant;
  const account = world.accounts.find('youtube', grant.accountId);
  return {
    ...(account &&
      scopes.includes('openid') && { id_token: idTokenFor(state, { account, scopes, clientId, nonce, call }) }),
    ...issueAccess(world, grant, accessStyle),
    scope: grant.scopes.join(' '),
    token_type: 'Bearer',
  };
}

/** Revokes every token that the person granted the app. The official client sends the token in the query. */
function revoke({ world: { grants } }: YoutubeState, call: Call): Reply {
  const token = grants.find('youtube', call.query.get('token') ?? formFields(call.body)['token'] ?? '');
  if (token?.state !== 'active') return oauthError(400, 'invalid_token', 'Token expired or revoked');
  grants.revokeWhere(token, () => true);
  return { status: 200, json: {} };
}

function tokenInfo({ world }: YoutubeState, call: Call): Reply {
  const token = world.grants.findUsableAccess('youtube', bearerOf(call) || (call.query.get('access_token') ?? ''));
  if (!token) return oauthError(400, 'invalid_token', 'Invalid Value');
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

/** Finds the app, which sends its secret in the body or by HTTP Basic. */
function authenticateApp({ world }: YoutubeState, call: Call): App {
  const { client_id: ownId = '', client_secret: ownSecret = '' } = formFields(call.body);
  const { id, secret } = basicOf(call) ?? { id: ownId, secret: ownSecret };
  const app = world.apps.find('youtube', id);
  if (hasSecret(app, secret)) return app;
  throw new Refusal(oauthError(401, 'invalid_client', app ? 'Unauthorized' : 'The OAuth client was not found.'));
}

function need(fields: FormFields, name: string): string {
  const value = fields[name];
  if (value) return value;
  throw new Refusal(oauthError(400, 'invalid_request', `Missing required parameter: ${name}`));
}
