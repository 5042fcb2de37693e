import { mediaAddressExpiry } from '@social/rules';

/** Time by which the clock of a device may be fast. */
const FAST_MS = 2 * 3_600_000;

/** Returns true for the expired address of a stored file. The server renews addresses as long as it has the file. */
export function hasExpired(url: string): boolean {
  const expiry = mediaAddressExpiry(url);
  return expiry !== null && expiry + FAST_MS < Date.now();
}
