/** Longest delay of a timer, in milliseconds; a longer one fires at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Checks a time limit in milliseconds, and shortens it to what a timer can hold. @throws {TypeError} */
export function checkedTimeout(timeoutMs: number): number {
  if (timeoutMs > 0) return Math.min(timeoutMs, LONGEST_MS);
  throw new TypeError('timeoutMs must be a number of milliseconds above 0; nothing was sent');
}

/** Checks an idempotency key. @throws {TypeError} for a key that does not fit into a header */
export function checkedKey(idempotencyKey: string): string {
  // A key of spaces alone would arrive empty.
  if (/^(?! *$)[ -~]{1,255}$/.test(idempotencyKey)) return idempotencyKey;
  throw new TypeError('idempotencyKey must be 1 to 255 printable ASCII characters; nothing was sent');
}

/**
 * Checks an API key, and removes white space at its ends, which files and variables bring. @returns the key, or undefined without one
 * @param source names the source in errors, which never repeat the key
 * @throws {TypeError} for a character that no key has: `fetch` would fail with the key in the message
 */
export function checkedApiKey(value: string | undefined, source: string): string | undefined {
  const key = value?.trim();
  if (key && /[^!-~]/.test(key)) {
    throw new TypeError(`${source} has white space inside, or another character that no API key has`);
  }
  return key || undefined;
}

/** Checks the address of a server. @returns the origin @throws {TypeError} for any other address */
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
