import { createHash, type JsonWebKey, randomUUID } from 'node:crypto';
import type { CallContext, RegisteredApp } from '../../driver.ts';
import { rulesFor } from '../../http/error-rules.ts';
import { asRecord, asString, parseLosslessJson } from '../../http/lossless-json.ts';
import type { Effect, NetworkAnswer, NetworkDialect } from '../../http/network-client.ts';
import { forbidden, refused } from '../../meanings.ts';
import { readTokenProblem } from '../../oauth/token-problem.ts';
import { deadGrant, refusedSignIn } from '../../oauth/token-rules.ts';
import type { BlueskyApi } from '../api.ts';
import { refusedProof } from '../errors.ts';
import { keySecretsOf } from '../session/grant.ts';
import { signJwt } from './jwt.ts';
import { sendProven } from './proven-request.ts';

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

const unknownApp = forbidden(
  'the server does not accept the app of this server; check that its public address can be opened from elsewhere, or connect bluesky with an app password',
);

/** Meanings of what an authorization server refuses. */
export const tokenDialect: NetworkDialect = {
  platform: 'bluesky',
  rules: [
    ...rulesFor(['invalid_grant', 'invalid_token'], deadGrant('bluesky')),
    refusedProof,
    ...rulesFor(['invalid_client', 'invalid_client_metadata', 'invalid_client_id', 'unauthorized_client'], unknownApp),
    {
      upstreamCode: 'invalid_scope',
      ...refused('the server does not know the permissions that are needed; connect bluesky with an app password'),
    },
    { upstreamCode: 'invalid_request', ...refusedSignIn('bluesky'), isQuoted: true },
  ],
  readProblem: (status, body) => readTokenProblem(status, body),
};

/** The same for a sign-in that has not ended. */
export const signInDialect: NetworkDialect = {
  ...tokenDialect,
  rules: [...rulesFor(['invalid_grant', 'access_denied'], refusedSignIn('bluesky')), ...tokenDialect.rules],
};

/** A call of an app to an authorization server. */
export interface ClientRequest {
  readonly url: string;
  readonly issuer: string;
  readonly app: RegisteredApp;
  readonly key: JsonWebKey;
  readonly form: Readonly<Record<string, string>>;
  /** Values of the form that no message may show. */
  readonly secrets: readonly string[];
  readonly effect: Effect;
  readonly dialect: NetworkDialect;
}

/** Calls an authorization server with the proofs of the session's key and of the app's. @throws PlatformError */
export function sendAsClient(
  { through }: Pick<BlueskyApi, 'through'>,
  { url, issuer, app, key, form, secrets, effect, dialect }: ClientRequest,
  call: CallContext,
): Promise<NetworkAnswer> {
  const request = {
    method: 'POST',
    url: new URL(url),
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ ...form, client_id: app.clientId, ...assertionOf(app, issuer) }),
    secrets: [...secrets, ...keySecretsOf({ key, app })],
  };
  const proof = { server: `authorization ${issuer}`, key };
  return sendProven(dialect, { ...request, effect, through }, { proof, call });
}

/** The proof that a request comes from the app; nothing for an app without a key. @see https://www.rfc-editor.org/rfc/rfc7523 */
function assertionOf({ clientId, clientSecret }: RegisteredApp, issuer: string): Record<string, string> {
  if (clientSecret === '') return {};
  const key = (asRecord(parseLosslessJson(clientSecret)) ?? {}) as JsonWebKey;
  const iat = Math.floor(Date.now() / 1000);
  const claims = { iss: clientId, sub: clientId, aud: issuer, jti: randomUUID(), iat, exp: iat + 60 };
  const assertion = signJwt({ kid: asString(key['kid']) ?? '' }, claims, key);
  return { client_assertion_type: ASSERTION_TYPE, client_assertion: assertion };
}

/** The challenge of a proof key. @see https://www.rfc-editor.org/rfc/rfc7636#section-4.2 */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}
