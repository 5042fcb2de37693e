import { createHash } from 'node:crypto';
import type { Call, Json, Reply, Route } from '../../../http/route.ts';
import { idTokenKeys, signIdToken } from '../../../oauth/id-token.ts';
import type { Account } from '../../../world/accounts.ts';
import { authenticate, scopePrefix } from '../session.ts';
import type { YoutubeState } from '../state.ts';

const idTokenSeconds = 3599;

/** The identity of the person who signed in with Google. @see https://developers.google.com/identity/openid-connect/openid-connect */
export function openidRoutes(state: YoutubeState): readonly Route[] {
  const userinfo = (path: string, present: (claims: Claims) => Json): Route => ({
    ...{ method: 'GET', path, operation: 'identity' },
    handle: (call) => {
      const { account, scopes } = authenticate(state, call);
      return { status: 200, json: present(claimsOf({ account, scopes, call })) };
    },
  });
  return [
    { method: 'GET', path: '/.well-known/openid-configuration', handle: (call) => discovery(call) },
    { method: 'GET', path: '/oauth2/v3/certs', handle: () => ({ status: 200, json: idTokenKeys() }) },
    userinfo('/v1/userinfo', (claims) => claims),
    userinfo('/oauth2/v3/userinfo', (claims) => claims),
    // The older endpoint has other names for the same claims.
    userinfo('/oauth2/v2/userinfo', ({ sub, email_verified: verified, ...claims }) => ({
      ...{ id: sub, ...claims },
      ...(verified !== undefined && { verified_email: verified }),
    })),
  ];
}

interface Claims {
  readonly sub: string;
  readonly email_verified?: boolean;
  readonly [claim: string]: Json | undefined;
}

/** Signs the id token that comes with an access token. */
export function idTokenFor(
  state: YoutubeState,
  options: { account: Account; scopes: readonly string[]; clientId: string; nonce: string | undefined; call: Call },
): string {
  const { clientId, nonce, call } = options;
  const issuedAt = Math.floor(state.world.now() / 1000);
  return signIdToken({
    ...{ iss: call.base, azp: clientId, aud: clientId, iat: issuedAt, exp: issuedAt + idTokenSeconds },
    ...(nonce !== undefined && { nonce }),
    ...claimsOf(options),
  });
}

/** Returns the network's own name for a short scope of OpenID Connect. */
export function fullScope(scope: string): string {
  return scope === 'profile' || scope === 'email' ? `${scopePrefix}userinfo.${scope}` : scope;
}

function claimsOf({ account, scopes, call }: { account: Account; scopes: readonly string[]; call: Call }): Claims {
  const [given = account.name, ...family] = account.name.split(' ');
  return {
    sub: personIdOf(account),
    ...(scopes.includes(`${scopePrefix}userinfo.profile`) && {
      ...{ name: account.name, given_name: given, family_name: family.join(' ') },
      picture: `${call.base}/avatars/${account.username}.png`,
    }),
    ...(scopes.includes(`${scopePrefix}userinfo.email`) && {
      email: `${account.username}@sandbox.example`,
      email_verified: true,
    }),
  };
}

/** Derives the person's id of 21 digits from the account, which is a channel. */
function personIdOf(account: Account): string {
  const number = createHash('sha256').update(account.id).digest().readBigUInt64BE();
  return `1${String(number).padStart(20, '0')}`;
}

function discovery({ base }: Call): Reply {
  return {
    status: 200,
    json: {
      issuer: base,
      authorization_endpoint: `${base}/o/oauth2/v2/auth`,
      token_endpoint: `${base}/token`,
      userinfo_endpoint: `${base}/v1/userinfo`,
      revocation_endpoint: `${base}/revoke`,
      jwks_uri: `${base}/oauth2/v3/certs`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'profile'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      code_challenge_methods_supported: ['plain', 'S256'],
    },
  };
}
