import { formFields } from '../../../http/request-body.ts';
import type { Call, Json, Reply, Route } from '../../../http/route.ts';
import { hasSecret } from '../../../oauth/app-checks.ts';
import { verifiesChallenge } from '../../../oauth/pkce.ts';
import { basicOf, issueAccess, tokenOperation } from '../../../oauth/tokens.ts';
import type { App } from '../../../world/apps.ts';
import { dayMs } from '../../../world/durations.ts';
import type { Grant, IssuedToken } from '../../../world/grants.ts';
import {
  foreignToken,
  invalidClient,
  invalidGrant,
  invalidScope,
  missingParameter,
  unsupportedGrant,
} from '../errors.ts';
import { noRedirectUri, unknownCode } from '../gotosocial.ts';
import { type Params, readParams } from '../params.ts';
import { defaultScopes, knownScopes, splitScopes } from '../scopes.ts';
import { softwareOf } from '../software.ts';
import type { MastodonState } from '../state.ts';

const yearMs = 365 * dayMs;
/** Tokens do not expire. */
const lastingStyle = { prefix: '', bytes: 32, lifetimeMs: 100 * yearMs };
const akkomaStyle = { prefix: '', bytes: 32, lifetimeMs: 100 * dayMs };
const refreshStyle = { prefix: '', bytes: 32, lifetimeMs: yearMs };

/**
 * Exchange and revocation. The secret may be in the body or in a Basic authorization; any other one is ignored.
 *
 * @see https://docs.joinmastodon.org/methods/oauth/#token (read 2026-11-22)
 */
export function tokenRoutes(state: MastodonState): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/oauth/token',
      operation: (call) => tokenOperation(formFields(call.body)),
      handle: (call) => issueToken(state, call),
    },
    { method: 'POST', path: '/oauth/revoke', operation: 'revoke', handle: (call) => revoke(state, call) },
  ];
}

function issueToken(state: MastodonState, call: Call): Reply {
  const params = readParams(call);
  const grantType = params.text('grant_type');
  if (!grantType) return missingParameter('grant_type');
  const app = findApp(state, call, params);
  if (!app) return invalidClient();
  const isNewToken = softwareOf(state).signIn === 'new-token';
  if (isNewToken && params.text('redirect_uri') === undefined) return noRedirectUri();
  if (grantType === 'authorization_code') return exchangeCode(state, { app, params, call });
  if (grantType === 'client_credentials') return issueForApp(state, { app, params, call });
  if (grantType === 'refresh_token' && softwareOf(state).hasRefreshTokens) return refresh(state, { app, params, call });
  return unsupportedGrant();
}

interface TokenRequest {
  readonly app: App;
  readonly params: Params;
  readonly call: Call;
}

function exchangeCode(state: MastodonState, { app, params, call }: TokenRequest): Reply {
  const code = params.text('code');
  if (!code) return missingParameter('code');
  const { grants } = state.world;
  const issued = grants.findCode('mastodon', code);
  if (!issued && softwareOf(state).signIn === 'new-token') return unknownCode();
  if (!issued || issued.clientId !== app.clientId || issued.redirectUri !== params.text('redirect_uri')) {
    return invalidGrant();
  }
  const verifier = params.text('code_verifier') ?? '';
  // Without a challenge, a verifier is as wrong as a missing one with it.
  const isProven = issued.challenge ? verifiesChallenge(issued.challenge, verifier) : verifier === '';
  if (!isProven) return invalidGrant();
  grants.spend(issued);
  return { status: 200, json: tokenAnswer(state, issued, call) };
}

/** Issues a token for an app without a user. */
function issueForApp(state: MastodonState, { app, params, call }: TokenRequest): Reply {
  const asked = splitScopes(params.text('scope') ?? '');
  const scopes = asked.length > 0 ? asked : defaultScopes;
  const allowed = state.apps.get(app.clientId)?.scopes ?? knownScopes;
  if (!scopes.every((scope) => allowed.includes(scope))) return invalidScope();
  const grant: Grant = { network: 'mastodon', accountId: '', clientId: app.clientId, scopes };
  return { status: 200, json: tokenAnswer(state, grant, call) };
}

function refresh(state: MastodonState, { app, params, call }: TokenRequest): Reply {
  const token = state.world.grants.findUsableRefresh('mastodon', params.text('refresh_token') ?? '', app);
  if (!token) return invalidGrant();
  state.world.grants.use(token);
  return { status: 200, json: tokenAnswer(state, token, call) };
}

function tokenAnswer(state: MastodonState, grant: Grant, { base }: Call): Json {
  const answer = { token_type: 'Bearer', scope: grant.scopes.join(' ') };
  if (softwareOf(state).hasRefreshTokens) {
    return {
      ...issueAccess(state.world, grant, akkomaStyle),
      ...answer,
      refresh_token: state.world.grants.issueRefresh(grant, refreshStyle).token,
      created_at: Math.floor(state.world.now() / 1000),
      me: `${base}/users/${state.world.accounts.usernameOf(grant)}`,
    };
  }
  const { token, issuedAt } = findOrIssue(state, grant);
  return { access_token: token, ...answer, created_at: Math.floor(issuedAt / 1000) };
}

/** Returns the token that the user granted the app with these scopes before, unless it was revoked. */
function findOrIssue(state: MastodonState, grant: Grant): Pick<IssuedToken, 'token' | 'issuedAt'> {
  const { world, tokens } = state;
  const key = [grant.accountId, grant.clientId, ...[...grant.scopes].sort()].join(' ');
  const earlier = world.grants.findUsableAccess('mastodon', tokens.get(key) ?? '');
  if (earlier && softwareOf(state).signIn === 'same-token') return earlier;
  const { access_token: token } = issueAccess(world, grant, lastingStyle);
  tokens.set(key, token);
  return { token, issuedAt: world.now() };
}

/** Revokes a token of the app that asks. Repeating it succeeds, and so does a token that never was one. */
function revoke(state: MastodonState, call: Call): Reply {
  const params = readParams(call);
  const value = params.text('token');
  const app = findApp(state, call, params);
  if (!app) return foreignToken();
  const token = value ? state.world.grants.find('mastodon', value) : undefined;
  if (token && token.clientId !== app.clientId) return foreignToken();
  if (token) state.world.grants.revoke(token);
  return { status: 200, json: {} };
}

function findApp({ world }: MastodonState, call: Call, params: Params): App | undefined {
  const basic = basicOf(call);
  const app = world.apps.find('mastodon', basic?.id ?? params.text('client_id') ?? '');
  return hasSecret(app, basic?.secret ?? params.text('client_secret') ?? '') ? app : undefined;
}
