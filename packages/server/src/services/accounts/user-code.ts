import { randomInt } from 'node:crypto';

/** Consonants: none looks like another or like a digit, and they spell no words. @see RFC 8628 section 6.1 */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;

/** A code for people to type, of 34 bits: `WDJB-MJHT`. */
export function newUserCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}

/** The letters of a code as somebody typed it. */
export function lettersOf(userCode: string): string {
  return userCode.toUpperCase().replace(/[^A-Z]/g, '');
}
