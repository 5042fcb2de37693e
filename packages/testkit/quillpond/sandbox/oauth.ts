import { formFields } from '../../http/request-body.ts';
import { type Call, Refusal, type Reply, type Route } from '../../http/route.ts';
import { hasSecret } from '../../oauth/app-checks.ts';
import type { AuthorizeRules } from '../../oauth/authorize.ts';
import { issueAccess, oauthError } from '../../oauth/tokens.ts';
import type { App } from '../../world/apps.ts';
import type { Grant } from '../../world/grants.ts';
import type { World } from '../../world/world.ts';

const accessStyle = { prefix: 'qp_', bytes: 24, lifetimeMs: 24 * 60 * 60 * 1000 };
const refreshStyle = { prefix: 'qr_', bytes: 24, lifetimeMs: 90 * 24 * 60 * 60 * 1000 };
const knownScopes = new Set(['read', 'write']);

export const quillpondAuthorizeRules: AuthorizeRules = {
  network: 'quillpond',
  paths: ['/oauth/authorize'],
  codeLifetimeMs: 10 * 60 * 1000,
  refusals: { app: 'Unknown app', redirectUri: 'Unknown redirect_uri', responseType: 'Unknown response_type' },
  read: (query, refuse) => {
    const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean);
    if (scopes.length === 0 || scopes.some((scope) => !knownScopes.has(scope))) refuse('Unknown scope');
    return { scopes };
  },
  denied: { error: 'access_denied' },
};

/** Exchange of codes, refresh and revocation. */
export function tokenRoutes(world: World): readonly Route[] {
  return [
    {
      ...{ method: 'POST', path: '/oauth/token' },
      operation: (call) => (formFields(call.body)['grant_type'] === 'refresh_token' ? 'refresh' : 'token'),
      handle: (call) => issueToken(world, call),
    },
    { method: 'POST', path: '/oauth/revoke', operation: 'revoke', handle: (call) => revoke(world, call) },
  ];
}

function issueToken(world: World, call: Call): Reply {
  const app = authenticateApp(world, call);
  const { grant_type: type, code = '', redirect_uri: redirectUri, refresh_token: token = '' } = formFields(call.body);
  if (type === 'refresh_token') {
    const found = world.grants.findUsableRefresh('quillpond', token, app);
    if (!found) return oauthError(400, 'invalid_grant', 'The refresh token is not valid');
    world.grants.use(found);
    return issueFor(world, found);
  }
  if (type !== 'authorization_code') return oauthError(400, 'unsupported_grant_type', 'Unknown grant_type');
  const found = world.grants.findCode('quillpond', code);
  if (found?.clientId !== app.clientId || found.redirectUri !== redirectUri) {
    return oauthError(400, 'invalid_grant', 'The code is not valid');
  }
  world.grants.spend(found);
  return issueFor(world, found);
}

function issueFor(world: World, grant: Grant): Reply {
  const { token } = world.grants.issueRefresh(grant, refreshStyle);
  const issued = { ...issueAccess(world, grant, accessStyle), refresh_token: token };
  return { status: 200, json: { ...issued, token_type: 'Bearer', scope: grant.scopes.join(' ') } };
}

function revoke(world: World, call: Call): Reply {
  const app = authenticateApp(world, call);
  const token = world.grants.find('quillpond', formFields(call.body)['token'] ?? '');
  if (token?.clientId === app.clientId) world.grants.revoke(token);
  return { status: 200, json: {} };
}

function authenticateApp(world: World, call: Call): App {
  const { client_id: id = '', client_secret: secret = '' } = formFields(call.body);
  const app = world.apps.find('quillpond', id);
  if (hasSecret(app, secret)) return app;
  throw new Refusal(oauthError(401, 'invalid_client', 'Unknown app'));
}
