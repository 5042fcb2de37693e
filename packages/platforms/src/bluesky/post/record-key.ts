import { createHash, randomUUID } from 'node:crypto';

const ALPHABET = '234567abcdefghijklmnopqrstuvwxyz';
const KEY_LENGTH = 13;
const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/**
 * Makes the key of a record: the time of the publish in microseconds, which sorts, and ten bits that tell writers apart.
 * @param publishId UUIDv7 of the publish, which always gives the same key; a new key when left out
 * @param attempt number of earlier keys of this publish that the server has refused
 * @see https://atproto.com/specs/tid
 */
export function recordKeyOf(publishId: string | undefined, attempt = 0): string {
  const isDatable = publishId !== undefined && V7.test(publishId);
  const millis = isDatable ? BigInt(`0x${publishId.replaceAll('-', '').slice(0, 12)}`) : BigInt(Date.now());
  const digest = createHash('sha256')
    .update(publishId ?? randomUUID())
    .digest();
  // Ids of one millisecond may count upwards in the twelve bits behind it; the key keeps their order.
  const counter = isDatable ? Number.parseInt(publishId.slice(15, 18), 16) : digest.readUInt16BE(2) & 0xfff;
  const micros = millis * 1000n + BigInt(Math.floor((counter * 1000) / 4096));
  // Added, so that the next key of a publish is certainly another one.
  return encode((micros << 10n) | BigInt((digest.readUInt16BE(0) + attempt) & 0x3ff));
}

function encode(value: bigint): string {
  let rest = value;
  let key = '';
  while (key.length < KEY_LENGTH) {
    key = ALPHABET.charAt(Number(rest & 31n)) + key;
    rest >>= 5n;
  }
  return key;
}
