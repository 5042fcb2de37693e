import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Kind of a key: for a server with real networks, or with a sandbox. */
export type KeyKind = keyof typeof PREFIXES;

/** Prefixes of keys. No other vendor's keys begin with either. */
const PREFIXES = { real: 'sk_live_sp_', sandbox: 'sk_live_sandbox_' } as const;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const FORMAT = new RegExp(
  `^(?:${PREFIXES.real}|${PREFIXES.sandbox})([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);

/** Makes a key: the prefix of its kind, 43 random base62 digits, and 6 digits of their CRC-32. */
export function generateKey(kind: KeyKind): string {
  const secret = toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH);
  return `${PREFIXES[kind]}${secret}${checksum(secret)}`;
}

/** Returns true when a text has the form of a key of this product. */
export function hasValidChecksum(rawKey: string): boolean {
  const [, secret = '', sum] = FORMAT.exec(rawKey) ?? [];
  return sum === checksum(secret);
}

/** Returns true for the text of a key of a server with a sandbox. */
export function isSandboxKey(rawKey: string): boolean {
  return rawKey.startsWith(PREFIXES.sandbox);
}

/** Every request computes one, so this stays in plain numbers. */
function checksum(secret: string): string {
  let digits = '';
  for (let rest = crc32(secret); digits.length < CHECKSUM_LENGTH; rest = Math.floor(rest / 62)) {
    digits = BASE62[rest % 62] + digits;
  }
  return digits;
}

function toBase62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; digits.length < length; rest /= 62n) digits = BASE62[Number(rest % 62n)] + digits;
  return digits;
}
