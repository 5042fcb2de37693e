import { isLoopback } from '../../addresses.ts';

const MAX_LENGTH = 2048;
const WEB_PORTS = ['', '80', '443'];

/** The addresses that media may be fetched from. */
export interface MediaPolicy {
  /** Allows this machine, on any port; set only while a sandbox stands in for the networks. */
  readonly allowLoopback: boolean;
  /** Returns the SHA-256 of the stored file that an address names, which may have any port; null for an address of another server. */
  readonly ownFileOf?: (url: string) => string | null;
}

/** Checks the form of a media address, without resolving its name. @returns the problem as the end of a sentence, or null */
export function mediaUrlProblem(text: string, policy: MediaPolicy): string | null {
  if (text.length === 0) return 'is empty';
  if (text.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`;
  // The URL parser repairs backslashes, missing slashes and stray spaces, but such an address is a mistake.
  if (!/^https?:\/\/[^/\\]/i.test(text)) return 'must be a public address beginning with https:// or http://';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an address must not hold these
  if (/[\s\\\u0000-\u001f\u007f]/.test(text) || !URL.canParse(text)) return 'is not an address';
  const url = new URL(text);
  if (url.username || url.password) return 'must not hold a user name or password';
  if ((policy.ownFileOf?.(text) ?? null) !== null) return null;
  if (!WEB_PORTS.includes(url.port) && !(policy.allowLoopback && isLoopback(url.hostname))) {
    return `must use the ports 80 or 443, not ${url.port}`;
  }
  return null;
}

const STORED_FILE = /^\/media\/[^/]+\/[0-9a-f]{64}(?:\.\w+)?$/;

/** Shortens an address for a message: host and path, without the query, which may hold a secret. */
export function shownName(url: string): string {
  const { host, pathname } = new URL(url);
  // A message must not hold the address of a stored file, which opens the file.
  if (STORED_FILE.test(pathname)) return 'the uploaded file';
  return `${host}${pathname}`.slice(0, 120);
}
