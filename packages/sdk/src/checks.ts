/** What a timer can hold: with more it would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Milliseconds that a timer can hold. @throws {TypeError} for what is no time */
export function checkedTimeout(timeoutMs: number): number {
  if (timeoutMs > 0) return Math.min(timeoutMs, LONGEST_MS);
  throw new TypeError('timeoutMs must be a number of milliseconds above 0; nothing was sent');
}

/** @throws {TypeError} for what no header can carry */
export function checkedKey(idempotencyKey: string): string {
  // Spaces at the ends do not arrive.
  if (/^(?! *$)[ -~]{1,255}$/.test(idempotencyKey)) return idempotencyKey;
  throw new TypeError('idempotencyKey must be 1 to 255 printable ASCII characters; nothing was sent');
}

/**
 * An API key as it is sent, undefined when there is none. Line breaks at its ends come with files and variables.
 * @param source names where it comes from; the key itself is never repeated
 * @throws {TypeError} when it holds what no key has: `fetch` would fail with the key in the error's text
 */
export function checkedApiKey(value: string | undefined, source: string): string | undefined {
  const key = value?.trim();
  if (key && /[^!-~]/.test(key)) {
    throw new TypeError(`${source} has white space inside, or another character that no API key has`);
  }
  return key || undefined;
}

/** The origin of a server. @throws {TypeError} for what is no address of one */
export function checkedBaseUrl(value: string): string {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new TypeError('The base URL must begin with http:// or https:// and hold no user name or password');
  }
  if (/[^/]/.test(url.pathname)) {
    throw new TypeError(
      `The base URL must be the address of the server alone: use ${url.origin}, without ${url.pathname}`,
    );
  }
  return url.origin;
}
