import type { Software } from './software.ts';

const base32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const counterBits = 22n;

/** Writes a time-ordered number as the software writes its ids. Their order as texts of one length is that of the numbers. */
export function formatId(number: string, style: Software['ids']): string {
  if (style === 'snowflake') return number;
  const value = BigInt(number);
  if (style === 'flake') return `A${encode(value, base62, 17)}`;
  const counter = value & ((1n << counterBits) - 1n);
  return encode(value >> counterBits, base32, 10) + encode(counter, base32, 16);
}

function encode(value: bigint, digits: string, length: number): string {
  const base = BigInt(digits.length);
  let rest = value;
  let text = '';
  while (text.length < length) {
    text = digits.charAt(Number(rest % base)) + text;
    rest /= base;
  }
  return text;
}

/** Compares two ids by age. @returns A negative number when the left one is older. */
export function compareIds(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : left > right ? 1 : 0;
}
