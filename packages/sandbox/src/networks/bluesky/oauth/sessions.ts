import { type Call, Refusal, type Reply } from '../../../http/route.ts';
import { xrpcError } from '../errors.ts';
import type { BlueskyState, OAuthSession } from '../state.ts';
import { checkProof, nextNonce, ProofError } from './dpop.ts';
import { challengeOf } from './errors.ts';
import { decodeJwt } from './jwk.ts';

/** Finds the session that a code or token belongs or belonged to, unless it has ended. */
export function findSession({ oauthTokens, oauthSessions }: BlueskyState, value: string): OAuthSession | undefined {
  return oauthSessions.get(oauthTokens.get(value) ?? '');
}

/** Saves a session under its tokens, and under further values that lead to it. */
export function saveSession(state: BlueskyState, session: OAuthSession, others: readonly string[]): void {
  state.oauthSessions.set(session.id, session);
  for (const value of [session.accessToken, session.refreshToken, ...others]) state.oauthTokens.set(value, session.id);
}

/** Finds the session of a call with a token that is bound to a key. Every refusal has a nonce. */
export function requireOAuthSession(state: BlueskyState, call: Call, token: string): OAuthSession {
  const refuse = (error: string, message: string): never => {
    throw new Refusal(refusalOf(state, error, message));
  };
  try {
    const key = checkProof(state, call, { server: 'resource', accessToken: token });
    const session = findSession(state, token);
    if (!session || session.accessToken !== token) return refuse('invalid_token', problemOf(state, token));
    if (key === undefined) return refuse('invalid_dpop_proof', 'DPoP proof required');
    if (key !== session.proofKey) refuse('invalid_token', 'Invalid DPoP key binding');
    if (session.accessExpiresAt <= state.world.now()) refuse('invalid_token', 'Token expired');
    return session;
  } catch (error) {
    if (error instanceof ProofError) return refuse(error.code, error.message);
    throw error;
  }
}

/** Says why a token without a session is refused: only access tokens that the server has issued can have ended. */
function problemOf({ oauthTokens }: BlueskyState, token: string): string {
  if (decodeJwt(token)) return 'missing required "iss" claim';
  return oauthTokens.has(token) && !/^(?:ref|cod)-/.test(token) ? 'Invalid token' : 'Malformed token';
}

/** The answer to a token or proof that is not accepted. */
export function refusalOf(state: BlueskyState, error: string, message: string): Reply {
  const headers = { 'www-authenticate': challengeOf(error, message), 'dpop-nonce': nextNonce(state, 'resource') };
  return { ...xrpcError(401, error, message), headers };
}
