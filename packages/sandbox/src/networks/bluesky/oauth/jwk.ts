import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { decodePart } from '../sessions/session-tokens.ts';

/** The curve of each signature algorithm that the server takes. */
const curves: Readonly<Record<string, string>> = { ES256: 'P-256', ES256K: 'secp256k1' };

/** The names of the algorithms. */
export const algorithms = Object.keys(curves);

/** A JSON web token taken apart; its signature is not checked yet. */
export interface DecodedJwt {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Takes a token apart. @returns `undefined` for anything but a JSON web token. */
export function decodeJwt(token: string): DecodedJwt | undefined {
  const [header, claims] = token.split('.', 2).map(decodePart);
  return header && claims ? { header, claims } : undefined;
}

/** Returns true when a token was signed with this key, by the algorithm that its header names. */
export function isSignedWith(token: string, jwk: JsonWebKey): boolean {
  const [header = '', claims = '', signature = ''] = token.split('.');
  if (jwk.crv === undefined || curves[String(decodePart(header)?.['alg'])] !== jwk.crv) return false;
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const data = Buffer.from(`${header}.${claims}`);
    return verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}

/** Returns the thumbprint of a key on a curve. @see https://www.rfc-editor.org/rfc/rfc7638 */
export function thumbprintOf({ crv, kty, x, y }: JsonWebKey): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

/**
 * Says why the time of a token, in seconds, is refused: it may be at most this long ago, or ahead, by the sandbox's clock or by
 * the system's. A test may set the one, and clients read the other.
 *
 * @returns `undefined` for a time that is accepted.
 */
export function timeProblem(seconds: unknown, now: () => number, toleranceMs: number): string | undefined {
  if (typeof seconds !== 'number') return 'missing required "iat" claim';
  const ages = [now(), Date.now()].map((instant) => instant - seconds * 1000);
  if (ages.some((age) => Math.abs(age) <= toleranceMs)) return undefined;
  const reason = ages.every((age) => age < 0) ? 'it should be in the past' : 'too far in the past';
  return `"iat" claim timestamp check failed (${reason})`;
}
