import { type FormFields, formFields } from '../../../http/request-body.ts';
import { type Call, type Json, Refusal, type Reply, type Route } from '../../../http/route.ts';
import { hasSecret } from '../../../oauth/app-checks.ts';
import { verifiesChallenge } from '../../../oauth/pkce.ts';
import { basicOf, issueAccess, oauthError, tokenOperation } from '../../../oauth/tokens.ts';
import type { App } from '../../../world/apps.ts';
import type { Grant } from '../../../world/grants.ts';
import type { World } from '../../../world/world.ts';
import { deadGrant } from '../errors.ts';

const accessStyle = { prefix: '', bytes: 68, lifetimeMs: 7200 * 1000 };
const refreshStyle = { prefix: '', bytes: 68, lifetimeMs: 182 * 24 * 60 * 60 * 1000 };

/**
 * Exchange, refresh and revocation. Parameters may be in a form, in JSON or in the query, because clients differ.
 *
 * @see https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token
 */
export function tokenRoutes(world: World): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/2/oauth2/token',
      operation: (call) => tokenOperation(readFields(call)),
      handle: (call) => issueToken(world, call),
    },
    { method: 'POST', path: '/2/oauth2/revoke', operation: 'revoke', handle: (call) => revokeToken(world, call) },
  ];
}

function readFields({ query, body }: Call): FormFields {
  return { ...Object.fromEntries(query), ...formFields(body) };
}

function issueToken(world: World, call: Call): Reply {
  const fields = readFields(call);
  const app = authenticateApp(world, call);
  if (fields['grant_type'] === 'authorization_code') return exchangeCode(world, app, fields);
  if (fields['grant_type'] === 'refresh_token') return refresh(world, app, fields);
  return fields['grant_type'] === undefined
    ? missing('grant_type')
    : oauthError(400, 'unsupported_grant_type', 'The grant_type has to be authorization_code or refresh_token.');
}

function exchangeCode(world: World, app: App, fields: FormFields): Reply {
  const { code, redirect_uri: redirectUri, code_verifier: verifier } = fields;
  if (!code) return missing('code');
  if (!redirectUri) return missing('redirect_uri');
  if (!verifier) return missing('code_verifier');
  const issued = world.grants.findCode('x', code);
  if (!issued?.challenge || issued.clientId !== app.clientId) return deadGrant();
  if (issued.redirectUri !== redirectUri) {
    return oauthError(
      400,
      'invalid_request',
      'Value passed for the redirect uri did not match the uri of the authorization code.',
    );
  }
  if (!verifiesChallenge(issued.challenge, verifier)) {
    return oauthError(400, 'invalid_request', 'Value passed for the code verifier did not match the code challenge.');
  }
  world.grants.spend(issued);
  return { status: 200, json: issueFor(world, issued) };
}

/** Issues new tokens; a refresh token works once. */
function refresh(world: World, app: App, fields: FormFields): Reply {
  const value = fields['refresh_token'];
  if (!value) return missing('refresh_token');
  const token = world.grants.findUsableRefresh('x', value, app);
  if (!token) return deadGrant();
  world.grants.use(token);
  return { status: 200, json: issueFor(world, token) };
}

function issueFor(world: World, grant: Grant): Json {
  const isOffline = grant.scopes.includes('offline.access');
  return {
    token_type: 'bearer',
    ...issueAccess(world, grant, accessStyle),
    scope: grant.scopes.join(' '),
    ...(isOffline && { refresh_token: world.grants.issueRefresh(grant, refreshStyle).token }),
  };
}

function revokeToken(world: World, call: Call): Reply {
  const app = authenticateApp(world, call);
  const value = readFields(call)['token'];
  if (!value) return missing('token');
  const token = world.grants.find('x', value);
  if (!token || token.clientId !== app.clientId) return deadGrant();
  world.grants.revoke(token);
  return { status: 200, json: { revoked: true } };
}

/** Finds the app: a confidential one sends its secret by HTTP Basic, a public one only its id in the body. */
function authenticateApp(world: World, call: Call): App {
  const basic = basicOf(call);
  const app = world.apps.find('x', basic ? decoded(basic.id) : (readFields(call)['client_id'] ?? ''));
  if (app && (app.clientSecret === undefined || (basic && hasSecret(app, decoded(basic.secret))))) return app;
  throw new Refusal(oauthError(401, 'unauthorized_client', 'Missing valid authorization header'));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function missing(name: string): Reply {
  return oauthError(400, 'invalid_request', `Missing required parameter [${name}].`);
}
