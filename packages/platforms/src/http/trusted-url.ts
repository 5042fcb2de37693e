/**
 * Parses an address from an answer or a checkpoint that is to receive a token or a file.
 * @param bases addresses of the network; every address at one of their origins is trusted
 * @param domain domain whose hosts are trusted over https, for example `googleapis.com`
 * @returns the address; null for one elsewhere, or one with a user name or password
 */
export function trustedUrl(address: unknown, bases: readonly string[], domain?: string): URL | null {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  if (!url || url.username || url.password) return null;
  if (bases.some((base) => URL.parse(base)?.origin === url.origin)) return url;
  return domain !== undefined && url.protocol === 'https:' && url.hostname.endsWith(`.${domain}`) ? url : null;
}
