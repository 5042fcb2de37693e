import { cleanText } from './http/safe-quote.ts';

const MAX_NAME_LENGTH = 256;
const MAX_ADDRESS_LENGTH = 2048;

/** A name that is safe to show: one line, no controls or direction marks, at most 256 characters; null when nothing is left. */
export function cleanName(value: unknown): string | null {
  return typeof value === 'string' ? cleanText(value, MAX_NAME_LENGTH) || null : null;
}

/** An absolute http(s) address of a picture, or null for anything else. */
export function cleanPicture(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_ADDRESS_LENGTH) return null;
  const url = URL.parse(value);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') && !url.username ? url.href : null;
}
