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
 * Returns true when a time in seconds is at most this long ago, or ahead, by the sandbox's clock or by the system's: a test
 * may set the one, and clients read the other.
 */
export function isRecent(seconds: unknown, now: () => number, toleranceMs: number): boolean {
  if (typeof seconds !== 'number') return false;
  return [now(), Date.now()].some((instant) => Math.abs(instant - seconds * 1000) <= toleranceMs);
}
