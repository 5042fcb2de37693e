import { createHash, randomUUID } from 'node:crypto';

const ALPHABET = '234567abcdefghijklmnopqrstuvwxyz';
const KEY_LENGTH = 13;
const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Places of a millisecond, 1,000 times 1,024, for each value of the twelve bits behind it. */
const PLACES = 250;

/**
 * Makes the key of a record: the time of the publish in microseconds, which sorts, and ten bits more. Ids that were made one after
 * another in a millisecond, such as those of a thread, count upwards in the 32 bits behind it: they have keys of their own.
 * @param publishId UUIDv7 of the publish, which always gives the same key; a new key when left out
 * @param attempt number of earlier keys of this publish that the server has refused
 * @see https://atproto.com/specs/tid
 * @see https://www.rfc-editor.org/rfc/rfc9562#section-6.2
 */
export function recordKeyOf(publishId: string | undefined, attempt = 0): string {
  const isDatable = publishId !== undefined && V7.test(publishId);
  const millis = isDatable ? BigInt(`0x${publishId.replaceAll('-', '').slice(0, 12)}`) : BigInt(Date.now());
  const [high, low] = isDatable ? countOf(publishId) : randomCount(publishId ?? randomUUID());
  return encode(millis * 1_024_000n + BigInt(high * PLACES + ((low + attempt) % PLACES)));
}

/** Returns the twelve bits behind the millisecond of an id, and the twenty behind those, without the bits of version and variant. */
function countOf(id: string): [high: number, low: number] {
  const behind = Number.parseInt(id.slice(19).replace('-', '').slice(0, 6), 16);
  return [Number.parseInt(id.slice(15, 18), 16), (behind >> 2) & 0xfffff];
}

function randomCount(seed: string): [high: number, low: number] {
  const digest = createHash('sha256').update(seed).digest();
  return [digest.readUInt16BE(2) & 0xfff, digest.readUInt16BE(0)];
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
