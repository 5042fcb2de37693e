import { ConfigError } from '../errors.ts';
import type { Environment } from './environment.ts';

/** The least number of different bytes in a random key; 32 random bytes are nearly all different. */
const MIN_DISTINCT_BYTES = 16;

/** Reads SOCIAL_SECRET_KEYS. @returns the keys in base64, the first of which encrypts; empty when it is unset @throws ConfigError */
export function readSecretKeys(settings: Environment): string[] {
  const text = settings.secret('SOCIAL_SECRET_KEYS');
  if (text === undefined) return [];
  const keys = text.split(',').map((key) => key.trim());
  keys.forEach((key, index) => {
    const problem = keyProblem(keys, key, index);
    if (problem !== null) throw new ConfigError('SOCIAL_SECRET_KEYS', `key ${index + 1} ${problem}`);
  });
  return keys;
}

function keyProblem(keys: readonly string[], key: string, index: number): string | null {
  const bytes = decodeKey(key);
  if (bytes === null) return 'is not 32 bytes in base64; make one with: openssl rand -base64 32';
  // A later key only decrypts, and has to stay until every value is encrypted with the first.
  if (index === 0 && new Set(bytes).size < MIN_DISTINCT_BYTES) {
    return 'is not random; make one with: openssl rand -base64 32. Put it first, and one in use after it';
  }
  const first = keys.indexOf(key);
  if (first === index) return null;
  return `is key ${first + 1} again; to change the key, put the new one first and keep the old one after it`;
}

/** Decodes a key. @returns the bytes, or null unless the text is 32 bytes in base64 */
export function decodeKey(key: string): Buffer | null {
  const bytes = Buffer.from(key, 'base64');
  return bytes.length === 32 && bytes.toString('base64') === key ? bytes : null;
}
