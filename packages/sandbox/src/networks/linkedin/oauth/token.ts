import { type FormFields, formFields } from '../../../http/request-body.ts';
import { type Call, type Json, Refusal, type Reply, type Route } from '../../../http/route.ts';
import { hasSecret } from '../../../oauth/app-checks.ts';
import { idTokenKeys, signIdToken } from '../../../oauth/id-token.ts';
import { issueAccess, oauthError, tokenOperation } from '../../../oauth/tokens.ts';
import type { App } from '../../../world/apps.ts';
import type { Grant, IssuedToken } from '../../../world/grants.ts';
import type { World } from '../../../world/world.ts';
import { mismatchedCode } from '../errors.ts';
import { memberClaims } from './userinfo.ts';

const accessStyle = { prefix: 'AQ', bytes: 240, lifetimeMs: 5_184_000 * 1000 };
const refreshStyle = { prefix: 'AQ', bytes: 240, lifetimeMs: 31_536_000 * 1000 };

/**
 * Exchange, refresh (for partners' apps), revocation, introspection and OpenID discovery.
 *
 * @see https://learn.microsoft.com/linkedin/shared/authentication/authorization-code-flow
 */
export function tokenRoutes(world: World): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/oauth/v2/accessToken',
      operation: (call) => tokenOperation(formFields(call.body)),
      handle: (call) => issueToken(world, call),
    },
    { method: 'POST', path: '/oauth/v2/revoke', operation: 'revoke', handle: (call) => revoke(world, call) },
    { method: 'POST', path: '/oauth/v2/introspectToken', operation: 'read', handle: (call) => introspect(world, call) },
    { method: 'GET', path: '/oauth/.well-known/openid-configuration', handle: (call) => discovery(call) },
    { method: 'GET', path: '/oauth/openid/jwks', handle: () => ({ status: 200, json: idTokenKeys() }) },
  ];
}

/** @see https://www.linkedin.com/oauth/.well-known/openid-configuration */
function discovery({ base }: Call): Reply {
  return {
    status: 200,
    json: {
      issuer: `${base}/oauth`,
      authorization_endpoint: `${base}/oauth/v2/authorization`,
      token_endpoint: `${base}/oauth/v2/accessToken`,
      userinfo_endpoint: `${base}/v2/userinfo`,
      jwks_uri: `${base}/oauth/openid/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'profile', 'email'],
      claims_supported: ['iss', 'aud', 'iat', 'exp', 'sub', 'name', 'given_name', 'family_name', 'picture', 'email'],
    },
  };
}

function issueToken(world: World, call: Call): Reply {
  const fields = requireForm(call);
  const grantType = need(fields, 'grant_type');
  const app = authenticateApp(world, fields);
  if (grantType === 'authorization_code') return exchangeCode(world, { app, fields, call });
  if (grantType === 'refresh_token') return refresh(world, { app, fields, call });
  return oauthError(400, 'unsupported_grant_type', 'The passed in grant_type is invalid');
}

interface TokenRequest {
  readonly app: App;
  readonly fields: FormFields;
  readonly call: Call;
}

function exchangeCode(world: World, { app, fields, call }: TokenRequest): Reply {
  const code = need(fields, 'code');
  const redirectUri = need(fields, 'redirect_uri');
  const issued = world.grants.findCode('linkedin', code);
  if (!issued) {
    return oauthError(401, 'invalid_request', 'Unable to retrieve access token: authorization code not found');
  }
  // The web flow has no proof key, so a verifier never matches.
  const matches = issued.clientId === app.clientId && issued.redirectUri === redirectUri && !fields['code_verifier'];
  if (!matches) return mismatchedCode();
  world.grants.spend(issued);
  const refreshToken = app.partner ? world.grants.issueRefresh(issued, refreshStyle) : undefined;
  return { status: 200, json: issueFor(world, issued, { call, refreshToken }) };
}

/** Issues an access token; the refresh token and its end stay the same. */
function refresh(world: World, { app, fields, call }: TokenRequest): Reply {
  const token = world.grants.findUsableRefresh('linkedin', need(fields, 'refresh_token'), app);
  if (!token || !app.partner) return deadRefreshToken();
  return { status: 200, json: issueFor(world, token, { call, refreshToken: token }) };
}

export function deadRefreshToken(): Reply {
  return oauthError(
    400,
    'invalid_grant',
    'The provided authorization grant or refresh token is invalid, expired or revoked',
  );
}

function issueFor(
  world: World,
  grant: Grant & { readonly nonce?: string },
  { call, refreshToken }: { call: Call; refreshToken: IssuedToken | undefined },
): Json {
  const account = world.accounts.find('linkedin', grant.accountId);
  const issuedAt = Math.floor(world.now() / 1000);
  return {
    ...issueAccess(world, grant, accessStyle),
    scope: [...grant.scopes].sort().join(','),
    token_type: 'Bearer',
    ...(refreshToken && {
      refresh_token: refreshToken.token,
      refresh_token_expires_in: Math.floor((refreshToken.expiresAt - world.now()) / 1000),
    }),
    ...(grant.scopes.includes('openid') &&
      account && {
        id_token: signIdToken({
          iss: `${call.base}/oauth`,
          aud: grant.clientId,
          iat: issuedAt,
          exp: issuedAt + 3600,
          ...(grant.nonce !== undefined && { nonce: grant.nonce }),
          ...memberClaims({ account, scopes: grant.scopes, call }),
        }),
      }),
  };
}

function revoke(world: World, call: Call): Reply {
  const token = findToken(world, call);
  if (token) world.grants.revoke(token);
  return { status: 200, json: {} };
}

function introspect(world: World, call: Call): Reply {
  const token = findToken(world, call);
  if (!token) return { status: 200, json: { active: false } };
  const status = token.state !== 'active' ? 'revoked' : world.grants.isExpired(token) ? 'expired' : 'active';
  return {
    status: 200,
    json: {
      active: status === 'active',
      status,
      auth_type: '3L',
      client_id: token.clientId,
      scope: [...token.scopes].sort().join(','),
      created_at: Math.floor(token.issuedAt / 1000),
      expires_at: Math.floor(token.expiresAt / 1000),
    },
  };
}

function findToken(world: World, call: Call): IssuedToken | undefined {
  const fields = requireForm(call);
  const app = authenticateApp(world, fields);
  const token = world.grants.find('linkedin', need(fields, 'token'));
  return token?.clientId === app.clientId ? token : undefined;
}

/** Finds the app, which sends its secret in the body only. */
function authenticateApp(world: World, fields: FormFields): App {
  const app = world.apps.find('linkedin', need(fields, 'client_id'));
  if (hasSecret(app, need(fields, 'client_secret'))) return app;
  throw new Refusal(oauthError(401, 'invalid_client', 'Client authentication failed'));
}

function requireForm(call: Call): FormFields {
  if (call.body.kind === 'form') return call.body.fields;
  throw new Refusal(oauthError(400, 'invalid_request', 'The body has to be application/x-www-form-urlencoded'));
}

function need(fields: FormFields, name: string): string {
  const value = fields[name];
  if (value) return value;
  throw new Refusal(oauthError(400, 'invalid_request', `A required parameter "${name}" is missing`));
}
