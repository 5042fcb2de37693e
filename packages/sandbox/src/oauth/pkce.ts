import { createHash, timingSafeEqual } from 'node:crypto';
import type { Challenge } from '../world/grants.ts';

/**
 * Returns true when a code verifier belongs to the challenge of the authorize request.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7636#section-4.6
 */
export function verifiesChallenge(challenge: Challenge, verifier: string): boolean {
  // X's own client makes verifiers of 171 characters; the specification allows 128.
  if (!/^[A-Za-z0-9\-._~]{43,256}$/.test(verifier)) return false;
  const expected = challenge.method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  return isSameSecret(expected, challenge.value);
}

/** Compares two secrets in a time that does not depend on where they differ. */
export function isSameSecret(left: string, right: string): boolean {
  const [a, b] = [left, right].map((secret) => createHash('sha256').update(secret).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
