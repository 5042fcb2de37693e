import type { App } from '../../oauth/apps.ts';
import type { Grant } from '../../oauth/grants.ts';
import { isSameSecret, verifiesChallenge } from '../../oauth/pkce.ts';
import { formFields } from '../../server/http/request-body.ts';
import type { World } from '../../world/world.ts';
import { type Call, type Json, Refusal, type Reply, type Route } from '../network.ts';
import { deadGrant, oauthError } from './errors.ts';

const accessLifetimeMs = 7200 * 1000;
const refreshLifetimeMs = 182 * 24 * 60 * 60 * 1000;

/**
 * Exchange, refresh and revocation. Bodies may be forms or JSON, and the query counts, too, as the clients differ.
 *
 * @see https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token
 */
export function tokenRoutes(world: World): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/2/oauth2/token',
      operation: (call) => (readFields(call)['grant_type'] === 'refresh_token' ? 'refresh' : 'token'),
      handle: (call) => issueToken(world, call),
    },
    { method: 'POST', path: '/2/oauth2/revoke', operation: 'revoke', handle: (call) => revokeToken(world, call) },
  ];
}

function readFields({ query, body }: Call): Readonly<Record<string, string>> {
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

function exchangeCode(world: World, app: App, fields: Readonly<Record<string, string>>): Reply {
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
  issued.used = true;
  return { status: 200, json: issueFor(world, issued) };
}

/** Every refresh token works once. */
function refresh(world: World, app: App, fields: Readonly<Record<string, string>>): Reply {
  const value = fields['refresh_token'];
  if (!value) return missing('refresh_token');
  const token = world.grants.findRefresh('x', value);
  if (token?.state !== 'active' || token.clientId !== app.clientId || world.grants.isExpired(token)) {
    return deadGrant();
  }
  token.state = 'used';
  return { status: 200, json: issueFor(world, token) };
}

function issueFor(world: World, grant: Grant): Json {
  const seconds = world.settings.tokenLifetimeSeconds;
  const lifetimeMs = seconds === null ? accessLifetimeMs : seconds * 1000;
  const access = world.grants.issueAccess(grant, { prefix: '', bytes: 68, lifetimeMs });
  const isOffline = grant.scopes.includes('offline.access');
  return {
    token_type: 'bearer',
    expires_in: Math.floor(lifetimeMs / 1000),
    access_token: access.token,
    scope: grant.scopes.join(' '),
    ...(isOffline && {
      refresh_token: world.grants.issueRefresh(grant, { prefix: '', bytes: 68, lifetimeMs: refreshLifetimeMs }).token,
    }),
  };
}

function revokeToken(world: World, call: Call): Reply {
  const app = authenticateApp(world, call);
  const value = readFields(call)['token'];
  if (!value) return missing('token');
  const token = world.grants.findAccess('x', value) ?? world.grants.findRefresh('x', value);
  if (!token || token.clientId !== app.clientId) return deadGrant();
  token.state = 'revoked';
  return { status: 200, json: { revoked: true } };
}

/** A confidential app proves itself by HTTP Basic, a public one names itself in the body. */
function authenticateApp(world: World, call: Call): App {
  const basic = /^Basic (.+)$/i.exec(call.headers.authorization ?? '')?.[1];
  const [id, secret] = basic ? splitBasic(basic) : [readFields(call)['client_id'] ?? '', undefined];
  const app = world.apps.find('x', id);
  const isProven = app?.clientSecret === undefined || (secret !== undefined && isSameSecret(app.clientSecret, secret));
  if (app && isProven) return app;
  throw new Refusal(oauthError(401, 'unauthorized_client', 'Missing valid authorization header'));
}

function splitBasic(encoded: string): [string, string] {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const [id, secret] = [text.slice(0, Math.max(0, colon)), text.slice(colon + 1)];
  try {
    return [decodeURIComponent(id), decodeURIComponent(secret)];
  } catch {
    return [id, secret];
  }
}

function missing(name: string): Reply {
  return oauthError(400, 'invalid_request', `Missing required parameter [${name}].`);
}
