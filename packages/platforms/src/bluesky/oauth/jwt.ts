import { createHash, createPrivateKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto';

/** Makes a private key for ES256, which every server takes. */
export function createSigningKey(): JsonWebKey {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
}

/** The public half of a key. */
export function publicHalf({ kty, crv, x, y }: JsonWebKey): JsonWebKey {
  return { ...(kty && { kty }), ...(crv && { crv }), ...(x && { x }), ...(y && { y }) };
}

/** The name of a key, made from its public half. @see https://www.rfc-editor.org/rfc/rfc7638 */
export function thumbprintOf({ crv, kty, x, y }: JsonWebKey): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

/** Writes a signed token. @see https://www.rfc-editor.org/rfc/rfc7515 */
export function signJwt(header: object, claims: object, key: JsonWebKey): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ ...header, alg: 'ES256' })}.${encode(claims)}`;
  const privateKey = createPrivateKey({ key, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

/** Reads the claims of a token without checking it; null for a text of another form. */
export function readClaims(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  } catch {
    return null;
  }
}
