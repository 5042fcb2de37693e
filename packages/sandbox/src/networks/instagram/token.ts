import type { IssuedToken } from '../../oauth/grants.ts';
import { isSameSecret } from '../../oauth/pkce.ts';
import type { World } from '../../world/world.ts';
import { refuse } from '../meta-graph/errors.ts';
import { type GraphRequest, text } from '../meta-graph/request.ts';
import type { GraphEndpoint } from '../meta-graph/routes.ts';
import type { Json, Reply } from '../network.ts';
import { requireUsable } from './session.ts';

const shortLifetimeMs = 60 * 60 * 1000;
const longLifetimeMs = 5_183_944 * 1000;
const youngestToRefreshMs = 24 * 60 * 60 * 1000;

/**
 * Codes for short tokens, short tokens for long ones, and long ones for newer ones.
 *
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login
 */
export function tokenEndpoints(world: World): readonly GraphEndpoint[] {
  return [
    {
      method: 'POST',
      path: 'oauth/access_token',
      operation: 'token',
      handle: (request) => exchangeCode(world, request),
    },
    { method: 'GET', path: 'access_token', operation: 'token', handle: (request) => exchangeShort(world, request) },
    { method: 'GET', path: 'refresh_access_token', operation: 'refresh', handle: (request) => refresh(world, request) },
  ];
}

/** Answers flat, as the network does, and not in the list that its pages show. */
function exchangeCode(world: World, { params }: GraphRequest): Reply {
  const app = world.apps.find('instagram', text(params, 'client_id') ?? '');
  if (!app) return oauthError('Invalid platform app');
  const secret = text(params, 'client_secret') ?? '';
  if (app.clientSecret === undefined || !isSameSecret(app.clientSecret, secret)) {
    return oauthError('Error validating client secret.');
  }
  if (text(params, 'grant_type') !== 'authorization_code') return oauthError('Invalid grant_type');
  const code = world.grants.findCode('instagram', (text(params, 'code') ?? '').replace(/#_$/, ''));
  if (code?.clientId !== app.clientId || code.redirectUri !== text(params, 'redirect_uri')) {
    return oauthError('Matching code was not found or was already used');
  }
  code.used = true;
  const { token } = world.grants.issueAccess(code, { prefix: 'IGAAs', bytes: 100, lifetimeMs: shortLifetimeMs });
  return { status: 200, json: { access_token: token, user_id: Number(code.accountId), permissions: code.scopes } };
}

function exchangeShort(world: World, request: GraphRequest): Reply {
  requireGrantType(request, 'ig_exchange_token');
  const token = requireUsable(world, request);
  const secret = world.apps.find('instagram', token.clientId)?.clientSecret ?? '';
  if (!isSameSecret(secret, text(request.params, 'client_secret') ?? '')) {
    return refuse({ code: 101, message: 'Error validating client secret.' });
  }
  if (!token.token.startsWith('IGAAs')) return refuse({ code: 452, message: 'Session key invalid' });
  return { status: 200, json: issueLong(world, token) };
}

/** The network does not say how it refuses a token that is too young. */
function refresh(world: World, request: GraphRequest): Reply {
  requireGrantType(request, 'ig_refresh_token');
  const token = requireUsable(world, request);
  if (token.token.startsWith('IGAAs')) return refuse({ code: 452, message: 'Session key invalid' });
  if (world.now() - token.issuedAt < youngestToRefreshMs) {
    return refuse({ code: 100, message: 'The access token must be at least 24 hours old' });
  }
  return { status: 200, json: issueLong(world, token) };
}

function issueLong(world: World, grant: IssuedToken): Json {
  const seconds = world.settings.tokenLifetimeSeconds;
  const lifetimeMs = seconds === null ? longLifetimeMs : seconds * 1000;
  const { token } = world.grants.issueAccess(grant, { prefix: 'IGAAl', bytes: 120, lifetimeMs });
  return { access_token: token, token_type: 'bearer', expires_in: Math.floor(lifetimeMs / 1000) };
}

function requireGrantType({ params }: GraphRequest, wanted: string): void {
  if (text(params, 'grant_type') !== wanted) refuse({ code: 100, message: `grant_type must be ${wanted}` });
}

function oauthError(message: string): Reply {
  return { status: 400, json: { error_type: 'OAuthException', code: 400, error_message: message } };
}
