import { type App, acceptsRedirect } from '../../oauth/apps.ts';
import { type AuthorizeRequest, type AuthorizeRules, authorizeRoutes, refuseAuthorize } from '../../oauth/authorize.ts';
import type { Challenge, Grant } from '../../oauth/grants.ts';
import { isSameSecret, verifiesChallenge } from '../../oauth/pkce.ts';
import { formFields } from '../../server/http/request-body.ts';
import { type Call, type Json, Refusal, type Reply, type Route } from '../network.ts';
import { presentWebhook } from './present.ts';
import type { DiscordState } from './state.ts';

const networkName = 'Discord';
const codeLifetimeMs = 10 * 60 * 1000;
const accessLifetimeMs = 604_800 * 1000;
const refreshLifetimeMs = 365 * 24 * 60 * 60 * 1000;
const knownScopes = new Set(['identify', 'email', 'guilds', 'webhook.incoming', 'openid']);

/**
 * Signing in, and making a webhook in a channel that the person chooses: here there is one.
 *
 * @see https://discord.com/developers/docs/topics/oauth2
 */
export function oauthRoutes(state: DiscordState): readonly Route[] {
  const path = '/api{/v:version}/oauth2/token';
  return [
    ...['/oauth2/authorize', '/api/oauth2/authorize'].flatMap((each) =>
      authorizeRoutes(state.world, authorizeRules(state, each)),
    ),
    {
      ...{ method: 'POST', path },
      operation: (call) => (formFields(call.body)['grant_type'] === 'refresh_token' ? 'refresh' : 'token'),
      handle: (call) => issueToken(state, call),
    },
    { method: 'POST', path: `${path}/revoke`, operation: 'revoke', handle: (call) => revoke(state, call) },
  ];
}

function authorizeRules(state: DiscordState, path: string): AuthorizeRules {
  return {
    ...{ network: 'discord', networkName, path, codeLifetimeMs },
    denied: {
      error: 'access_denied',
      error_description: 'The resource owner or authorization server denied the request',
    },
    check: (query) => check(state, query),
  };
}

function check({ world }: DiscordState, query: URLSearchParams): AuthorizeRequest {
  const app = world.apps.find('discord', query.get('client_id') ?? '');
  if (!app) return refuse('Unknown Application');
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!acceptsRedirect(app, redirectUri)) refuse('Invalid OAuth2 redirect_uri');
  if (query.get('response_type') !== 'code') refuse('Unsupported response type');
  const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean);
  if (scopes.length === 0 || scopes.some((scope) => !knownScopes.has(scope))) refuse('Invalid scope');
  const challenge = readChallenge(query);
  return { app, redirectUri, state: query.get('state'), scopes, ...(challenge && { challenge }) };
}

function readChallenge(query: URLSearchParams): Challenge | undefined {
  const value = query.get('code_challenge');
  if (value === null) return undefined;
  return query.get('code_challenge_method') === 'S256' ? { value, method: 's256' } : refuse('Invalid code challenge');
}

function issueToken(state: DiscordState, call: Call): Reply {
  if (call.body.kind !== 'form') return oauthError(400, 'invalid_request', 'The body has to be a form');
  const { fields } = call.body;
  const app = authenticateApp(state, call);
  const { grants } = state.world;
  if (fields['grant_type'] === 'refresh_token') {
    const token = grants.findRefresh('discord', fields['refresh_token'] ?? '');
    if (token?.state !== 'active' || token.clientId !== app.clientId || grants.isExpired(token)) return invalidGrant();
    token.state = 'used';
    return { status: 200, json: issueFor(state, token) };
  }
  if (fields['grant_type'] !== 'authorization_code') {
    return oauthError(400, 'unsupported_grant_type', 'Grant type is not supported');
  }
  const code = grants.findCode('discord', fields['code'] ?? '');
  const isOwn = code?.clientId === app.clientId && code.redirectUri === fields['redirect_uri'];
  const isProven = !code?.challenge || verifiesChallenge(code.challenge, fields['code_verifier'] ?? '');
  if (!code || !isOwn || !isProven) return invalidGrant();
  code.used = true;
  return { status: 200, json: issueFor(state, code, presentWebhook(call.base)) };
}

function issueFor({ world }: DiscordState, grant: Grant, webhook?: Json): Json {
  const seconds = world.settings.tokenLifetimeSeconds;
  const lifetimeMs = seconds === null ? accessLifetimeMs : seconds * 1000;
  return {
    token_type: 'Bearer',
    access_token: world.grants.issueAccess(grant, { prefix: '', bytes: 22, lifetimeMs }).token,
    expires_in: Math.floor(lifetimeMs / 1000),
    refresh_token: world.grants.issueRefresh(grant, { prefix: '', bytes: 22, lifetimeMs: refreshLifetimeMs }).token,
    scope: grant.scopes.join(' '),
    ...(webhook !== undefined && grant.scopes.includes('webhook.incoming') && { webhook }),
  };
}

function revoke(state: DiscordState, call: Call): Reply {
  const app = authenticateApp(state, call);
  const { grants } = state.world;
  const value = formFields(call.body)['token'] ?? '';
  const token = grants.findAccess('discord', value) ?? grants.findRefresh('discord', value);
  if (token?.clientId === app.clientId) token.state = 'revoked';
  return { status: 200, json: {} };
}

/** Clients prove themselves by HTTP Basic or in the body. */
function authenticateApp({ world }: DiscordState, call: Call): App {
  const basic = /^Basic (.+)$/i.exec(call.headers.authorization ?? '')?.[1];
  const fields = formFields(call.body);
  const pair = Buffer.from(basic ?? '', 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  const id = basic ? pair.slice(0, Math.max(0, colon)) : (fields['client_id'] ?? '');
  const secret = basic ? pair.slice(colon + 1) : (fields['client_secret'] ?? '');
  const app = world.apps.find('discord', id);
  if (app?.clientSecret !== undefined && isSameSecret(app.clientSecret, secret)) return app;
  throw new Refusal(oauthError(401, 'invalid_client', 'Invalid client'));
}

const invalidGrant = (): Reply => oauthError(400, 'invalid_grant', 'Invalid "code" in request.');

function oauthError(status: number, error: string, description: string): Reply {
  return { status, json: { error, error_description: description } };
}

function refuse(message: string): never {
  return refuseAuthorize({ status: 400, networkName, message });
}
