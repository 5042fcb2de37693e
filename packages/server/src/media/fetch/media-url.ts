import { isLoopback } from '../../loopback.ts';

const MAX_LENGTH = 2048;
const WEB_PORTS = ['', '80', '443'];

/** Which addresses media may be fetched from. */
export interface MediaPolicy {
  /** This machine too, on any port: only while a sandbox stands in for the networks. */
  readonly allowLoopback: boolean;
  /** SHA-256 of the stored file that an address names, which may then have any port; null when it is not one of this server. */
  readonly ownFileOf?: (url: string) => string | null;
}

/** What is wrong with the form of a media address, as the end of a sentence; null when nothing is. No name is resolved here. */
export function mediaUrlProblem(text: string, policy: MediaPolicy): string | null {
  if (text.length === 0) return 'is empty';
  if (text.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`;
  // The URL parser repairs backslashes, missing slashes and stray spaces; an address that needs that was not meant.
  if (!/^https?:\/\/[^/\\]/i.test(text)) return 'must be a public address beginning with https:// or http://';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in an address
  if (/[\s\\\u0000-\u001f\u007f]/.test(text) || !URL.canParse(text)) return 'is not an address';
  const url = new URL(text);
  if (url.username || url.password) return 'must not hold a user name or password';
  if ((policy.ownFileOf?.(text) ?? null) !== null) return null;
  if (!WEB_PORTS.includes(url.port) && !(policy.allowLoopback && isLoopback(url.hostname))) {
    return `must use the ports 80 or 443, not ${url.port}`;
  }
  return null;
}

const STORED_FILE = /^\/media\/[^/]+\/([0-9a-f]{64})(\.\w+)?$/;

/** Host and file name of an address: enough to recognise it, without a query that may hold a secret. */
export function shownName(url: string): string {
  const { host, pathname } = new URL(url);
  const [, digest = '', extension = ''] = STORED_FILE.exec(pathname) ?? [];
  // The address of a stored file opens it for whoever reads it.
  if (digest !== '') return `the uploaded file ${digest.slice(0, 8)}…${extension}`;
  return `${host}${pathname}`.slice(0, 120);
}
