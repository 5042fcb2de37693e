import type { Reply } from '../../../http/route.ts';
import { hasSecret } from '../../../oauth/app-checks.ts';
import { issueAccess } from '../../../oauth/tokens.ts';
import type { App } from '../../../world/apps.ts';
import type { Grant } from '../../../world/grants.ts';
import { refuse, refuseParameter } from '../../meta-graph/errors.ts';
import { type GraphParams, type GraphRequest, text } from '../../meta-graph/request.ts';
import type { GraphEndpoint } from '../../meta-graph/routes.ts';
import { requireToken } from '../../meta-graph/token.ts';
import { type FacebookState, personIdOf } from '../state.ts';

const shortLifetimeMs = 2 * 60 * 60 * 1000;
const longLifetimeMs = 5_183_944 * 1000;

/**
 * Exchanges codes for short-lived tokens, and those for long-lived ones; there are no refresh tokens.
 *
 * @see https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived
 */
export function tokenEndpoints(state: FacebookState): readonly GraphEndpoint[] {
  const exchange = { path: 'oauth/access_token', operation: 'token' } as const;
  const handle = (request: GraphRequest): Reply => issueToken(state, request);
  return [
    { method: 'GET', ...exchange, handle },
    { method: 'POST', ...exchange, handle },
    { method: 'GET', path: 'debug_token', operation: 'read', handle: (request) => debugToken(state, request) },
  ];
}

function issueToken(state: FacebookState, { params }: GraphRequest): Reply {
  const app = requireApp(state, params);
  const grantType = text(params, 'grant_type') ?? 'authorization_code';
  if (grantType === 'fb_exchange_token') {
    const token = text(params, 'fb_exchange_token') ?? refuseParameter('fb_exchange_token parameter is required');
    const found = requireToken(state.world, 'facebook', token);
    if (found.clientId !== app.clientId) refuse({ code: 190, message: 'The token belongs to another app' });
    return issued(state, found, { isLong: true });
  }
  const code = state.world.grants.findCode('facebook', text(params, 'code') ?? '');
  if (!code) return refuse({ code: 100, message: 'This authorization code has been used.', subcode: 36009 });
  if (code.clientId !== app.clientId || code.redirectUri !== text(params, 'redirect_uri')) {
    const message =
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request';
    return refuse({ code: 100, message, subcode: 36008 });
  }
  state.world.grants.spend(code);
  return issued(state, code, { isLong: false });
}

function issued({ world, tokens }: FacebookState, grant: Grant, { isLong }: { isLong: boolean }): Reply {
  const lifetimeMs = isLong ? longLifetimeMs : shortLifetimeMs;
  const access = issueAccess(world, grant, { prefix: 'EAA', bytes: 120, lifetimeMs });
  tokens.set(access.access_token, { kind: 'user', isLong });
  return { status: 200, json: { ...access, token_type: 'bearer' } };
}

function requireApp(state: FacebookState, params: GraphParams): App {
  const app = state.world.apps.find('facebook', text(params, 'client_id') ?? '');
  if (!app) return refuse({ code: 101, message: 'Error validating application. Cannot get application info.' });
  if (hasSecret(app, text(params, 'client_secret') ?? '')) return app;
  return refuse({ code: 1, message: 'Error validating client secret.' });
}

function debugToken(state: FacebookState, { params }: GraphRequest): Reply {
  const [clientId = '', secret = ''] = (text(params, 'access_token') ?? '').split('|');
  const app = requireApp(state, { client_id: clientId, client_secret: secret });
  const { grants, accounts } = state.world;
  const value = text(params, 'input_token') ?? '';
  const token = grants.findAccess('facebook', value);
  const facts = state.tokens.get(value);
  const page = token && accounts.find('facebook', token.accountId);
  if (!token || !facts || !page || token.clientId !== app.clientId) {
    const error = { code: 190, message: 'Malformed access token' };
    return { status: 200, json: { data: { error, is_valid: false, scopes: [] } } };
  }
  const data = {
    app_id: token.clientId,
    type: facts.kind.toUpperCase(),
    application: token.clientId,
    expires_at: Number.isFinite(token.expiresAt) ? Math.floor(token.expiresAt / 1000) : 0,
    is_valid: token.state === 'active' && !grants.isExpired(token),
    scopes: token.scopes,
    user_id: personIdOf(page),
  };
  return { status: 200, json: { data } };
}
