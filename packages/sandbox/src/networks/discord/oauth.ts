import { formFields } from '../../http/request-body.ts';
import { type Call, type Json, Refusal, type Reply, type Route } from '../../http/route.ts';
import { hasSecret } from '../../oauth/app-checks.ts';
import { type AuthorizeRules, authorizeRoutes } from '../../oauth/authorize.ts';
import { verifiesChallenge } from '../../oauth/pkce.ts';
import { basicOf, issueAccess, oauthError, tokenOperation } from '../../oauth/tokens.ts';
import type { App } from '../../world/apps.ts';
import type { Grant } from '../../world/grants.ts';
import { presentWebhook } from './present.ts';
import type { DiscordState } from './state.ts';

const accessStyle = { prefix: '', bytes: 22, lifetimeMs: 604_800 * 1000 };
const refreshStyle = { prefix: '', bytes: 22, lifetimeMs: 365 * 24 * 60 * 60 * 1000 };
const knownScopes = new Set(['identify', 'email', 'guilds', 'webhook.incoming', 'openid']);

/**
 * The sign-in, which may create a webhook in a channel that the person chooses: here there is one channel.
 *
 * @see https://discord.com/developers/docs/topics/oauth2
 */
export function oauthRoutes(state: DiscordState): readonly Route[] {
  const path = '/api{/v:version}/oauth2/token';
  return [
    ...authorizeRoutes(state.world, authorizeRules),
    {
      ...{ method: 'POST', path },
      operation: (call) => tokenOperation(formFields(call.body)),
      handle: (call) => issueToken(state, call),
    },
    { method: 'POST', path: `${path}/revoke`, operation: 'revoke', handle: (call) => revoke(state, call) },
  ];
}

const authorizeRules: AuthorizeRules = {
  network: 'discord',
  paths: ['/oauth2/authorize', '/api/oauth2/authorize'],
  codeLifetimeMs: 10 * 60 * 1000,
  refusals: {
    app: 'Unknown Application',
    redirectUri: 'Invalid OAuth2 redirect_uri',
    responseType: 'Unsupported response type',
  },
  read: (query, refuse) => {
    const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean);
    if (scopes.length === 0 || scopes.some((scope) => !knownScopes.has(scope))) refuse('Invalid scope');
    const value = query.get('code_challenge');
    if (value === null) return { scopes };
    if (query.get('code_challenge_method') !== 'S256') refuse('Invalid code challenge');
    return { scopes, challenge: { value, method: 's256' } };
  },
  denied: {
    error: 'access_denied',
    error_description: 'The resource owner or authorization server denied the request',
  },
};

function issueToken(state: DiscordState, call: Call): Reply {
  if (call.body.kind !== 'form') return oauthError(400, 'invalid_request', 'The body has to be a form');
  const { fields } = call.body;
  const app = authenticateApp(state, call);
  const { grants } = state.world;
  if (fields['grant_type'] === 'refresh_token') {
    const token = grants.findUsableRefresh('discord', fields['refresh_token'] ?? '', app);
    if (!token) return invalidGrant();
    grants.use(token);
    return { status: 200, json: issueFor(state, token) };
  }
  if (fields['grant_type'] !== 'authorization_code') {
    return oauthError(400, 'unsupported_grant_type', 'Grant type is not supported');
  }
  const code = grants.findCode('discord', fields['code'] ?? '');
  const isOwn = code?.clientId === app.clientId && code.redirectUri === fields['redirect_uri'];
  const isProven = !code?.challenge || verifiesChallenge(code.challenge, fields['code_verifier'] ?? '');
  if (!code || !isOwn || !isProven) return invalidGrant();
  grants.spend(code);
  return { status: 200, json: issueFor(state, code, presentWebhook(call.base)) };
}

function issueFor({ world }: DiscordState, grant: Grant, webhook?: Json): Json {
  return {
    token_type: 'Bearer',
    ...issueAccess(world, grant, accessStyle),
    refresh_token: world.grants.issueRefresh(grant, refreshStyle).token,
    scope: grant.scopes.join(' '),
    ...(webhook !== undefined && grant.scopes.includes('webhook.incoming') && { webhook }),
  };
}

function revoke(state: DiscordState, call: Call): Reply {
  const app = authenticateApp(state, call);
  const token = state.world.grants.find('discord', formFields(call.body)['token'] ?? '');
  if (token?.clientId === app.clientId) state.world.grants.revoke(token);
  return { status: 200, json: {} };
}

/** Finds the app, which sends its secret by HTTP Basic or in the body. */
function authenticateApp({ world }: DiscordState, call: Call): App {
  const { client_id: ownId = '', client_secret: ownSecret = '' } = formFields(call.body);
  const { id, secret } = basicOf(call) ?? { id: ownId, secret: ownSecret };
  const app = world.apps.find('discord', id);
  if (hasSecret(app, secret)) return app;
  throw new Refusal(oauthError(401, 'invalid_client', 'Invalid client'));
}

const invalidGrant = (): Reply => oauthError(400, 'invalid_grant', 'Invalid "code" in request.');
