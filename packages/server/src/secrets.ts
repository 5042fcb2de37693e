import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** Place where a secret is stored. The ciphertext is bound to it, so that a value moved to another row or column does not decrypt. */
export interface SecretPlace {
  readonly table: string;
  readonly row: string;
  readonly column: string;
}

/** Encrypts stored tokens. The first key encrypts, every key decrypts. */
export interface Keyring {
  seal(plain: string, place: SecretPlace): string;
  /** Decrypts a value. @throws Error when no key decrypts the value at this place; the message holds no secret */
  open(sealed: string, place: SecretPlace): string;
  /** Returns true for a value that the first key has encrypted. */
  isCurrent(sealed: string): boolean;
  /** First characters of the values that each key encrypts, in the order of the keys. */
  readonly prefixes: readonly [string, ...string[]];
  /** Derives a secret for another purpose from the first key. */
  derive(purpose: string): string;
}

interface Key {
  readonly id: string;
  readonly bytes: Buffer;
}

/** Creates a keyring with AES-256-GCM and a random 96-bit nonce per value. @param keys base64 of 32 bytes each, at least one @see NIST SP 800-38D */
export function createKeyring(keys: readonly string[]): Keyring {
  const ring = keys.map((text): Key => {
    const bytes = Buffer.from(text, 'base64');
    return { bytes, id: hash('sha256', bytes).slice(0, 8) };
  });
  const [first] = ring;
  if (!first) throw new Error('A keyring needs a key');
  return {
    seal(plain, place) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', first.bytes, nonce).setAAD(boundTo(place, first.id));
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${prefixOf(first)}${nonce.toString('base64url')}.${sealed.toString('base64url')}`;
    },
    open(sealed, place) {
      const [version, keyId, nonce, body] = sealed.split('.');
      const key = ring.find(({ id }) => id === keyId);
      if (version !== 'v1' || !key || !nonce || !body) throw new Error(`No key opens ${place.table}.${place.column}`);
      const bytes = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, Buffer.from(nonce, 'base64url'))
        .setAAD(boundTo(place, key.id))
        .setAuthTag(bytes.subarray(-16));
      return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8');
    },
    isCurrent: (sealed) => sealed.startsWith(prefixOf(first)),
    prefixes: [prefixOf(first), ...ring.slice(1).map(prefixOf)],
    derive: (purpose) => Buffer.from(hkdfSync('sha256', first.bytes, '', purpose, 32)).toString('base64url'),
  };
}

function prefixOf({ id }: Key): string {
  return `v1.${id}.`;
}

function boundTo(place: SecretPlace, keyId: string): Buffer {
  return Buffer.from([place.table, place.row, place.column, keyId].join('|'));
}

/** Compares two secrets in a time that does not depend on what they have in common. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}

/** SHA-256 as hex: the stored form of random secrets that the server only compares. */
export function sha256(text: string): string {
  return hash('sha256', text);
}
