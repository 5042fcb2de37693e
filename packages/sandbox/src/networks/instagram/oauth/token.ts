import type { Json, Reply } from '../../../http/route.ts';
import { hasSecret } from '../../../oauth/app-checks.ts';
import { issueAccess } from '../../../oauth/tokens.ts';
import type { IssuedToken } from '../../../world/grants.ts';
import type { World } from '../../../world/world.ts';
import { refuse } from '../../meta-graph/errors.ts';
import { type GraphRequest, text } from '../../meta-graph/request.ts';
import type { GraphEndpoint } from '../../meta-graph/routes.ts';
import { tokenOf } from '../../meta-graph/token.ts';

const shortStyle = { prefix: 'IGAAs', bytes: 100, lifetimeMs: 60 * 60 * 1000 };
const longStyle = { prefix: 'IGAAl', bytes: 120, lifetimeMs: 5_183_944 * 1000 };
const youngestToRefreshMs = 24 * 60 * 60 * 1000;

/**
 * Exchanges codes for short-lived tokens, those for long-lived ones, and long-lived ones for newer ones.
 *
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login
 */
export function tokenEndpoints(world: World): readonly GraphEndpoint[] {
  return [
    { method: 'POST', path: 'oauth/access_token', operation: 'token', handle: (each) => exchangeCode(world, each) },
    { method: 'GET', path: 'access_token', operation: 'token', handle: (request) => exchangeShort(world, request) },
    { method: 'GET', path: 'refresh_access_token', operation: 'refresh', handle: (request) => refresh(world, request) },
  ];
}

/** Answers with one object, as the network does, although its documentation shows a list. */
function exchangeCode(world: World, { params }: GraphRequest): Reply {
  const app = world.apps.find('instagram', text(params, 'client_id') ?? '');
  if (!app) return oauthError('Invalid platform app');
  if (!hasSecret(app, text(params, 'client_secret') ?? '')) return oauthError('Error validating client secret.');
  if (text(params, 'grant_type') !== 'authorization_code') return oauthError('Invalid grant_type');
  const code = world.grants.findCode('instagram', (text(params, 'code') ?? '').replace(/#_$/, ''));
  if (code?.clientId !== app.clientId || code.redirectUri !== text(params, 'redirect_uri')) {
    return oauthError('Matching code was not found or was already used');
  }
  world.grants.spend(code);
  const { token } = world.grants.issueAccess(code, shortStyle);
  return { status: 200, json: { access_token: token, user_id: Number(code.accountId), permissions: code.scopes } };
}

function exchangeShort(world: World, request: GraphRequest): Reply {
  requireGrantType(request, 'ig_exchange_token');
  const token = tokenOf(world, 'instagram', request);
  const app = world.apps.find('instagram', token.clientId);
  if (!hasSecret(app, text(request.params, 'client_secret') ?? '')) {
    return refuse({ code: 101, message: 'Error validating client secret.' });
  }
  if (!token.token.startsWith(shortStyle.prefix)) return refuse({ code: 452, message: 'Session key invalid' });
  return { status: 200, json: issueLong(world, token) };
}

/** Issues a newer token. The network does not document how it refuses a token that is too young. */
function refresh(world: World, request: GraphRequest): Reply {
  requireGrantType(request, 'ig_refresh_token');
  const token = tokenOf(world, 'instagram', request);
  if (token.token.startsWith(shortStyle.prefix)) return refuse({ code: 452, message: 'Session key invalid' });
  if (world.now() - token.issuedAt < youngestToRefreshMs) {
    return refuse({ code: 100, message: 'The access token must be at least 24 hours old' });
  }
  return { status: 200, json: issueLong(world, token) };
}

function issueLong(world: World, grant: IssuedToken): Json {
  return { ...issueAccess(world, grant, longStyle), token_type: 'bearer' };
}

function requireGrantType({ params }: GraphRequest, wanted: string): void {
  if (text(params, 'grant_type') !== wanted) refuse({ code: 100, message: `grant_type must be ${wanted}` });
}

function oauthError(message: string): Reply {
  return { status: 400, json: { error_type: 'OAuthException', code: 400, error_message: message } };
}
