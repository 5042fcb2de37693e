const STORED = /^\/media\/([\w-]{8})[\w-]*\/[0-9a-f]{64}\.[a-z0-9]{2,4}$/;

/**
 * Returns the instant at which the address of a stored file expires, in milliseconds since 1970; null for any other address. The
 * first eight characters of its signature are that instant, six bytes in base64url.
 */
export function mediaAddressExpiry(url: string): number | null {
  const [, start] = STORED.exec(URL.parse(url)?.pathname ?? '') ?? [];
  if (start === undefined) return null;
  const bytes = atob(start.replaceAll('-', '+').replaceAll('_', '/'));
  return Array.from(bytes, (byte) => byte.charCodeAt(0)).reduce((instant, byte) => instant * 256 + byte, 0);
}
