import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Json } from '../http/route.ts';

const keyId = 'sandbox-1';
let signingKey: KeyObject | undefined;

/** Returns the process's one key, which is made when first needed because that takes time. */
function key(): KeyObject {
  signingKey ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  return signingKey;
}

/** Signs an OpenID Connect id token (RS256). */
export function signIdToken(claims: Readonly<Record<string, Json>>): string {
  const head = encode({ alg: 'RS256', typ: 'JWT', kid: keyId });
  const body = encode(claims);
  const signature = sign('sha256', Buffer.from(`${head}.${body}`), key()).toString('base64url');
  return `${head}.${body}.${signature}`;
}

/** Returns the public key as a key set. */
export function idTokenKeys(): Json {
  const { kty = '', n = '', e = '' } = createPublicKey(key()).export({ format: 'jwk' });
  return { keys: [{ kty, n, e, kid: keyId, use: 'sig', alg: 'RS256' }] };
}

function encode(value: Json): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
