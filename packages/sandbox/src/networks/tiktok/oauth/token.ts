import { createHash } from 'node:crypto';
import type { FormFields } from '../../../http/request-body.ts';
import { type Call, Refusal, type Reply, type Route } from '../../../http/route.ts';
import { hasSecret } from '../../../oauth/app-checks.ts';
import { isSameSecret, verifiesChallenge } from '../../../oauth/pkce.ts';
import { issueAccess, tokenOperation } from '../../../oauth/tokens.ts';
import type { App } from '../../../world/apps.ts';
import type { AuthorizationCode, Grant } from '../../../world/grants.ts';
import type { World } from '../../../world/world.ts';
import { deadGrant, oauthError } from '../errors.ts';

const accessStyle = { prefix: 'act.', bytes: 48, lifetimeMs: 86_400 * 1000 };
const refreshStyle = { prefix: 'rft.', bytes: 48, lifetimeMs: 31_536_000 * 1000 };

/**
 * Exchange, refresh and revocation. Credentials are in the body only.
 *
 * @see https://developers.tiktok.com/doc/oauth-user-access-token-management
 */
export function tokenRoutes(world: World): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/v2/oauth/token',
      operation: ({ body }) => tokenOperation(body.kind === 'form' ? body.fields : {}),
      handle: (call) => issueTokens(world, call),
    },
    { method: 'POST', path: '/v2/oauth/revoke', operation: 'revoke', handle: (call) => revoke(world, call) },
  ];
}

function issueTokens(world: World, call: Call): Reply {
  const fields = requireForm(call);
  const app = authenticateApp(world, fields);
  const grantType = need(fields, 'grant_type');
  if (grantType === 'authorization_code') return exchangeCode(world, app, fields);
  if (grantType === 'refresh_token') return refresh(world, app, fields);
  return oauthError(400, 'unsupported_grant_type', 'Grant type is not supported.');
}

function exchangeCode(world: World, app: App, fields: FormFields): Reply {
  const issued = world.grants.findCode('tiktok', need(fields, 'code'));
  const redirectUri = need(fields, 'redirect_uri');
  if (!issued || issued.clientId !== app.clientId) return deadGrant();
  if (issued.redirectUri !== redirectUri) {
    return oauthError(400, 'invalid_request', 'Redirect_uri is not matched with the uri when requesting code.');
  }
  if (!hasProof(issued, fields['code_verifier'])) {
    return oauthError(400, 'invalid_request', 'Code verifier or code challenge is invalid.');
  }
  world.grants.spend(issued);
  return issueFor(world, issued);
}

/** Checks the proof key, which clients send in hexadecimal, as documented for desktops, in base64url, or not at all. */
function hasProof({ challenge }: AuthorizationCode, verifier: string | undefined): boolean {
  if (!challenge) return true;
  if (verifier === undefined) return false;
  const hexadecimal = createHash('sha256').update(verifier).digest('hex');
  return isSameSecret(hexadecimal, challenge.value) || verifiesChallenge(challenge, verifier);
}

/** Issues new tokens; a refresh token works once. */
function refresh(world: World, app: App, fields: FormFields): Reply {
  const token = world.grants.findUsableRefresh('tiktok', need(fields, 'refresh_token'), app);
  if (!token) return deadGrant();
  world.grants.use(token);
  return issueFor(world, token);
}

function issueFor(world: World, grant: Grant): Reply {
  return {
    status: 200,
    headers: { 'cache-control': 'no-store' },
    json: {
      ...issueAccess(world, grant, accessStyle),
      open_id: grant.accountId,
      refresh_expires_in: refreshStyle.lifetimeMs / 1000,
      refresh_token: world.grants.issueRefresh(grant, refreshStyle).token,
      scope: grant.scopes.join(','),
      token_type: 'Bearer',
    },
  };
}

/** Revokes every token that the person granted the app; a revoked or expired token may be revoked again. */
function revoke(world: World, call: Call): Reply {
  const fields = requireForm(call);
  const app = authenticateApp(world, fields);
  const token = world.grants.find('tiktok', need(fields, 'token'));
  if (token?.clientId === app.clientId) world.grants.revokeWhere(token, () => true);
  return { status: 200 };
}

function authenticateApp(world: World, fields: FormFields): App {
  const app = world.apps.find('tiktok', need(fields, 'client_key'));
  if (hasSecret(app, need(fields, 'client_secret'))) return app;
  throw new Refusal(oauthError(401, 'invalid_client', 'Client key or secret is incorrect.'));
}

function requireForm(call: Call): FormFields {
  if (call.body.kind === 'form') return call.body.fields;
  const message = 'Only `application/x-www-form-urlencoded` is accepted as Content-Type.';
  throw new Refusal(oauthError(400, 'invalid_request', message));
}

function need(fields: FormFields, name: string): string {
  const value = fields[name];
  if (value) return value;
  throw new Refusal(oauthError(400, 'invalid_request', `The request parameters are malformed: ${name} is missing.`));
}
